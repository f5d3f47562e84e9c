/* The number of a seat is a handle by which its name is dragged elsewhere. A drag wishes what the arrows wish. */
"use strict";

const middle = (line) => { const { top, bottom } = line.getBoundingClientRect(); return (top + bottom) / 2; };

part("seats").classList.add("draggable");
part("seats").addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".seat"), from = event.clientY;
  if (!handle || asking) return;
  const line = handle.parentElement, zoom = Number(getComputedStyle(document.body).zoom) || 1;
  const release = new AbortController(), until = { signal: release.signal };
  handle.setPointerCapture(event.pointerId);
  line.classList.add("dragged");
  handle.addEventListener("pointermove", ({ clientY }) => {
    line.style.transform = `translateY(${(clientY - from) / zoom}px)`;
  }, until);
  handle.addEventListener("pointerup", () => moved(line), until);
  handle.addEventListener("lostpointercapture", () => {
    release.abort();
    line.classList.remove("dragged");
    line.style.transform = "";
  }, until);
});

function moved(line) {
  const lines = [...part("seats").children], who = line.querySelector('[name="player"]').value;
  const seats = lines.filter((other) => middle(other) < middle(line)).length - lines.indexOf(line);
  for (let step = 0; step < Math.abs(seats); step += 1) wish({ what: seats < 0 ? "up" : "down", who }, line);
}
