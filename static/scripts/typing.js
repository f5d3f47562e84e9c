/* Dice are typed here. How many slots there are, the page says. */

/* Typed dice, by slot, the turn that they are for, the action card that goes with them, the mark of a first roll,
   the claim of their bonus. */
let typed = empty("");

const facesOf = (slots) => slots.filter(Boolean).join("");
const slots = () => all("[data-slot]");
const hole = () => slots().findIndex((_, slot) => !typed.slots[slot]);
const typing = () => ["typing", "offered"].includes(pad().dataset.state);

/* --- what the server drew becomes what is typed, and the other way round --- */

function adopt() {
  const { turn, over, dice, card = "" } = pad().dataset;
  const first = "firstRoll" in pad().dataset, claim = "claiming" in pad().dataset;
  if (over) {
    typed = held(over) || { ...empty(over), slots: [...dice], first };
    draw();
  } else if (turn) {
    typed = held(turn) || { turn, slots: [...dice], card, first, claim };
    typed.card = card || typed.card;
    const same = facesOf(typed.slots) === dice && typed.first === first && typed.claim === claim;
    if (facesOf(typed.slots) || card || typed.first) keepTyped();
    if (!same || pad().dataset.state === "typing") draw();
    if (typed.card !== card) preview();
    else if (pad().dataset.state !== "offered" || !same) settle();
    askOfOver();
  } else {
    typed = empty("");
    letGo(() => true);
  }
  loadMore();
  arrive();
}

const keepTyped = () => keep(typed);

/* What is typed, as a part of an address. */
const inHand = ({ turn, slots, card, first, claim }) =>
  `for=${turn}&dice=${facesOf(slots)}${first ? "&first_roll=1" : ""}${claim ? "&claim_bonus=1" : ""}${card && `&${card}`}`;

/* Dice of a turn that is over: the pad asks what is to become of them. What it complains of just now stays. */
async function askOfOver() {
  letGo((turn, { slots }) => isOver(turn) && !/[1-6]/.test(slots));
  const over = Object.keys(hands()).find(isOver), complaint = $("#pad > .complaint");
  if (!over || unsaved()) return;
  await ask(inHand({ ...held(over), card: "" }));
  if (complaint && !complaint.isConnected) $("#pad > .bar").after(complaint);
}

/* All dice are there: the boxes are offered, unless what comes next hangs on an answer. */
function settle() {
  if (!typing() || !slots().length || hole() >= 0) return;
  if (unsaved() && ("waits" in pad().dataset || isDoubtful(facesOf(typed.slots)) || waiting()[0]?.turn === typed.turn)) return;
  if (typed.card || pad().dataset.card || !isTold(facesOf(typed.slots))) return preview();
  askNoMore();
  offer();
  afterPaint(tidy);
}

function preview() {
  ask(inHand(typed));
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
  afterPaint(refocus);
}

/* A roll is marked as the first of its turn, or no longer: the boxes are offered anew. */
function markFirst() {
  const chosen = pad().dataset.state === "points";
  if (!typing() && !chosen) return;
  typed.first = !typed.first;
  if (pad().dataset.state === "offered") takeOffersBack();
  if (!chosen) return changed();
  keepTyped();
  draw();
  askPoints();
}

/* The bonus of the roll is claimed with a zero, or the roll is scored after all. */
function markClaim() {
  dropBehind();
  typed.claim = !typed.claim;
  keepTyped();
  settle();
}

/* What was tapped for this turn and waits behind another entry was tapped for other dice. */
const dropBehind = () => wait(waiting().filter((entry, place) => place === 0 || entry.turn !== typed.turn));

function changed() {
  askNoMore();
  typed.claim = false;
  dropBehind();
  keepTyped();
  lookAt(pad().dataset.mover);
  draw();
  settle();
}

const dropLast = () => drop(typed.slots.findLastIndex(Boolean));

/* Dice whose turn is over are used for the one that is due, or let go. */
function use() {
  const { turn: over } = typed;
  typed = { ...typed, turn: pad().dataset.turn, card: "" };
  letGo((turn) => turn === over);
  goOnTyping();
}

function clear() {
  letGo((turn) => turn === typed.turn);
  typed = heldOrEmpty(pad().dataset.turn);
  goOnTyping();
}

function goOnTyping() {
  all(".over, .kept").forEach((part) => part.remove());
  delete pad().dataset.over;
  pad().dataset.state = "typing";
  changed();
  askOfOver();
}

/* A box that was tapped before any die: its points are put away again, and the focus goes back to it. */
function closePoints() {
  const box = $('#points [name="box"]')?.value, column = $('#points [name="column"]')?.value;
  sought = () => $(`[data-open="${box}"]${column ? `[data-column="${column}"]` : ""}`);
  all(".tray.points, #points, #extra, #first").forEach((part) => part.remove());
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
  const key = event.target.closest("[data-face], [data-slot], .backspace, .first-roll, .claim-key, [data-use], [data-clear], [data-close], [data-instead], [data-take-back]");
  if (!key || event.defaultPrevented) return;
  if (key.dataset.face) add(key.dataset.face);
  else if (key.dataset.slot) drop(key.dataset.slot - 1);
  else if (key.matches(".backspace")) dropLast();
  else if (key.matches(".first-roll")) markFirst();
  else if (key.matches(".claim-key")) markClaim();
  else if (key.matches("[data-use]")) use();
  else if (key.matches("[data-clear]")) clear();
  else if (key.matches("[data-take-back]")) takeCardBack();
  else closePoints();
  event.preventDefault();
});
