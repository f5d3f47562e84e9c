/* Typed dice belong to a turn. They are kept on this phone by the turn that they are for: a reload, another page, the
   next player's dice don't take them away. `slots` are faces, a dot where there is none; `card` is an action card. */

const drawer = `scorepad:dice:${pad().dataset.url}`;
let hands = {};
try { hands = JSON.parse(localStorage.getItem(drawer)) ?? {}; } catch { /* a browser that keeps nothing has those of this page */ }

const turnsBefore = (turn) => Number(turn.split("-")[1]);
const isOver = (turn) => turn !== pad().dataset.turn && turnsBefore(turn) <= turnsBefore(pad().dataset.turn ?? "-");

function keep(turn, slots, card) {
  hands[turn] = { slots: Array.from(slots, (face) => face || ".").join(""), card };
  keepAll();
}

/* Lets go of the dice of one turn, or of all that `which` picks. */
function letGo(which) {
  Object.keys(hands).filter(which).forEach((turn) => delete hands[turn]);
  keepAll();
}

function keepAll() {
  try {
    if (Object.keys(hands).length) localStorage.setItem(drawer, JSON.stringify(hands));
    else localStorage.removeItem(drawer);
  } catch { /* no room: they last as long as the page */ }
}

/* What this phone has for that turn, if anything was typed. */
function held(turn) {
  const hand = hands[turn];
  return hand && { turn, slots: [...hand.slots].map((face) => (face === "." ? undefined : face)), card: hand.card };
}
