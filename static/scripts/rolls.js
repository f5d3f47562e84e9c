/* What each roll pays in each box: a table that the pad made, asked for once. Nothing is known here of any rule. */

/* As { pays, winning, doubtful }: what a later roll pays and what a first one, which boxes that wins, which rolls some
   sheet answers otherwise. */
let table = null;
let tableOf = "";
let places = null;
let fetching = false;

function* rollsOf(count, from = 1) {
  if (!count) yield "";
  else for (let face = from; face <= 6; face += 1) for (const rest of rollsOf(count - 1, face)) yield face + rest;
}

/* Other house rules have another table. */
const hasTable = () => table !== null && tableOf === pad().dataset.rolls;

async function fetchTable() {
  const { rolls } = pad().dataset;
  if (!rolls || hasTable() || fetching) return;
  fetching = true;
  try {
    const answer = await fetch(rolls, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    table = await answer.json();
    tableOf = rolls;
    places = new Map([...rollsOf(Number($(".sheet").dataset.count))].map((roll, place) => [roll, place]));
    settle();
  } catch { /* until the line is back, each roll is asked for */ } finally { fetching = false; }
}

const rising = (faces) => [...faces].sort().join("");
const isDoubtful = (faces) => Boolean(table?.doubtful.includes(rising(faces)));

const specialFor = (faces) => $(`[data-roll="${rising(faces)}${typed.first ? " first" : ""}"]`);
const placeOf = (faces) => places.get(rising(faces));
const isTold = (faces) => hasTable() && (specialFor(faces) !== null || placeOf(faces) !== undefined);

/* What that roll pays in a cell that may be filled now, as { points, extra, wins }, or with a `claim` where its bonus is
   claimed; nothing where it is closed to it. */
function payer(faces) {
  const special = specialFor(faces);
  if (!special) return byTable(placeOf(faces), typed.first);
  const claims = JSON.parse(special.dataset.claims ?? "[]");
  return (box, column) => {
    const at = ([name, number]) => name === box && number === column;
    const [, , points, extra, wins] = JSON.parse(special.dataset.pays).find(at) ?? [];
    const claimed = typed.claim && claims.find(at)?.[2];
    if (claimed) return { points: 0, extra: claimed, claim: true };
    return points === undefined ? undefined : { points, extra, wins };
  };
}

const byTable = (place, first) => (box) => {
  const points = table.pays[Number(first)][box][place];
  return { points, extra: 0, wins: first && points > 0 && table.winning.includes(box) };
};
