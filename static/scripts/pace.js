/* How soon the next look is: every two seconds while something happens here or there, seldom once it has been quiet. */

const SELDOM = 10000;
const RESTS_AFTER = 5 * 60 * 1000;

let stirred = Date.now();
let next = 0;

const rests = () => Date.now() - stirred >= RESTS_AFTER;

function lookOn() {
  clearTimeout(next);
  next = setTimeout(() => { look(); lookOn(); }, rests() ? SELDOM : EVERY);
}

/* Somebody is here: whoever rested looks at once. */
function stir() {
  if (rests()) wake();
  else stirred = Date.now();
}

function wake() {
  stirred = Date.now();
  look();
  lookOn();
}

["pointerdown", "keydown"].forEach((kind) => addEventListener(kind, stir, { capture: true, passive: true }));
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
