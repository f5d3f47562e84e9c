/* What the server answers: whether it is a pad at all, what is told where it is none, what changed on the page. */

const PAD = '<section id="pad"';
/* These, and what a broken server says, may be another answer next time; other refusals will be the same. */
const AGAIN = [401, 408, 425, 429];

/* Whatever else sits between phone and pad may answer too: only a pad replaces the pad. */
const isPad = (answer) => answer && [200, 409, 422].includes(answer.status) && answer.text.includes(PAD);

/* Why the banner is up. What was told of an entry (`told`) stays until it is read. */
function complain(why) {
  const banner = $("#banner");
  if (banner.dataset.why === "told" && ["", "gone", "away"].includes(why)) return;
  banner.hidden = !why;
  banner.dataset.why = why;
}

$("[data-good]").addEventListener("click", () => { $("#banner").dataset.why = ""; complain(""); });

/* No answer of a pad: what was meant waits and is sent again, unless it is refused for good. */
function lost(answer, refuse) {
  const status = answer?.status ?? 0, some = waiting().length > 0;
  calm();
  if (status === 401) complain(some ? "pin" : "locked");
  else if (status < 400 || status >= 500 || AGAIN.includes(status)) complain(some ? tellTrouble(answer) : "away");
  else {
    tellRefusal(answer);
    complain(some ? "told" : "gone");
    refuse();
  }
}

/* A pad in trouble says itself why nothing is saved; else it can't be reached. */
function tellTrouble(answer) {
  const page = new DOMParser().parseFromString(answer?.text ?? "", "text/html"), place = $("[data-trouble]");
  const why = $("[data-reason]", page)?.textContent ?? "";
  if (place.textContent !== why) place.textContent = why;
  return why ? "trouble" : "unsaved";
}

/* What waited for something else is not saved, because that came out otherwise. */
function tellUnsaved(what = "") {
  $("[data-told]").textContent = what;
  $("[data-advice]").textContent = $("[data-advice]").dataset.otherwise;
  complain("told");
}

function tellRefusal({ text, status }) {
  const page = new DOMParser().parseFromString(text, "text/html"), advice = $("[data-advice]");
  const title = $("main h2", page)?.textContent;
  $("[data-told]").textContent = title ?? figure(status);
  advice.textContent = (title && $("main p", page)?.textContent) || advice.dataset.otherwise;
}

/* --- an updated pad: the page loads itself anew, once --- */

function wasUpdated({ version }) {
  if (!version || version === $("#table").dataset.version) return false;
  try {
    const before = sessionStorage.getItem("scorepad:version");
    sessionStorage.setItem("scorepad:version", version);
    return before !== version;
  } catch { return false; /* a browser that keeps nothing would load for ever */ }
}

/* --- what is shown --- */

const isWhole = (text) => !text.includes(`${PAD} data-changes`);

/* A whole pad, or what changed of it, put in its place; the focus is never lost. */
async function show(text) {
  sought = focused();
  answered();
  if (isWhole(text)) await putWhole(text);
  else patch(text);
  adopt();
  afterPaint(refocus);
}

/* Each piece takes the place of the one with its id, and the root gets the marks of the answer. */
function patch(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const fresh = template.content.firstElementChild, root = pad(), sameTurn = fresh.dataset.turn === root.dataset.turn;
  if (fresh.dataset.mover !== root.dataset.mover) passOn(root.dataset.mover, fresh.dataset.mover);
  else if (root.dataset.state === "offered") takeOffersBack();
  all("[id]", fresh).forEach((piece) => replace(document.getElementById(piece.id), piece));
  ["data-unsaved", "data-over", "data-card", "data-waits", "data-first-roll", "data-claiming"].forEach((mark) => root.removeAttribute(mark));
  [...fresh.attributes].filter(({ name }) => name !== "data-changes").forEach(({ name, value }) => root.setAttribute(name, value));
  lookAt(fresh.dataset.mover);
  all('input[name="seen"]', root).forEach((input) => { input.value = fresh.dataset.seen; });
  all('input[name="for"]', root).forEach((input) => { input.value = fresh.dataset.turn; });
  all('.over, .kept, #pad > .complaint, input[name^="card_"]').forEach((part) => part.remove());
  if ($(".tray.points") && sameTurn) askPoints();
  else if ($(".tray.points")) closePoints();
  if (!sameTurn) $(".slots .undo").hidden = !$("#prompt .last");
}

const CELLS = "th:not(.label), td, .name:not(th)";

/* What is the same stays as it is: each new part costs a slow phone time. Of a row, only its cells are looked at. */
function replace(old, fresh) {
  if (fresh.matches("tr, thead, tfoot, #tabs")) {
    const cells = all(CELLS, old);
    all(CELLS, fresh).forEach((cell, place) => replace(cells[place], cell));
  } else if (old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
}

/* --- what was pressed may be gone: what stands in its place has the focus then, or the next thing to press --- */

/* Asking where things are makes the browser lay them out: that waits until what changed is seen. */
const tidy = () => { refocus(); showRest(); };
const afterPaint = (what) => requestAnimationFrame(() => setTimeout(what));

/* How to find again what had the focus, or its neighbour; what is sought until it has the focus again. */
let sought = null;

function focused() {
  const active = document.activeElement;
  if (active?.matches("[data-undo], [data-redo]")) return () => $(`#steps [data-${"undo" in active.dataset ? "undo" : "redo"}]`) ?? $("#steps button");
  const row = active?.closest("tr[id]"), at = row && all("button, a", row).indexOf(active);
  return row && (() => all("button, a", document.getElementById(row.id) ?? row)[at]);
}

function refocus() {
  if (navigator.userActivation?.hasBeenActive === false) return; // nobody has been anywhere yet
  const active = document.activeElement;
  if (!active || active === document.body || active.disabled || !active.offsetParent) {
    const next = sought?.() ?? ($('[data-state="typing"] .key') || $('[data-state="offered"] td button') || $(".grid button") || $("#pad .primary"));
    next?.focus({ preventScroll: true });
  }
  sought = null;
}
