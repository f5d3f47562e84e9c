/* Dice are typed here and sent once every slot has one. How many slots there are, the page says. */

/* Typed dice, by slot, the seat they were typed for, and the action card that goes with them. */
let typed = { seat: "", slots: [], card: "" };

const facesOf = (slots) => slots.filter(Boolean).join("");
const slots = () => all("[data-slot]");
const hole = () => slots().findIndex((_, slot) => !typed.slots[slot]);
const typing = () => $("#tray.dice") && pad().dataset.state !== "kept";

/* --- what the server drew becomes what is typed, and the other way round --- */

function adopt() {
  const { mover, state, dice, card = "" } = pad().dataset;
  typed = { seat: state === "kept" ? "" : mover, slots: [...dice], card };
  arrive();
}

/* Another phone saved something: what is typed here stays, and is asked about where its turn is over. */
function reconcile() {
  const { mover, dice } = pad().dataset;
  if (!(facesOf(typed.slots) || typed.card) || !$("#tray.dice") || dice) return adopt();
  if (typed.seat !== mover && !facesOf(typed.slots)) return adopt();
  draw();
  if (typed.seat !== mover) pad().dataset.state = "kept";
  else if (hole() < 0 || typed.card) preview();
  arrive();
}

function use() {
  typed.seat = pad().dataset.mover;
  typed.card = "";
  pad().dataset.state = "typing";
  draw();
  if (hole() < 0) preview();
}

function clear() {
  typed = { seat: pad().dataset.mover, slots: [], card: "" };
  draw();
}

/* --- drawing --- */

function draw() {
  const faces = facesOf(typed.slots);
  const next = hole();
  slots().forEach((die, slot) => drawDie(die, slot, slot === next));
  pad().dataset.dice = faces;
  all('input[name="dice"]', pad()).forEach((input) => { input.value = faces; });
  const play = $("[data-play-card]"), takeBack = $("[data-take-back]");
  if (play) play.search = faces ? `?dice=${faces}` : "";
  if (takeBack) takeBack.search = faces ? `?use=1&dice=${faces}` : "";
  keepDice($("[data-keep-dice]"), faces);
  drawBack(faces);
  if (next >= 0) pad().dataset.state = "typing";
  $("#tray .count").textContent = "";
}

function drawDie(die, slot, next) {
  const face = typed.slots[slot];
  die.classList.toggle("empty", !face);
  die.classList.toggle("next", next);
  die.disabled = !face;
  die.replaceChildren(...(face ? [$(`[data-face="${face}"] svg`).cloneNode(true)] : []));
  die.setAttribute("aria-label", label(slot, face));
}

/* One place for two keys: the last die goes back, or, before the first die, the last entry. */
function drawBack(faces) {
  const undo = $(".slots .undo"), back = $(".slots .backspace");
  if (faces) undo.hidden = true;
  back.hidden = !undo.hidden;
  back.disabled = !faces;
}

/* A link that leads away and back takes the typed dice along. */
function keepDice(link, faces) {
  if (!link) return;
  const query = new URLSearchParams(link.search);
  query.delete("held");
  if (faces) query.set("held", faces);
  link.search = query;
}

/* The words for a slot come from the page: `data-full` and `data-empty` of the row of slots. */
function label(slot, face) {
  const { full, empty, figures } = $(".slots").dataset;
  const words = { slot: slot + 1, face: face || 0 };
  return (face ? full : empty).replace(/\{(slot|face)\}/g, (_, name) => inFigures(words[name], figures));
}

/* --- the hand --- */

function add(face) {
  if (!typing() || hole() < 0) return;
  typed.slots[hole()] = face;
  $("#awake").hidden = true;
  draw();
  if (hole() < 0) preview();
}

function drop(slot) {
  if (!typing()) return;
  delete typed.slots[slot];
  while (typed.slots.length && !typed.slots.at(-1)) typed.slots.length -= 1;
  draw();
}

function preview() {
  htmx.ajax("GET", `${pad().dataset.url}?use=1&for=${typed.seat}&dice=${facesOf(typed.slots)}&${typed.card}`, {
    source: $("#ask"), target: "#pad", swap: "outerMorph",
  });
}

function dropLast() {
  drop(typed.slots.findLastIndex(Boolean));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face], [data-slot], .backspace, [data-open], [data-use], [data-clear]");
  if (!key || event.defaultPrevented) return;
  if (key.dataset.face) add(key.dataset.face);
  else if (key.dataset.slot) drop(key.dataset.slot - 1);
  else if (key.matches(".backspace")) dropLast();
  else if (key.matches("[data-use]")) use();
  else if (key.matches("[data-clear]")) clear();
  else if (!facesOf(typed.slots)) return;
  event.preventDefault();
});
