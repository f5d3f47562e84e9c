/* What was entered waits here until the pad has answered it: one entry under way, and one that waits for it. Sent twice,
   it counts once. */

const shelf = `scorepad:${pad().dataset.url}`;
let underWay = false;

/* Only where the browser keeps nothing: another page of the game may have settled what this one remembers. */
let ownEntries = null;

function waiting() {
  try { return ownEntries ?? [].concat(JSON.parse(localStorage.getItem(shelf)) ?? []); } catch { return []; }
}

function wait(entries) {
  ownEntries = null;
  try {
    if (entries.length) localStorage.setItem(shelf, JSON.stringify(entries));
    else localStorage.removeItem(shelf);
  } catch { ownEntries = entries; }
}

const isTurn = ({ form }) => ["turn", "claim", "points", "extra"].includes(form);
const isSame = (one, other) => one?.at === other.at && one.body === other.body;

/* An entry that was tapped. While a turn is under way, the next turn waits for it, or its undo; while an undo is, the turn
   that was tapped behind it. All else is dropped. */
function enter(form, button) {
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  const entry = {
    form: form.id.split("-")[0], path: form.getAttribute("action"), body: String(new URLSearchParams(body)),
    at: Date.now(), turn: pad().dataset.turn,
  };
  const [first, second] = waiting();
  if (!first) begin(entry, button);
  else if (!second && (isTurn(first) ? (isTurn(entry) ? entry.turn !== first.turn : entry.form === "undo") : isTurn(entry))) {
    wait([first, entry]);
    button.classList.add("pressed");
  }
}

function begin(entry, button) {
  wait([entry]);
  pad().dataset.unsaved = "";
  if (isTurn(entry) && button) drawAhead(button);
  linger("save", "still");
  send();
}

async function send() {
  const [entry] = waiting();
  if (underWay || !entry) return;
  underWay = true;
  pad().dataset.unsaved = "";
  try {
    await take(entry, await request(entry.path, entry.body));
  } finally {
    underWay = false;
  }
  if (!unsaved() && waiting().length) goOn();
}

/* The answer to an entry: it is saved, refused for good with the pad as it is now, or it still waits. */
async function take(entry, answer) {
  if (!isPad(answer)) return lost(answer, () => { dropAll(entry); putBack(); });
  if (answer.status === 200) {
    letFirstGo(entry, answer.text);
    shake();
    if (wasUpdated(answer)) return location.reload();
  } else dropAll(entry);
  if (isWhole(answer.text)) await morpher();
  complain("");
  const asked = wanted;
  wanted = "";
  await show(answer.text);
  if (!wanted && !waiting().length && new URLSearchParams(asked).get("for") === pad().dataset.turn) ask(asked);
}

/* The first entry is saved, and the dice of its turn with it; what an undo took back is not for later turns. The one
   that waits for it has then seen what was answered. */
function letFirstGo(entry, text) {
  const rest = waiting().filter((one) => !isSame(one, entry)), seen = parseInt(text.split('data-seen="')[1], 10);
  wait(rest.map((next) => ({ ...next, body: next.body.replace(/^seen=\d+/, `seen=${seen}`) })));
  letGo((turn) => (isTurn(entry) ? turn === entry.turn : ["undo", "redo"].includes(entry.form)));
}

/* Neither the entry nor what waited for it will be saved; the dice of both turns are kept. */
function dropAll(entry) {
  if (isSame(waiting()[0], entry)) wait([]);
  wanted = "";
}

/* The entry that waited is next. If its turn is not due after all, nothing is sent: where it is over the pad asks about its
   dice, where it is not yet due that is told. */
function goOn() {
  const [next] = waiting(), body = new URLSearchParams(next.body), column = body.get("column");
  const which = `${column ? `[data-column="${column}"]` : ""}${body.has("claim_bonus") ? "[data-claim]" : ":not([data-claim])"}`;
  if (!isTurn(next) || next.turn === pad().dataset.turn) begin(next, $(`td.mover [data-box="${body.get("box")}"]${which}`));
  else {
    wait([]);
    if (!isOver(next.turn)) tellUnsaved($(`#row-${body.get("box")} .long`)?.textContent);
  }
}

/* --- what is asked: a box before any die, a roll that the table does not tell, dice whose turn is over --- */

/* What was asked last and not answered yet, which says for which turn; the box that was tapped before any die. */
let wanted = "";
let chosen = location.search.slice(1).replace(/&?first_roll=\d?/g, "");

async function ask(query) {
  wanted = query;
  if (unsaved()) return;
  linger("ask", "ask");
  const answer = await request(`${pad().dataset.url}?${query}`), isLate = () => wanted !== query || unsaved();
  if (answer === undefined || isLate()) return;
  if (!isPad(answer)) return lost(answer, askNoMore);
  if (isWhole(answer.text)) await morpher();
  if (isLate()) return;
  askNoMore();
  complain("");
  await show(answer.text);
}

function askNoMore() {
  wanted = "";
  if (!unsaved()) calm();
}

/* --- a sign of life where an answer is late --- */

let late = [];

function linger(soon, still) {
  calm();
  late = [[QUIET, soon], [LONG, still]].map(([after, what]) => setTimeout(() => { pad().dataset.slow = what; }, after));
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
  else if (!facesOf(typed.slots)) choose(new FormData(form).get("column"), event.submitter.value);
});

function choose(column, box) {
  const query = new URLSearchParams(`for=${typed.turn}&${typed.card}`);
  if (column) query.append("column", column);
  query.append("box", box);
  chosen = String(query);
  askPoints();
}

const askPoints = () => ask(`${chosen}${typed.first ? "&first_roll=1" : ""}`);

$("[data-send]").addEventListener("click", send);
$("[data-forget]").addEventListener("click", () => { wait([]); putBack(); complain(""); look(); });
