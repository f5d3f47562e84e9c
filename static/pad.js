/* The pad in the hand: dice are typed here and sent once there are five; everything else is forms. */
"use strict";

const COUNT = 5;
const SHOWN = [200, 204, 409, 422];
const DIGITS = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩";

/* Typed dice, by slot, and the seat they were typed for. */
let typed = { seat: "", slots: [] };

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const pad = () => $("#pad");
const facesOf = (slots) => slots.filter(Boolean).join("");

/* --- what the server drew becomes what is typed, and the other way round --- */

function adopt() {
  typed = { seat: pad().dataset.mover, slots: [...pad().dataset.dice] };
  tell();
  $("td.chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showMover();
  showRest();
}

function draw() {
  const faces = facesOf(typed.slots);
  const next = Array.from({ length: COUNT }, (_, slot) => typed.slots[slot]).findIndex((face) => !face);
  all("[data-slot]").forEach((die, slot) => {
    const face = typed.slots[slot];
    die.classList.toggle("empty", !face);
    die.classList.toggle("next", slot === next);
    die.disabled = !face;
    die.replaceChildren(...(face ? [$(`[data-face="${face}"] svg`).cloneNode(true)] : []));
    die.setAttribute("aria-label", label(slot, face));
  });
  all('input[name="dice"]', pad()).forEach((input) => { input.value = faces; });
  const undo = $(".slots .undo"), back = $(".slots .backspace");
  if (faces) undo.hidden = true;
  back.hidden = !undo.hidden;
  back.disabled = !faces;
  if (faces.length < COUNT) pad().dataset.state = "typing";
  $("#tray .count").textContent = "";
}

/* The words for a slot come from the page: `data-full` and `data-empty` of the row of slots. */
function label(slot, face) {
  const { full, empty, figures } = $(".slots").dataset;
  const figure = (number) => [...figures][number];
  return (face ? full : empty).replace("{slot}", figure(slot + 1)).replace("{face}", figure(face || 0));
}

/* --- typing --- */

function add(face) {
  if (!$("#tray.dice") || facesOf(typed.slots).length === COUNT) return;
  const hole = Array.from({ length: COUNT }, (_, slot) => typed.slots[slot]).findIndex((die) => !die);
  typed.slots[hole] = face;
  draw();
  if (facesOf(typed.slots).length === COUNT) preview();
}

function drop(slot) {
  if (!$("#tray.dice")) return;
  delete typed.slots[slot];
  while (typed.slots.length && !typed.slots.at(-1)) typed.slots.length -= 1;
  draw();
}

function preview() {
  htmx.ajax("GET", `${pad().dataset.url}?dice=${facesOf(typed.slots)}`, {
    source: $("#ask"), target: "#pad", swap: "outerMorph",
  });
}

function lastTyped() {
  return typed.slots.findLastIndex(Boolean);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face], [data-slot], .backspace, [data-open], [data-rest]");
  if (!key || event.defaultPrevented) return;
  if (key.dataset.face) add(key.dataset.face);
  else if (key.dataset.slot) drop(key.dataset.slot - 1);
  else if (key.matches(".backspace")) drop(lastTyped());
  else if (key.matches("[data-rest]")) $(".sheet").scrollTo({ top: $(".sheet").scrollHeight });
  else if (!facesOf(typed.slots)) return;
  event.preventDefault();
});

/* --- the keyboard: 1 to 6, Backspace, Enter, arrows among the offers, Escape --- */

document.addEventListener("keydown", (event) => {
  if (!$("#tray") || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) return;
  const face = DIGITS.indexOf(event.key) % 10;
  if (event.key.length === 1 && face >= 1 && face <= 6) add(String(face));
  else if (event.key === "Backspace") drop(lastTyped());
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

/* --- answers --- */

function complain(show) {
  $("#banner").hidden = !show;
}

document.addEventListener("htmx:before:response", (event) => {
  const known = SHOWN.includes(event.detail.ctx.response.status);
  if (!known) event.preventDefault();
  complain(!known);
});

/* Whatever else sits between phone and pad may answer too: only a pad replaces the pad. */
document.addEventListener("htmx:after:request", (event) => {
  const { response, text } = event.detail.ctx;
  if (response.status === 204 || text.includes('<section id="pad"')) return;
  event.preventDefault();
  complain(true);
});

document.addEventListener("htmx:error", () => complain(true));

/* Focus is never lost: what was pressed may be gone, then the next thing to press has it. */
document.addEventListener("htmx:after:swap", () => {
  adopt();
  if (document.activeElement === document.body || !document.activeElement?.offsetParent) {
    const next = $('[data-state="typing"] .key') || $('[data-state="offered"] td button') || $(".grid button") || $("#pad .primary");
    next?.focus({ preventScroll: true });
  }
});

function tell() {
  const news = $("[data-news]")?.textContent.trim();
  if (news && $("#said").textContent !== news) $("#said").textContent = news;
}

/* --- many players, short screens --- */

function showMover() {
  const sheet = $(".pad .sheet"), name = $("th.mover");
  if (!sheet || !name || sheet.scrollWidth <= sheet.clientWidth) return;
  const middle = name.getBoundingClientRect().left + name.offsetWidth / 2;
  const box = sheet.getBoundingClientRect();
  sheet.scrollBy({ left: middle - box.left - box.width / 2 });
}

/* How many boxes that can be pressed lie below the edge of a short screen. */
function showRest() {
  const sheet = $(".pad .sheet"), pill = $("[data-rest]");
  if (!sheet || !pill) return;
  const edge = sheet.getBoundingClientRect().bottom + 4;
  const below = all("td button", sheet).filter((button) => button.offsetParent && button.getBoundingClientRect().bottom > edge);
  pill.hidden = below.length === 0;
  const words = below.length === 1 ? pill.dataset.one : pill.dataset.many;
  $("span", pill).textContent = words.replace("{count}", [...String(below.length)].map((digit) => [...pill.dataset.figures][digit]).join(""));
}

document.addEventListener("scroll", showRest, { capture: true, passive: true });
addEventListener("resize", showRest);

document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; samesite=lax`;
adopt();
