/* An entry waits here until the pad has answered it; sent twice, it counts once. */

const shelf = `scorepad:${pad().dataset.url}`;

function remember(path, body) {
  try { localStorage.setItem(shelf, JSON.stringify({ path, body, at: Date.now() })); } catch { /* no room: it is still sent once */ }
}

function forget() {
  try { localStorage.removeItem(shelf); } catch { /* nothing was kept */ }
}

function waiting() {
  try { return JSON.parse(localStorage.getItem(shelf)); } catch { return null; }
}

function send() {
  const { path, body } = waiting();
  htmx.ajax("POST", path, {
    source: $("#again"), target: "#pad", swap: "outerMorph", values: Object.fromEntries(new URLSearchParams(body)),
  });
}

$("[data-send]").addEventListener("click", send);
$("[data-forget]").addEventListener("click", () => { forget(); complain(""); look(); });
