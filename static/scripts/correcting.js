/* A turn is put right by the same taps as it was typed: dice are drawn at once, and what the pad answers takes the place
   of the section that was pressed. Without this, each tap is a page of its own. */

const correction = () => $("#correct");
const tray = () => $("#correct form.dice");

/* --- the roll: the faces by slot, a hole where a die was taken out --- */

let roll = [];
const readRoll = () => { roll = [...tray().elements.dice.value]; };
const hole = () => all("[data-slot]", tray()).findIndex((_, slot) => !roll[slot]);

function change(slot, face) {
  roll[slot] = face;
  const next = hole(), faces = roll.filter(Boolean).join("");
  all("[data-slot]", tray()).forEach((die, place) => drawDie(die, place, roll[place], place === next));
  tray().elements.dice.value = faces;
  $(".backspace", tray()).disabled = !faces;
  if (next < 0) turnTo(`${addressOf(tray())}&die=`); // as the key of the last die asks
  else wait();
}

/* While a die is missing nothing is offered, and nothing of before can be saved. */
function wait() {
  latest = "";
  correction().dataset.state = "typing";
  if (!document.activeElement.offsetParent || document.activeElement === document.body) $("[data-face]", tray()).focus();
}

function press(key) {
  if (key.dataset.slot) change(key.dataset.slot - 1);
  else if (key.matches(".backspace")) change(roll.findLastIndex(Boolean));
  else if (hole() >= 0) change(hole(), key.dataset.face);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("#correct form.dice :is([data-face], [data-slot], .backspace)");
  if (!key) return;
  event.preventDefault();
  press(key);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
  const face = faceOf(event.key);
  const key = face ? $(`[data-face="${face}"]`) : event.key === "Backspace" && $(".backspace:enabled", tray());
  if (!key) return;
  event.preventDefault();
  press(key);
});

/* --- the section as the pad answers it --- */

/* What was asked last: a later press makes its answer late. */
let latest = "";

const addressOf = (form, button) => {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  return `${form.getAttribute("action").split("#")[0]}?${new URLSearchParams(fields)}`;
};

document.addEventListener("submit", (event) => {
  if (event.target.method === "post" || !event.target.closest("#correct")) return;
  event.preventDefault();
  turnTo(addressOf(event.target, event.submitter));
});

async function turnTo(address) {
  latest = address;
  const answer = await answerTo(address);
  if (latest !== address) return;
  $("[data-away]").hidden = answer !== null;
  const fresh = answer && new DOMParser().parseFromString(answer, "text/html").querySelector("#correct");
  if (fresh) putInPlace(fresh, address);
  else if (answer) location.assign(address);
}

/* What the pad says, null where it can't be reached or can't tell. */
async function answerTo(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status < 500 ? await answer.text() : null;
  } catch {
    return null;
  }
}

function putInPlace(fresh, address) {
  const { name, value, form } = document.activeElement, mark = form && `[form="${form.id}"]`;
  correction().replaceWith(document.adoptNode(fresh));
  history.replaceState(null, "", address);
  readRoll();
  const told = $(".conflict, .changes, .complaint:not([hidden])", fresh);
  told?.scrollIntoView({ block: "nearest" });
  const same = name && all(`[name="${name}"]${mark && form.id ? mark : ""}`, fresh).find((one) => one.value === value && one.offsetParent);
  (same ?? $('[aria-pressed="true"]', fresh) ?? $("button:enabled", fresh)).focus({ preventScroll: true });
}

readRoll();
