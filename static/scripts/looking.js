/* Other phones: look every two seconds, not while hidden, at once on return. */

const EVERY = 2000;
const HOUR = 3600 * 1000;

function look() {
  if (document.hidden || underWay) return;
  fetchTable();
  const [entry] = waiting();
  if (entry && Date.now() - entry.at < HOUR) send();
  else if (entry) complain("old");
  else if (wanted) ask(wanted);
  else poll();
}

/* What is typed comes along, so that the pad can ask about it where its turn is over. What was tapped since has its own
   answer. */
async function poll() {
  const { url, seen, shown, dice } = pad().dataset;
  const hand = typed.turn && (dice || typed.card) ? `&for=${typed.turn}&dice=${dice}` : "";
  const answer = await request(`${url}?seen=${seen}&shown=${shown}${hand}`);
  if (unsaved() || wanted) return;
  if (answer?.status !== 204 && !isPad(answer)) lost(answer, () => {});
  else if (wasUpdated(answer)) loadAnew(answer);
  else {
    complain("");
    if (answer.status !== 204) await show(answer.text);
  }
}

document.addEventListener("visibilitychange", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
addEventListener("online", look);
setInterval(look, EVERY);
