/* What comes into sight when the pad arrives: the box chosen, the mover's columns, what lies below the edge. */

function arrive() {
  tell();
  $("td.chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if ($(".asides")) showMover();
  afterPaint(showMore);
}

/* Many columns: those of the player to move are in the middle. */
function showMover() {
  const sheet = $(".pad .sheet"), names = all("th.mover").map((name) => name.getBoundingClientRect());
  if (!sheet || !names.length || sheet.scrollWidth <= sheet.clientWidth) return;
  const middle = (Math.min(...names.map(({ left }) => left)) + Math.max(...names.map(({ right }) => right))) / 2;
  const [from, to] = besideLabels(sheet);
  sheet.scrollBy({ left: middle - (from + to) / 2, behavior: "instant" });
}

/* From where to where columns are seen: the labels stay while they go by. */
function besideLabels(sheet) {
  const { left, right } = sheet.getBoundingClientRect(), label = $("#head .label").getBoundingClientRect();
  return isMirrored() ? [left, label.left] : [label.right, right];
}

const isMirrored = () => document.dir === "rtl";

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

/* How many players' columns lie beyond the labels, and how many beyond the other edge. */
function showAsides() {
  const sheet = $(".pad .sheet");
  if (!sheet || !$(".asides")) return;
  const [from, to] = besideLabels(sheet);
  const names = all("#head .name").map((name) => name.getBoundingClientRect());
  const hidden = [names.filter((name) => name.left < from - 2).length, names.filter((name) => name.right > to + 2).length];
  const [before, after] = isMirrored() ? hidden.reverse() : hidden;
  tellAside("-1", before);
  tellAside("1", after);
  $("#head .label").classList.toggle("between", before + after > 0);
}

function tellAside(way, count) {
  const key = $(`[data-aside="${way}"]`);
  key.hidden = !count;
  $("bdi", key).textContent = figure(count);
  key.setAttribute("aria-label", say(key.dataset.say, { count }));
}

function showMore() {
  showRest();
  showAsides();
}

document.addEventListener("scroll", showMore, { capture: true, passive: true });
addEventListener("resize", showMore);
document.addEventListener("click", (event) => {
  const sheet = $(".sheet"), key = event.target.closest("[data-aside]");
  if (event.target.closest("[data-rest]")) sheet.scrollTo({ top: sheet.scrollHeight });
  if (!key) return;
  const way = Number(key.dataset.aside) * (isMirrored() ? -1 : 1);
  sheet.scrollBy({ left: way * (sheet.clientWidth - $("#head .label").clientWidth), behavior: "instant" });
});

/* A name that is cut at the head of the sheet is told whole. */
document.addEventListener("click", (event) => {
  const who = event.target.closest(".pad .name")?.querySelector(".who"), called = $("#called");
  const isCut = who && (who.scrollWidth > who.clientWidth + 1 || who.scrollHeight > who.clientHeight + 4);
  called.hidden = !isCut;
  if (isCut) called.textContent = who.textContent;
});
