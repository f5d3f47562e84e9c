/* Dice as they are drawn in their slots, and as a keyboard types them. */

const DIGITS = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩";

/* The face of that figure in any script, where the page has a key for it. */
function faceOf(sign) {
  const face = sign.length === 1 ? DIGITS.indexOf(sign) % 10 : -1;
  return face >= 0 && $(`[data-face="${face}"]`) ? String(face) : "";
}

function drawDie(die, slot, face, next) {
  die.classList.toggle("next", next);
  if ((face ?? "") === ($("use", die)?.getAttribute("href").at(-1) ?? "")) return;
  die.classList.toggle("empty", !face);
  die.disabled = !face;
  die.replaceChildren(...(face ? [$(`[data-face="${face}"] svg`).cloneNode(true)] : []));
  const { full, empty } = $(".slots").dataset;
  die.setAttribute("aria-label", say(face ? full : empty, { slot: slot + 1, face: Number(face) }));
}
