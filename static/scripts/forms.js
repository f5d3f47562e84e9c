/* The forms of a game that are no pad. What was meant waits here until the pad has answered; sent twice, it counts
   once, because each of these forms tells what its sender saw. Without scripts they are plain forms. */
const banner = document.querySelector("#banner");
const sign = document.querySelector("#saving");
const shelf = `scorepad:${banner.dataset.shelf}`;
let reason = ""; // why the pad can save nothing, where it says so
let busy = false; // something is on its way, or was answered and leads elsewhere

/* --- what waits: one entry of a game, whichever of its pages is open --- */

const remember = (entry) => localStorage.setItem(shelf, JSON.stringify(entry));
const forget = () => localStorage.removeItem(shelf);

function waiting() {
  try { return JSON.parse(localStorage.getItem(shelf)); } catch { return null; }
}

/* Why it still waits, and what it is. Said once: an alert that is written anew is read aloud anew. */
function tell(why) {
  const entry = waiting();
  document.querySelector("main").toggleAttribute("data-unsaved", Boolean(entry));
  if (banner.dataset.why === why) return;
  banner.hidden = !why;
  banner.dataset.why = why;
  banner.querySelector("[data-what]").textContent = entry ? entry.what : "";
  banner.querySelector("[data-trouble]").textContent = reason;
}

/* --- sending --- */

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.method !== "post" || !form.elements.seen) return;
  if (busy || waiting()) {
    event.preventDefault();
    look();
    return;
  }
  const fields = new FormData(form);
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  const path = form.getAttribute("action"), body = String(new URLSearchParams(fields));
  try {
    remember({ path, body, what: words(form, submitter), at: Date.now() });
  } catch {
    return; // a browser that keeps nothing sends a plain form
  }
  event.preventDefault();
  look();
});

/* What was pressed, and what was typed for it. */
function words(form, button) {
  const pressed = button?.getAttribute("aria-label") || button?.innerText || "";
  const typed = [...form.querySelectorAll("input:not([type])")].map((field) => field.value);
  return [pressed, ...typed].map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean).join(" · ");
}

/* The answer of this pad. None where the line is lost, the pad is in trouble, or something else spoke for it. */
async function ask({ path, body }) {
  const limit = new AbortController();
  reason = "";
  const clock = setTimeout(() => limit.abort(), PATIENCE);
  try {
    const answer = await fetch(path, { method: "POST", body: new URLSearchParams(body), signal: limit.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").documentElement;
    reason = page.querySelector("[data-reason]")?.textContent ?? "";
    const ours = page.dataset.root === document.documentElement.dataset.root;
    return ours && (answer.redirected || answer.status < 500) ? answer : null;
  } catch {
    return null;
  } finally {
    clearTimeout(clock);
  }
}

async function send(entry) {
  busy = true;
  tell(banner.dataset.why);
  const clock = setTimeout(() => { sign.hidden = !banner.hidden; }, QUIET);
  const answer = await ask(entry);
  clearTimeout(clock);
  if (answer && (answer.redirected || answer.status !== 401)) {
    forget();
    if (answer.redirected) location.assign(answer.url);
    else show(entry);
    return;
  }
  sign.hidden = true;
  busy = false;
  if (!waiting()) tell(""); // it was dropped meanwhile
  else if (answer) tell("pin");
  else tell(reason ? "trouble" : "unsaved");
}

/* A refusal is a page of its own. Sent once more as a plain form, the same is answered the same. */
function show({ path, body }) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = path;
  for (const [name, value] of new URLSearchParams(body)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/* --- looking whether something waits: every two seconds, not while hidden, at once on return --- */

function look() {
  if (busy || document.hidden) return;
  const entry = waiting();
  if (!entry) tell("");
  else if (Date.now() - entry.at < HOUR) send(entry);
  else tell("old");
}

banner.querySelector("[data-send]").addEventListener("click", () => {
  const entry = waiting();
  if (entry) remember({ ...entry, at: Date.now() });
  look();
});

banner.querySelector("[data-forget]").addEventListener("click", () => {
  forget();
  tell("");
});

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) { // back on a page that was left by an answer
    busy = false;
    sign.hidden = true;
  }
  look();
});
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
