/* The board looks every two seconds whether something was written, and rests while nobody sees it. */
"use strict";

function look() {
  const board = document.querySelector("#board");
  if (document.hidden) return;
  const { url, seen, shown } = board.dataset;
  htmx.ajax("GET", `${url}?seen=${seen}&shown=${shown}`, { target: "#board", swap: "outerMorph" });
}

document.addEventListener("htmx:before:response", (event) => {
  if (![200, 204].includes(event.detail.ctx.response.status)) event.preventDefault();
});
document.addEventListener("htmx:after:request", (event) => {
  const { response, text } = event.detail.ctx;
  if (response.status === 200 && !text.includes('<section id="board"')) event.preventDefault();
});
document.addEventListener("visibilitychange", look);
setInterval(look, 2000);
if (isSecureContext) navigator.wakeLock?.request("screen").catch(() => {});
