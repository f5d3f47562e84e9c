/* The keyboard: a face's figure, Backspace, Enter, arrows among the offers, Escape. */

const DIGITS = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩";

/* The face of that figure in any script, where the page has a key for it. */
function faceOf(figure) {
  const face = figure.length === 1 ? DIGITS.indexOf(figure) % 10 : -1;
  return face >= 0 && $(`[data-face="${face}"]`) ? String(face) : "";
}

document.addEventListener("keydown", (event) => {
  if (!$("#tray") || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
  const face = faceOf(event.key);
  if (face) add(face);
  else if (event.key === "Backspace") dropLast();
  else if (event.key === "Escape" && $("[data-close]")) $("[data-close]").click();
  else if (event.key === "Enter" && !event.target.closest("button, a, summary")) step(0);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
  else return;
  event.preventDefault();
});

/* Moves among the boxes that can be pressed now. */
function step(by) {
  const offers = all("#sheet td button").filter((button) => button.offsetParent);
  const at = offers.indexOf(document.activeElement);
  const to = at < 0 ? (by < 0 ? offers.length - 1 : 0) : (at + by + offers.length) % offers.length;
  offers[to]?.focus();
}
