/* The line to the pad: one request at a time. What is entered takes the place of what is asked, that of a look. */

const SUPERSEDED = "superseded";

/* What is asked just now; an entry under way is known by `underWay`. */
let asking = null;

/* What the pad answers, as { status, text, version }: null where the line is lost or silent, nothing at all where
   something else took the place of this. */
async function request(address, body) {
  const stop = new AbortController(), patience = setTimeout(() => stop.abort(), PATIENCE), entered = body !== undefined;
  asking?.abort(SUPERSEDED);
  asking = entered ? null : stop;
  try {
    const sent = entered ? { method: "POST", body: new URLSearchParams(body) } : {};
    const answer = await fetch(address, { ...sent, headers: { "HX-Request": "true" }, signal: stop.signal });
    return { status: answer.status, text: await answer.text(), version: answer.headers.get("Scorepad-Version") };
  } catch {
    return stop.signal.reason === SUPERSEDED ? undefined : null;
  } finally {
    clearTimeout(patience);
    if (asking === stop) asking = null;
  }
}

/* Whole pads are morphed by htmx, which is asked for when the first one comes. */
const loaded = (script) => new Promise((done) => {
  Object.assign(script, { src: $("#table").dataset.htmx, onload: done, onerror: done });
  document.head.append(script);
  setTimeout(done, PATIENCE);
});

/* What only some pads need, for hints or a turn clock, is asked for by these alone. */
function loadMore() {
  (pad().dataset.scripts?.match(/\S+/g) ?? []).filter((src) => !$(`script[src="${src}"]`))
    .forEach((src) => document.head.append(Object.assign(document.createElement("script"), { src })));
}

async function morpher() {
  if (!window.htmx) await loaded(document.createElement("script"));
}

/* Puts a whole pad in the place of this one, whatever of it is the same kept. */
async function putWhole(text) {
  if (window.htmx) await htmx.swap({ sourceElement: pad(), target: pad(), text, swap: "outerMorph" });
  else pad().outerHTML = text;
}
