/* The line to the pad. One request is under way: what is entered goes before what is asked, that before a look. */

const PATIENCE = 8000;
let asking = null;

/* What the pad answers, as { status, text, version }; nothing where the line is lost or silent. */
async function request(address, body) {
  const stop = new AbortController(), patience = setTimeout(() => stop.abort(), PATIENCE);
  if (body === undefined) asking = stop;
  try {
    const answer = await fetch(address, { ...(body !== undefined && { method: "POST", body: new URLSearchParams(body) }), headers: { "HX-Request": "true" }, signal: stop.signal });
    return { status: answer.status, text: await answer.text(), version: answer.headers.get("Scorepad-Version") };
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/* Puts a whole pad in the place of this one, whatever of it is the same kept: htmx does it, asked for when first needed. */
async function putWhole(text) {
  try {
    await morpher();
    await htmx.swap({ sourceElement: pad(), target: pad(), text, swap: "outerMorph" });
  } catch { pad().outerHTML = text; }
}

function morpher() {
  return window.htmx ? undefined : new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: $("#table").dataset.htmx, onload: done, onerror: failed });
    document.head.append(script);
  });
}
