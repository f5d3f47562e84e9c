/* The form of a new game: its players change in place: what is typed, chosen and in sight stays. Each change is what a button of
   the form asks of the pad without scripting; asked for quickly, they wait for each other. */
"use strict";

const EVERY = 2000; // until an unanswered change is asked for again
const CALM = 600; // names under a quick finger stay where they are for so long
const form = document.querySelector(".new");
const field = form.querySelector("#add");
const lost = form.querySelector("[data-lost]");
const waiting = [];
let asking = false, leaving = null, settling = 0;

const part = (name, within = form) => within.querySelector(`[data-part="${name}"]`);
const players = () => [...form.querySelectorAll('[name="player"]')].map(({ value }) => value);

/* --- what is pressed --- */

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.hasAttribute("formmethod")) { // the form itself goes: after what is still on its way
    if (!waiting.length) return;
    leaving = button;
    event.preventDefault();
    return;
  }
  event.preventDefault();
  const change = meant(button);
  if (change.who) wish(change, button);
});

/* By name, not by seat: seats move before its turn comes. */
function meant({ name, value, parentElement: line }) {
  if (!name) return { what: "add", who: field.value.trim() };
  return { what: name, who: line.querySelector('[name="player"]')?.value ?? value };
}

function wish(change, button) {
  if (change.what === "add") field.value = "";
  if (button.closest(".chips")) {
    if (button.ariaDisabled) return;
    button.ariaDisabled = "true";
  }
  waiting.push(change);
  ask();
}

/* A tap beside the field leaves the keyboard of a phone open. */
form.addEventListener("mousedown", (event) => {
  if (document.activeElement === field && event.target.closest(".players button")) event.preventDefault();
});

/* --- asking --- */

async function ask() {
  if (asking) return;
  asking = true;
  while (waiting.length) {
    const address = addressOf(waiting[0]);
    if (address && !await answered(address, waiting[0])) break;
    waiting.shift();
  }
  asking = false;
  if (waiting.length) setTimeout(ask, EVERY);
  else if (leaving) form.requestSubmit(leaving);
}

/* The form with that change, as its button sends it; none where the name is there no more. */
function addressOf({ what, who }) {
  const fields = new FormData(form), seat = players().indexOf(who) + 1;
  fields.delete("add");
  if (["add", "known", "same", "reset"].includes(what)) fields.append(what, who);
  else if (seat) fields.append(what, seat);
  else return "";
  return `${form.dataset.again}?${new URLSearchParams(fields)}`;
}

async function answered(address, change) {
  const starter = form.elements.starter.value;
  try {
    const answer = await fetch(address);
    if (answer.status >= 500) throw answer;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!part("seats", page)) location.assign(address); // a PIN is asked for, say
    else if (change.what === "reset") showRule(page, change.who);
    else show(page, change, starter);
  } catch {
    lost.hidden = false;
    leaving = null;
    return false;
  }
  lost.hidden = true;
  history.replaceState(null, "", address);
  return true;
}

/* --- showing --- */

function show(page, change, asked) {
  const { value } = form.elements.starter, top = field.getBoundingClientRect().top;
  const held = document.activeElement, teams = chosenTeams();
  for (const name of ["seats", "starter", "teams", "order", "start"]) part(name).replaceChildren(...part(name, page).childNodes);
  clearTimeout(settling);
  settling = setTimeout(settle, CALM, part("known", page));
  if (value !== asked) form.elements.starter.value = value; // chosen meanwhile
  keepTeams(teams);
  complain(page, change);
  if (["add", "known", "same"].includes(change.what)) scrollBy(0, field.getBoundingClientRect().top - top);
  if (!held.isConnected) focusOn(change);
  for (const link of form.querySelectorAll("a")) link.href = withPlayers(link.href);
}

/* Whoever plays with somebody does so wherever they sit; those of last time bring their teams along. */
const teamsOf = () => [...form.querySelectorAll('[name="team"]')];
const chosenTeams = () => new Map(teamsOf().map(({ value }, seat) => [players()[seat], value]));

function keepTeams(teams) {
  teamsOf().forEach((team, seat) => { team.value = teams.get(players()[seat]) ?? team.value; });
  if (teamsOf().some(({ value }) => value)) form.querySelector(".own-teams").open = true;
}

function showRule(page, id) {
  const rule = (within) => within.querySelector(`#rule-${id}`).parentElement;
  rule(document).replaceChildren(...rule(page).childNodes);
  form.querySelector(`[name="reset"][value="${id}"]`).focus();
}

function settle(known) {
  const chips = [...part("known").children], place = chips.indexOf(document.activeElement);
  const top = field.getBoundingClientRect().top;
  part("known").replaceChildren(...known.childNodes);
  scrollBy(0, field.getBoundingClientRect().top - top);
  if (place >= 0) (part("known").children[place] ?? field.nextElementSibling).focus();
}

function complain(page, { what, who }) {
  document.querySelector("main > .complaint")?.remove();
  const told = page.querySelectorAll("main > .complaint");
  form.querySelector("[data-complaint]").replaceChildren(...told);
  if (told.length && what === "add" && !field.value) field.value = who;
}

/* On the name that moved, on the next one where it went. */
function focusOn({ what, who }) {
  const lines = [...part("seats").children], line = lines[players().indexOf(who)];
  const button = line?.querySelector(`[name="${what}"]`) ?? line?.querySelector("button");
  (button ?? part("seats").querySelector("[name='drop']") ?? field.nextElementSibling).focus();
}

function withPlayers(address) {
  const url = new URL(address);
  url.searchParams.delete("player");
  for (const name of players()) url.searchParams.append("player", name);
  return url;
}

/* --- the rules: folded together, the chosen ones stand before the fold --- */

const others = form.querySelector(".others");
others.addEventListener("toggle", () => {
  const chosen = others.querySelector(".rule > :checked")?.parentElement, before = others.previousElementSibling;
  if (others.open || !chosen) return;
  chosen.replaceWith(before);
  others.before(chosen);
  const told = others.querySelector("summary small");
  told.textContent = [...others.querySelectorAll(".choice b")].map((name) => name.textContent).join(told.dataset.comma);
});
