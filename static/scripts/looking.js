/* Other phones: look again and again, not while hidden, at once on return. */

function look() {
  if (document.hidden || underWay || asking) return;
  fetchTable();
  const [entry] = waiting();
  if (!entry && unsaved()) putBack(); // another page of this phone settled it
  if (entry) stir();
  if (entry && Date.now() - entry.at < HOUR) send();
  else if (entry) complain("old");
  else if (wanted) ask(wanted);
  else poll();
}

/* What is typed comes along, so that the pad can ask about it where its turn is over. What was tapped since has its own
   answer. */
async function poll() {
  const { url, seen, shown, dice } = pad().dataset;
  const hand = typed.turn && (dice || typed.card) ? `&${inHand({ ...typed, card: "" })}` : "";
  const answer = await request(`${url}?seen=${seen}&shown=${shown}${hand}`);
  const isLate = () => unsaved() || wanted || pad().dataset.seen !== seen;
  if (answer === undefined || isLate()) return;
  if (answer?.status !== 204 && !isPad(answer)) return lost(answer, () => {});
  if (wasUpdated(answer)) return location.reload();
  complain("");
  if (answer.status === 204) return;
  stir();
  if (isWhole(answer.text)) await morpher();
  if (!isLate()) await show(answer.text);
}

addEventListener("pageshow", (event) => { if (event.persisted) { adopt(); wake(); } });
lookOn();
