/* What comes into sight when the pad arrives: the box chosen, the mover's columns, what lies below the edge. */

function arrive() {
  tell();
  $("td.chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (pad().matches(".players-6, .players-7")) showMover();
  afterPaint(showRest);
}

/* Many columns: those of the player to move are in the middle. */
function showMover() {
  const sheet = $(".pad .sheet"), names = all("th.mover").map((name) => name.getBoundingClientRect());
  if (!sheet || !names.length || sheet.scrollWidth <= sheet.clientWidth) return;
  const middle = (Math.min(...names.map(({ left }) => left)) + Math.max(...names.map(({ right }) => right))) / 2;
  const box = sheet.getBoundingClientRect();
  sheet.scrollBy({ left: middle - box.left - box.width / 2 });
}

/* How many boxes that can be pressed lie below the edge of a short screen. */
function showRest() {
  const sheet = $(".pad .sheet"), pill = $("[data-rest]");
  if (!sheet || !pill) return;
  const edge = sheet.getBoundingClientRect().bottom + 4;
  const below = all("td button", sheet).filter((button) => button.offsetParent && button.getBoundingClientRect().bottom > edge);
  const boxes = new Set(below.map((button) => button.closest("tr"))).size;
  pill.hidden = !boxes;
  const words = boxes === 1 ? pill.dataset.one : pill.dataset.many;
  $("span", pill).textContent = say(words, { count: boxes });
}

document.addEventListener("scroll", showRest, { capture: true, passive: true });
addEventListener("resize", showRest);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-rest]")) $(".sheet").scrollTo({ top: $(".sheet").scrollHeight });
});
