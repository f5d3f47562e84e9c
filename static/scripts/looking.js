/* Other phones: look every two seconds, not while hidden, at once on return. */

const EVERY = 2000;
const HOUR = 3600 * 1000;

function look() {
  if (document.hidden) return;
  const entry = waiting();
  if (!entry) {
    const { url, seen, shown } = pad().dataset;
    htmx.ajax("GET", `${url}?seen=${seen}&shown=${shown}`, { source: $("#poll"), target: "#pad", swap: "outerMorph" });
  } else if (Date.now() - entry.at < HOUR) {
    send();
  } else {
    complain("old");
  }
}

document.addEventListener("visibilitychange", look);
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
addEventListener("online", look);
setInterval(look, EVERY);
