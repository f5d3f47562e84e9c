/* The keyboard: a face's figure, Backspace, Enter, arrows among the offers, Escape. */

document.addEventListener("keydown", (event) => {
  if (!$("#tray") || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
  const face = faceOf(event.key);
  if (face) add(face);
  else if (event.key === "Backspace") dropLast();
  else if (event.key === "r") readAloud();
  else if (event.key === "Escape" && $("[data-close]")) $("[data-close]").click();
  else if (event.key === "Enter" && !event.target.closest("button, a, summary")) step(0);
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event.key === "ArrowDown" ? 1 : -1);
  else if (several() && (event.key === "ArrowLeft" || event.key === "ArrowRight")) step(event.key === forward() ? 1 : -1, true);
  else return;
  event.preventDefault();
});

/* How the game stands, for a screen reader. */
async function readAloud() {
  const answer = await request($("[data-aloud]").href.split("?")[0]);
  if (answer?.status === 200) $("#said").innerHTML = answer.text;
}

const forward = () => (document.dir === "rtl" ? "ArrowLeft" : "ArrowRight");
const columnOf = (button) => button.closest("td").cellIndex;

/* Moves among the boxes that can be pressed now: down a column and on to the next one, or across. */
function step(by, across = false) {
  const offers = all("#sheet td button").filter((button) => button.offsetParent);
  if (!across) offers.sort((one, other) => columnOf(one) - columnOf(other));
  const at = offers.indexOf(document.activeElement);
  const to = at < 0 ? (by < 0 ? offers.length - 1 : 0) : (at + by + offers.length) % offers.length;
  offers[to]?.focus();
}
