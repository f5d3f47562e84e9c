/* The pad in the hand: dice are typed here and sent once there are five; everything else is forms. */
"use strict";

const COUNT = 5;
const SHOWN = [200, 204, 409, 422];
const EVERY = 2000;
const HOUR = 3600 * 1000;
const DIGITS = "0123456789۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩";

/* Typed dice, by slot, the seat they were typed for, and the action card that goes with them. */
let typed = { seat: "", slots: [], card: "" };

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const pad = () => $("#pad");
const facesOf = (slots) => slots.filter(Boolean).join("");

/* --- what the server drew becomes what is typed, and the other way round --- */

function adopt() {
  const { mover, state, dice, card = "" } = pad().dataset;
  typed = { seat: state === "kept" ? "" : mover, slots: [...dice], card };
  arrive();
}

/* Another phone saved something: what is typed here stays, and is asked about where its turn is over. */
function reconcile() {
  const { mover, dice } = pad().dataset;
  if (!(facesOf(typed.slots) || typed.card) || !$("#tray.dice") || dice) return adopt();
  if (typed.seat !== mover && !facesOf(typed.slots)) return adopt();
  draw();
  if (typed.seat !== mover) pad().dataset.state = "kept";
  else if (facesOf(typed.slots).length === COUNT || typed.card) preview();
  arrive();
}

function use() {
  typed.seat = pad().dataset.mover;
  typed.card = "";
  pad().dataset.state = "typing";
  draw();
  if (facesOf(typed.slots).length === COUNT) preview();
}

function clear() {
  typed = { seat: pad().dataset.mover, slots: [], card: "" };
  draw();
}

function arrive() {
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
  pad().dataset.dice = faces;
  all('input[name="dice"]', pad()).forEach((input) => { input.value = faces; });
  const play = $("[data-play-card]");
  if (play) play.search = faces ? `?dice=${faces}` : "";
  const takeBack = $("[data-take-back]");
  if (takeBack) takeBack.search = faces ? `?use=1&dice=${faces}` : "";
  keepDice($("[data-keep-dice]"), faces);
  const undo = $(".slots .undo"), back = $(".slots .backspace");
  if (faces) undo.hidden = true;
  back.hidden = !undo.hidden;
  back.disabled = !faces;
  if (faces.length < COUNT) pad().dataset.state = "typing";
  $("#tray .count").textContent = "";
}

/* A link that leads away and back takes the typed dice along. */
function keepDice(link, faces) {
  if (!link) return;
  const query = new URLSearchParams(link.search);
  query.delete("held");
  if (faces) query.set("held", faces);
  link.search = query;
}

/* The words for a slot come from the page: `data-full` and `data-empty` of the row of slots. */
function label(slot, face) {
  const { full, empty, figures } = $(".slots").dataset;
  const figure = (number) => [...figures][number];
  return (face ? full : empty).replace("{slot}", figure(slot + 1)).replace("{face}", figure(face || 0));
}

/* --- typing --- */

function add(face) {
  if (!$("#tray.dice") || pad().dataset.state === "kept" || facesOf(typed.slots).length === COUNT) return;
  const hole = Array.from({ length: COUNT }, (_, slot) => typed.slots[slot]).findIndex((die) => !die);
  typed.slots[hole] = face;
  $("#awake").hidden = true;
  draw();
  if (facesOf(typed.slots).length === COUNT) preview();
}

function drop(slot) {
  if (!$("#tray.dice") || pad().dataset.state === "kept") return;
  delete typed.slots[slot];
  while (typed.slots.length && !typed.slots.at(-1)) typed.slots.length -= 1;
  draw();
}

function preview() {
  htmx.ajax("GET", `${pad().dataset.url}?use=1&for=${typed.seat}&dice=${facesOf(typed.slots)}&${typed.card}`, {
    source: $("#ask"), target: "#pad", swap: "outerMorph",
  });
}

function lastTyped() {
  return typed.slots.findLastIndex(Boolean);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-face], [data-slot], .backspace, [data-open], [data-rest], [data-use], [data-clear]");
  if (!key || event.defaultPrevented) return;
  if (key.dataset.face) add(key.dataset.face);
  else if (key.dataset.slot) drop(key.dataset.slot - 1);
  else if (key.matches(".backspace")) drop(lastTyped());
  else if (key.matches("[data-use]")) use();
  else if (key.matches("[data-clear]")) clear();
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

function complain(why) {
  $("#banner").hidden = !why;
  $("#banner").dataset.why = why || "";
}

const isPost = (ctx) => ctx.request.method === "POST";

/* While an entry waits, nothing is taken back: it might be that very entry, or the one before. */
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!isPost(ctx)) return;
  if (waiting() && ctx.sourceElement.matches("#undo, #redo")) event.preventDefault();
  else remember(ctx.request.action, String(ctx.request.body));
});

/* Whatever else sits between phone and pad may answer too: only a pad replaces the pad. */
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const { status } = ctx.response;
  if (!SHOWN.includes(status) || (status !== 204 && !ctx.text.includes('<section id="pad"'))) {
    event.preventDefault();
    unreached();
    return;
  }
  if (isPost(ctx)) forget();
  complain(waiting() ? "unsaved" : "");
  if (isPost(ctx) && status === 200) shake();
});

document.addEventListener("htmx:error", unreached);

function unreached() {
  complain(waiting() ? "unsaved" : "away");
}

/* Focus is never lost: what was pressed may be gone, then the next thing to press has it. */
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response.status === 204) return;
  if (ctx.sourceElement.id === "poll") reconcile();
  else adopt();
  if (document.activeElement === document.body || !document.activeElement?.offsetParent) {
    const next = $('[data-state="typing"] .key') || $('[data-state="offered"] td button') || $(".grid button") || $("#pad .primary");
    next?.focus({ preventScroll: true });
  }
});

/* --- an entry waits here until the pad has answered it; sent twice, it counts once --- */

const shelf = `scorepad:${pad().dataset.url}`;

function remember(path, body) {
  try { localStorage.setItem(shelf, JSON.stringify({ path, body, at: Date.now() })); } catch { /* no room: it is still sent once */ }
}

function forget() {
  try { localStorage.removeItem(shelf); } catch { /* nothing was kept */ }
}

function waiting() {
  try { return JSON.parse(localStorage.getItem(shelf)); } catch { return null; }
}

function send() {
  const { path, body } = waiting();
  htmx.ajax("POST", path, {
    source: $("#again"), target: "#pad", swap: "outerMorph", values: Object.fromEntries(new URLSearchParams(body)),
  });
}

$("[data-send]").addEventListener("click", send);
$("[data-forget]").addEventListener("click", () => { forget(); complain(""); look(); });

/* --- other phones: look every two seconds, not while hidden, at once on return --- */

function look() {
  if (document.hidden) return;
  const entry = waiting();
  if (!entry) {
    const { url, seen } = pad().dataset;
    htmx.ajax("GET", `${url}?seen=${seen}`, { source: $("#poll"), target: "#pad", swap: "outerMorph" });
  } else if (Date.now() - entry.at < HOUR) {
    send();
  } else {
    complain("old");
  }
}

document.addEventListener("visibilitychange", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
addEventListener("online", look);
setInterval(look, EVERY);

/* --- the phone itself --- */

function shake() {
  if (document.cookie.includes("vibrate=off") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  navigator.vibrate?.(15);
}

/* Plain http can't keep the screen awake: then it is said, once, how to set the phone. */
function stayAwake() {
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  else if (pad().dataset.seen === "0") {
    try {
      $("#awake").hidden = localStorage.getItem("scorepad:awake") !== null;
      localStorage.setItem("scorepad:awake", "said");
    } catch { /* a browser that keeps nothing would hear it each time */ }
  }
}

$("#awake button").addEventListener("click", () => { $("#awake").hidden = true; });
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });

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
  const below = all("td button:not([data-claim])", sheet).filter((button) => button.offsetParent && button.getBoundingClientRect().bottom > edge);
  pill.hidden = below.length === 0;
  const words = below.length === 1 ? pill.dataset.one : pill.dataset.many;
  $("span", pill).textContent = words.replace("{count}", [...String(below.length)].map((digit) => [...pill.dataset.figures][digit]).join(""));
}

document.addEventListener("scroll", showRest, { capture: true, passive: true });
addEventListener("resize", showRest);

document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; samesite=lax`;
adopt();
stayAwake();
if (waiting()) look();
