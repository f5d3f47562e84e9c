/* A tapped box shows at once what it will: its figure and sums in light ink, the next player to move. Nothing of it
   counts until it is answered, and all of it can be put back. */

const PENCIL = '<i class="pencil"></i>';
const unsaved = () => "unsaved" in pad().dataset;

/* How to put back what is drawn for the turn under way. */
let toPutBack = [];

function remember(part) {
  const before = part.cloneNode(true);
  toPutBack.push(() => part.replaceWith(before));
}

/* --- the mover --- */

function moverOf(seat, is) {
  cellsOf(seat, all("#sheet tr")).forEach(({ cell }) => cell.classList.toggle("mover", is));
  namesOf(seat).forEach((name) => {
    name.classList.toggle("mover", is);
    if (is) $(".who > span", name).insertAdjacentHTML("afterbegin", PENCIL);
    else $(".pencil", name)?.remove();
  });
}

/* The turn passes from one seat to another: edges of columns, rings in the empty cells. */
function passOn(from, to) {
  if (from !== to && from) {
    moverOf(from, false);
    emptyCells(from).forEach(({ cell }) => { dress(cell, cell.classList.contains("later") && "later"); cell.replaceChildren(); });
  }
  if (from !== to && to) moverOf(to, true);
  if (to) emptyCells(to).forEach(drawEmpty);
  pad().dataset.mover = to;
  lookAt(to);
}

/* --- the turn --- */

function drawAhead(button) {
  const cell = button.closest("td") ?? $("td.chosen"), row = cell.parentElement, { mover, next, turn } = pad().dataset;
  const points = Number(button.dataset.points), extra = Number(button.dataset.earns ?? button.dataset.extra ?? 0), name = $(`th.name[data-seat="${mover}"] bdi`);
  button.blur(); // before anything changes: losing it with the focus would draw the page once more
  toPutBack = [() => {
    dress(cell, "first");
    passOn(pad().dataset.mover, mover);
    pad().dataset.turn = turn;
  }];
  [$("#prompt .count"), $("#card-line")].filter(Boolean).forEach(remember);
  countAhead(row, cell, mover, points, extra);
  dress(cell, points ? "filled" : "zero", "mover", "unsaved");
  cell.innerHTML = `<span class="${points ? "figure" : "dash"}">${figure(points)}</span>${PENCIL}`;
  $("#prompt .count").innerHTML = `${name.outerHTML}: ${$(".short", row).innerHTML} ${figure(points)}`;
  $("#prompt .count").classList.add("last");
  all(".tray.points, #points, #extra, #first").forEach((part) => part.remove());
  if (next && !("wins" in button.dataset)) turnTo(mover, next, turn);
  else { takeOffersBack(); pad().dataset.state = "waiting"; }
  afterPaint(tidy);
}

function turnTo(mover, next, turn) {
  const specials = all("[data-roll]"), why = $(".hint.why[data-hint='0'] span")?.firstChild;
  showHint("");
  passOn(mover, next);
  nameInTray(next);
  specials.forEach((special) => special.remove());
  why?.remove();
  toPutBack.push(() => {
    nameInTray(mover);
    $("#hints").append(...specials);
    if (why) $(".hint.why span").prepend(why);
  });
  Object.assign(pad().dataset, { turn: `${next}-${turnsBefore(turn) + 1}`, state: "typing" });
  typed = heldOrEmpty(pad().dataset.turn);
  letCardGo();
  delete pad().dataset.card;
  $(".slots .undo").hidden = false;
  draw();
  settle();
}

function nameInTray(seat) {
  const head = $(`th.name[data-seat="${seat}"]`), name = $("bdi", head).textContent;
  all("#prompt .tag bdi, #hints .accent").forEach((place) => { place.textContent = name; });
  pad().classList.toggle("long-name", name.length > 16);
  pad().classList.toggle("long-word", head.classList.contains("long-word"));
}

/* Sums in light ink. What a column counts, and what it needs for its bonus, the page says. */
function countAhead(row, cell, seat, points, extra) {
  if (!$("#sums")) return; // sums are hidden until the end
  const names = namesOf(seat), sums = $("#sums").cells[cell.cellIndex];
  const [{ cell: total }] = cellsOf(seat, all("#foot .all"));
  const { upper, need, factor = 1 } = sums.dataset;
  const above = row.compareDocumentPosition($("#sums")) & Node.DOCUMENT_POSITION_FOLLOWING;
  const bonus = above && need > 0 && need <= points ? Number($(".sheet").dataset.bonus) : 0;
  [...names, sums, total].forEach(remember);
  if (above) countUpper(sums, Number(upper), Number(need), points, bonus);
  if (several()) countColumn($("#foot .by-column").cells[cell.cellIndex], points + bonus, extra);
  const sum = Number(names[0].dataset.total) + factor * (points + bonus) + extra;
  [...names, total].map((place) => $(".sum", place)).forEach((place) => write(place, sum));
}

function write(place, number) {
  place.textContent = figure(number);
  place.classList.add("light");
}

/* What a column counts: its sum so often as it says, and the bonuses earned in it. */
function countColumn(place, points, extra) {
  const { written, factor } = place.dataset, sum = Number(written) + points, earned = Number(place.dataset.extra) + extra;
  remember(place);
  write($(".written", place), sum);
  write($(".counts", place), factor * sum + earned);
  if (!extra) return;
  $(".extra", place)?.remove();
  $(".times", place).insertAdjacentHTML("beforeend", ` <bdi class="extra light">+${figure(earned)}</bdi>`);
}

function countUpper(sums, upper, need, points, bonus) {
  $(".upper", sums).textContent = figure(upper + points);
  sums.classList.add("light");
  const left = Math.max(0, need - points);
  $(".done", sums)?.setAttribute("width", $("rect", sums).getAttribute("width") - left);
  if (bonus) $(".need", sums).outerHTML = `<span class="got">${icon("check")}${figure(bonus)}</span>`;
  else all(".need > span", sums).forEach((words) => { words.textContent = words.textContent.replace(figure(need), figure(left)); });
}

/* The turn did not count: the page is as it was before the tap, the dice of both turns are kept. */
function putBack() {
  const steps = toPutBack;
  answered();
  if (!steps.length) return;
  steps.forEach((step) => step());
  typed = heldOrEmpty(pad().dataset.turn);
  pad().dataset.state = "typing";
  $(".slots .undo").hidden = !$("#prompt .last");
  draw();
  if (typed.card) preview();
  else settle();
}

/* The turn under way is answered: what was drawn ahead stays, or is drawn anew. */
function answered() {
  toPutBack = [];
  delete pad().dataset.unsaved;
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  calm();
}
