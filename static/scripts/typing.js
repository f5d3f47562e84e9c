/* Dice are typed here. How many slots there are, the page says. */

/* Typed dice, by slot, the turn that they are for, and the action card that goes with them. */
let typed = { turn: "", slots: [], card: "" };

const facesOf = (slots) => slots.filter(Boolean).join("");
const slots = () => all("[data-slot]");
const hole = () => slots().findIndex((_, slot) => !typed.slots[slot]);
const typing = () => ["typing", "offered"].includes(pad().dataset.state);

/* --- what the server drew becomes what is typed, and the other way round --- */

function adopt() {
  const { turn, over, dice, card = "" } = pad().dataset;
  if (over) {
    typed = held(over) ?? { turn: over, slots: [...dice], card: "" };
    draw();
  } else if (turn) {
    typed = held(turn) ?? { turn, slots: [...dice], card };
    typed.card = card || typed.card;
    if (facesOf(typed.slots) || card) keepTyped();
    if (facesOf(typed.slots) !== dice || pad().dataset.state === "typing") draw();
    if (typed.card !== card) preview();
    else if (pad().dataset.state !== "offered" || facesOf(typed.slots) !== dice) settle();
    askOfOver();
  } else {
    typed = { turn: "", slots: [], card: "" };
    letGo(() => true);
  }
  arrive();
}

const keepTyped = () => keep(typed.turn, typed.slots, typed.card);

/* Dice of a turn that is over: the pad asks what is to become of them. What it complains of just now stays. */
async function askOfOver() {
  letGo((turn, { slots }) => isOver(turn) && !/[1-6]/.test(slots));
  const over = Object.keys(hands()).find(isOver), complaint = $("#pad > .complaint");
  if (!over || unsaved()) return;
  await ask(`for=${over}&dice=${facesOf(held(over).slots)}`);
  if (complaint && !complaint.isConnected) $("#pad > .bar").after(complaint);
}

/* All dice are there: the boxes are offered, unless what comes next hangs on an answer. */
function settle() {
  if (!typing() || !slots().length || hole() >= 0) return;
  if (unsaved() && ("waits" in pad().dataset || allAlike(facesOf(typed.slots)) || waiting()[0]?.turn === typed.turn)) return;
  if (typed.card || pad().dataset.card || !isTold(facesOf(typed.slots))) return preview();
  askNoMore();
  offer();
  afterPaint(tidy);
}

function preview() {
  ask(`for=${typed.turn}&dice=${facesOf(typed.slots)}&${typed.card}`);
}

/* --- the hand --- */

function add(face) {
  if (!typing() || hole() < 0) return;
  typed.slots[hole()] = face;
  $("#awake").hidden = true;
  changed();
}

function drop(slot) {
  if (!typing()) return;
  delete typed.slots[slot];
  while (typed.slots.length && !typed.slots.at(-1)) typed.slots.length -= 1;
  if (pad().dataset.state === "offered") takeOffersBack();
  changed();
}

function changed() {
  askNoMore();
  wait(waiting().filter((entry, place) => place === 0 || entry.turn !== typed.turn)); // it waited with other dice
  keepTyped();
  lookAt(pad().dataset.mover);
  draw();
  settle();
}

const dropLast = () => drop(typed.slots.findLastIndex(Boolean));

/* Dice whose turn is over are used for the one that is due, or let go. */
function use() {
  const { slots } = typed;
  letGo((turn) => turn === typed.turn);
  typed = { turn: pad().dataset.turn, slots, card: "" };
  goOnTyping();
}

function clear() {
  letGo((turn) => turn === typed.turn);
  typed = held(pad().dataset.turn) ?? { turn: pad().dataset.turn, slots: [], card: "" };
  goOnTyping();
}

function goOnTyping() {
  all(".over, .kept").forEach((part) => part.remove());
  delete pad().dataset.over;
  pad().dataset.state = "typing";
  changed();
  askOfOver();
}

/* A box that was tapped before any die: its points are put away again. */
function closePoints() {
  all(".tray.points, #points, #extra").forEach((part) => part.remove());
  takeOffersBack();
  askNoMore();
  afterPaint(tidy);
}

function takeCardBack() {
  typed.card = "";
  keepTyped();
  letCardGo();
  preview();
}

/* The fields of a card go at once, before anything is sent with them; the page is asked for one without it. */
function letCardGo() {
  all('input[name^="card_"]').forEach((input) => input.remove());
  $("#card-line")?.replaceChildren();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face], [data-slot], .backspace, [data-use], [data-clear], [data-close], [data-instead], [data-take-back]");
  if (!key || event.defaultPrevented) return;
  if (key.dataset.face) add(key.dataset.face);
  else if (key.dataset.slot) drop(key.dataset.slot - 1);
  else if (key.matches(".backspace")) dropLast();
  else if (key.matches("[data-use]")) use();
  else if (key.matches("[data-clear]")) clear();
  else if (key.matches("[data-take-back]")) takeCardBack();
  else closePoints();
  event.preventDefault();
});
