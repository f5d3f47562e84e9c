/* What was entered waits here until the pad has answered it: one entry under way, and one that waits for it. Sent twice,
   it counts once. */

const shelf = `scorepad:${pad().dataset.url}`;
let memory = [];
let underWay = false;

function waiting() {
  try { return [].concat(JSON.parse(localStorage.getItem(shelf)) ?? memory); } catch { return memory; }
}

function wait(entries) {
  memory = entries;
  try {
    if (entries.length) localStorage.setItem(shelf, JSON.stringify(entries));
    else localStorage.removeItem(shelf);
  } catch { /* no room: it lasts as long as the page */ }
}

const isTurn = ({ form }) => ["turn", "claim", "points", "extra"].includes(form);

/* An entry that was tapped. While a turn is under way, the next turn waits for it, or its undo; all else is dropped. */
function enter(form, button) {
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  const entry = {
    form: form.id.split("-")[0], path: form.getAttribute("action"), body: String(new URLSearchParams(body)),
    at: Date.now(), turn: pad().dataset.turn,
  };
  const [first, second] = waiting();
  if (!first) {
    wait([entry]);
    pad().dataset.unsaved = "";
    if (isTurn(entry)) drawAhead(button);
    linger("save", "still");
    send();
  } else if (!second && isTurn(first) && (isTurn(entry) ? entry.turn !== first.turn : entry.form === "undo")) {
    wait([first, entry]);
    button.classList.add("pressed");
  }
}

async function send() {
  const [entry] = waiting();
  if (underWay || !entry) return;
  underWay = true;
  asking?.abort();
  pad().dataset.unsaved = "";
  const answer = await request(entry.path, entry.body);
  underWay = false;
  await take(entry, answer);
}

/* The answer to an entry: it is saved, refused for good with the pad as it is now, or it still waits. */
async function take(entry, answer) {
  if (!isPad(answer)) return lost(answer, refuse);
  const next = answer.status === 200 ? saved() : refused();
  if (answer.status === 200) shake();
  if (wasUpdated(answer)) return loadAnew(answer, next);
  answered();
  complain("");
  await show(answer.text);
  if (next) follow(next);
  else if (wanted) ask(wanted);
  else calm();
}

/* The first entry is saved, and the dice of its turn with it; what an undo took back is not for later turns. */
function saved() {
  const [entry, next] = waiting();
  wait([]);
  letGo((turn) => turn === entry?.turn || entry?.form === "undo");
  return next;
}

/* Neither the entry nor what waited for it will be saved; the dice of both turns are kept. */
function refused() {
  wait([]);
  wanted = "";
}

function refuse() {
  refused();
  putBack();
}

/* The entry that waited, as a tap on the pad as it is now. */
function follow(next) {
  const body = new URLSearchParams(next.body), column = body.get("column");
  const hook = `${column ? `[data-column="${column}"]` : ""}${body.has("claim_bonus") ? "[data-claim]" : ":not([data-claim])"}`;
  const button = isTurn(next) ? $(`td.mover [data-box="${body.get("box")}"]${hook}`) : $("#steps [data-undo]");
  if (button && (!isTurn(next) || next.turn === pad().dataset.turn)) enter(button.form, button);
}

/* --- what is asked: a box before any die, a roll that the table does not tell, dice whose turn is over --- */

/* What was asked last and not answered yet; the box that was tapped before any die. */
let wanted = "";
let chosen = location.search.slice(1);

async function ask(query) {
  wanted = query;
  if (unsaved()) return;
  linger("ask", "ask");
  asking?.abort();
  const answer = await request(`${pad().dataset.url}?${query}`);
  if (wanted !== query || unsaved()) return;
  if (!isPad(answer)) return lost(answer, () => { wanted = ""; });
  wanted = "";
  calm();
  complain("");
  await show(answer.text);
}

/* --- a sign of life where an answer is late --- */

let late = [];

function linger(soon, still) {
  calm();
  late = [[400, soon], [2000, still]].map(([after, what]) => setTimeout(() => { pad().dataset.slow = what; }, after));
}

function calm() {
  late.forEach(clearTimeout);
  delete pad().dataset.slow;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-entry], [data-choose]")) return;
  event.preventDefault();
  if (form.matches("[data-entry]")) enter(form, event.submitter);
  else if (!facesOf(typed.slots)) {
    const query = new URLSearchParams(new FormData(form));
    query.append("box", event.submitter.value);
    chosen = String(query);
    ask(chosen);
  }
});

$("[data-send]").addEventListener("click", send);
$("[data-forget]").addEventListener("click", () => { refuse(); complain(""); look(); });
