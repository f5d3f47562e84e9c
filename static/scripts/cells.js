/* The cells of the sheet, drawn as the pad draws them. */

const several = () => pad().classList.contains("several");
const boxRows = () => all('#sheet tbody tr[id^="row-"]');
const boxOf = (row) => row.id.slice(4);
const isFull = (cell) => cell.classList.contains("filled") || cell.classList.contains("zero");

/* The cells of that seat in these rows: a row may have one cell a player, or one a column of each player. */
function cellsOf(seat, rows) {
  const names = all("th.name"), at = names.findIndex((name) => name.dataset.seat === seat);
  return rows.flatMap((row) => {
    const each = (row.cells.length - 1) / names.length, first = 1 + each * at;
    return Array.from(row.cells).slice(first, first + each).map((cell, place) => ({ row, cell, column: place + 1 }));
  });
}

/* A player at the head of the sheet, first as its column is headed; then as a tab, where there are tabs. */
const namesOf = (seat) => [$(`th.name[data-seat="${seat}"]`), $(`#tabs [data-seat="${seat}"]`)].filter(Boolean);

/* The empty cells of that seat, each with its row and its column from 1. */
const emptyCells = (seat) => cellsOf(seat, boxRows()).filter(({ cell }) => !isFull(cell));

function dress(cell, ...names) {
  const css = names.filter(Boolean).join(" ");
  if (css) cell.className = css; else cell.removeAttribute("class");
}

/* What tells the button of a cell: its form and its box, and its column where there are several. */
function marks({ row, column }, form, hook) {
  const suffix = several() ? `-${column}` : "", box = boxOf(row);
  const which = several() ? ` data-column="${column}"` : "";
  return `form="${form}${suffix}" name="box" value="${box}" data-${hook}="${box}"${which}`;
}

function nameOf({ row, column }) {
  const box = $(".long", row).textContent, { cell } = $(".sheet").dataset;
  return cell ? say(cell, { box, column }) : box;
}

const label = (sentence, facts) => ` aria-label="${escaped(say(sentence, facts))}"`;

/* An empty cell of the player to move: it may be tapped before any die, or its turn comes later. */
function drawEmpty(at) {
  const later = at.cell.classList.contains("later");
  dress(at.cell, later ? "later" : "first", "mover");
  at.cell.replaceChildren(...(later ? [] : [ringFor(at).cloneNode(true)]));
}

/* A box has the same ring whoever moves: it is made once, for making is dearer than copying. */
const rings = new Map();

function ringFor(at) {
  const box = `${at.row.id} ${at.column}`;
  if (!rings.has(box)) {
    const made = document.createElement("template");
    made.innerHTML = `<button ${marks(at, "choose", "open")}${label($(".sheet").dataset.enter, { box: nameOf(at) })}><span class="ring"></span></button>`;
    rings.set(box, made.content.firstChild);
  }
  return rings.get(box);
}

function drawClosed({ cell }) {
  dress(cell, "closed", cell.classList.contains("later") && "later", "mover");
  cell.innerHTML = `<span class="hidden">${escaped($(".sheet").dataset.closed)}</span>`;
}

function drawOffer(at, { points, extra, claim, wins }) {
  const words = $(".sheet").dataset, box = nameOf(at), offers = JSON.parse(words.offers);
  const plain = offers[words.which[Math.min(points, words.which.length - 1)]];
  // No text within a text: it would lose its spaces as it is packed.
  const before = claim ? `<span>${figure(points)} </span>` : `${figure(points)} `;
  const shown = extra ? `${before}<b><bdi>+${figure(extra)}</bdi></b>` : points ? figure(points) : `<span class="dash">${figure(0)}</span>`;
  dress(at.cell, points || extra ? "offer" : "offer-zero", "mover");
  const name = claim ? label(words.toClaim, { box, zero: 0, extra }) : wins ? label(words.toWin, { box, points })
    : extra ? label(words.withExtra, { box, points, extra }) : label(plain, { box, count: points });
  at.cell.innerHTML = `<button ${marks(at, claim ? "claim" : "turn", "box")}${claim ? " data-claim" : ""} data-points="${points}"${
    extra ? ` data-earns="${extra}"` : ""}${wins ? " data-wins" : ""}${name}>${shown}</button>`;
}

/* --- the boxes offered to the typed dice --- */

function offer() {
  const faces = facesOf(typed.slots), pays = payer(faces);
  const offers = emptyCells(pad().dataset.mover).map((at) =>
    [at, at.cell.classList.contains("later") ? undefined : pays(boxOf(at.row), at.column)]);
  offers.forEach(([at, found]) => (found ? drawOffer(at, found) : drawClosed(at)));
  showHint(faces);
  drawKey($(".claim-key"), typed.claim);
  pad().dataset.state = "offered";
}

/* One hint holds for most rolls; where others have their own, all of them lie ready. */
function showHint(faces) {
  const hint = $(".hint"), wanted = specialFor(faces)?.dataset.roll ?? "0";
  if (hint.dataset.hint !== wanted) hint.replaceWith($(`[data-roll="${wanted}"]`).content.cloneNode(true));
}

function takeOffersBack() {
  emptyCells(pad().dataset.mover).forEach(drawEmpty);
  pad().dataset.state = "typing";
}
