/* What each roll pays in each box: a table that the pad made, asked for once. Nothing is known here of any rule. */

let table = null;
let places = null;
let fetching = false;

function* rollsOf(count, from = 1) {
  if (!count) yield "";
  else for (let face = from; face <= 6; face += 1) for (const rest of rollsOf(count - 1, face)) yield face + rest;
}

async function fetchTable() {
  const { rolls } = pad().dataset;
  if (!rolls || table || fetching) return;
  fetching = true;
  try {
    const answer = await fetch(rolls, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    table = await answer.json();
    places = new Map([...rollsOf(Number($(".sheet").dataset.count))].map((roll, place) => [roll, place]));
    settle();
  } catch { /* until the line is back, each roll is asked for */ } finally { fetching = false; }
}

const allAlike = (faces) => new Set(faces).size === 1;

const specialFor = (faces) => (allAlike(faces) ? $(`[data-roll="${faces[0]}"]`) : null);
const placeOf = (faces) => places.get([...faces].sort().join(""));
const isTold = (faces) => Boolean(table) && (specialFor(faces) !== null || placeOf(faces) !== undefined);

/* What that roll pays in a cell that may be filled now, as { points, extra, claim }; nothing where it is closed to it. */
function payer(faces) {
  const special = specialFor(faces), place = placeOf(faces);
  if (!special) return (box) => ({ points: table[box][place], extra: 0 });
  const claims = JSON.parse(special.dataset.claims ?? "[]");
  return (box, column) => {
    const at = ([name, number]) => name === box && number === column;
    const [, , points, extra] = JSON.parse(special.dataset.pays).find(at) ?? [];
    return points === undefined ? undefined : { points, extra, claim: claims.find(at)?.[2] };
  };
}
