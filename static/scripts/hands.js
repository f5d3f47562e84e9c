/* Typed dice belong to a turn. They are kept on this phone by the turn that they are for: a reload, another page, the
   next player's dice don't take them away. `slots` are faces, a dot where there is none; `card` is an action card,
   `first` marks a first roll, `claim` that the bonus of the dice is claimed. */

const drawer = `scorepad:dice:${pad().dataset.url}`;
let ownHands = null;

/* Turn → what was typed for it, by whichever page of this phone; a browser that keeps nothing has those of this page. */
function hands() {
  try { return ownHands ?? JSON.parse(localStorage.getItem(drawer)) ?? {}; } catch { return {}; }
}

function keepAll(kept) {
  ownHands = null;
  try {
    if (Object.keys(kept).length) localStorage.setItem(drawer, JSON.stringify(kept));
    else localStorage.removeItem(drawer);
  } catch { ownHands = kept; }
}

const turnsBefore = (turn) => Number(turn.split("-")[1]);
const isOver = (turn) => turn !== pad().dataset.turn && turnsBefore(turn) <= turnsBefore(pad().dataset.turn ?? "-");

function keep({ turn, slots, card, first, claim }) {
  keepAll({ ...hands(), [turn]: { slots: Array.from(slots, (face) => face || ".").join(""), card, first, claim } });
}

/* Lets go of what was typed for the turns that `which` picks. */
function letGo(which) {
  keepAll(Object.fromEntries(Object.entries(hands()).filter(([turn, hand]) => !which(turn, hand))));
}

/* What this phone has for that turn, if anything was typed. */
function held(turn) {
  const { slots, card, first = false, claim = false } = hands()[turn] ?? {};
  return slots !== undefined && { turn, slots: [...slots].map((face) => (face === "." ? undefined : face)), card, first, claim };
}

const empty = (turn) => ({ turn, slots: [], card: "", first: false, claim: false });
const heldOrEmpty = (turn) => held(turn) || empty(turn);
