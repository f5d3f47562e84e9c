/* The coach's hints, for a pad whose players asked for them: it alone loads this. The boxes are offered at once, as ever;
   what each would come to is asked for then, and written beside its points. */

let rollsLeft = "0";

const isAdvised = ({ state, dice }) => state === "offered" && $("#coach")?.dataset.advised === rising(dice) && $("td .expected");

/* Hints to dice that are gone are gone; to new ones they are asked for, as after the last roll. */
function coach() {
  const { state } = pad().dataset;
  if (state === "offered") advise();
  else if (state === "typing") {
    rollsLeft = "0";
    $("#coach")?.replaceChildren();
  }
}

async function advise(again = false) {
  const { dice, turn } = pad().dataset, asked = rollsLeft, place = $("#coach");
  if (!place || (!again && isAdvised(pad().dataset))) return;
  try {
    const address = `${place.dataset.url}?for=${turn}&dice=${dice}&left=${asked}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) });
    const text = await answer.text(), now = pad().dataset;
    if (answer.status === 200 && now.state === "offered" && now.dice === dice && now.turn === turn && asked === rollsLeft) drawAdvice(text);
  } catch { /* without a line there are no hints, and all else goes on */ }
}

function drawAdvice(text) {
  const template = document.createElement("template"), isOnIt = $("#coach").contains(document.activeElement);
  template.innerHTML = text;
  $("#coach").replaceWith(template.content);
  if (isOnIt) $(`#coach [value="${rollsLeft}"]`)?.focus();
  all("td .expected").forEach((old) => old.remove());
  all("[data-expects]").forEach((one) => drawExpected($(`td.mover [data-box="${one.dataset.expects}"]`), one.content));
}

function drawExpected(button, content) {
  button?.append(content.cloneNode(true));
  button?.setAttribute("aria-describedby", $(".expected", button).id);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest('#coach [name="left"]');
  if (!key) return;
  event.preventDefault();
  rollsLeft = key.value;
  advise(true);
});

new MutationObserver(coach).observe($("#table"), { subtree: true, attributeFilter: ["data-state"] });
coach();
