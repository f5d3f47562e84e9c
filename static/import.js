/* How far an import is, looked at every second. Once it is over, the page tells what became of it; where another
   file's import was told beside the form, that alone goes, for something may be typed there. */
"use strict";

const far = document.querySelector("#arriving");

async function look() {
  if (document.hidden) return;
  let answer, part;
  try {
    answer = await fetch(far.dataset.url);
    part = await answer.text();
  } catch {
    return; // no line: the next look may have one
  }
  if (answer.status >= 500) return;
  if (answer.status === 200 && part.includes("<progress")) show(part);
  else if ("leads" in far.dataset) location.reload();
  else {
    clearInterval(clock);
    far.closest("section").remove();
  }
}

/* The bar itself stays, so that it moves. */
function show(part) {
  const [bar, told] = new DOMParser().parseFromString(part, "text/html").body.children;
  const shown = far.querySelector("progress");
  for (const name of ["max", "value"]) {
    if (bar.hasAttribute(name)) shown.setAttribute(name, bar.getAttribute(name));
    else shown.removeAttribute(name);
  }
  far.querySelector("#far").textContent = told.textContent;
}

const clock = setInterval(look, 1000);
document.addEventListener("visibilitychange", look);
