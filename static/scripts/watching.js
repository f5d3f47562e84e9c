/* The board looks again and again whether something was written, and not while nobody sees it. */

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
  if (response.status !== 200) return;
  if (text.includes('<section id="board"')) stir();
  else event.preventDefault();
});
lookOn();
if (isSecureContext) navigator.wakeLock?.request("screen").catch(() => {});
