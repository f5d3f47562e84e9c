/* The turn clock, for a table that wants one: a line that fills while a turn lasts. It stops nobody. How long the turn
   has lasted, the pad says: phones' clocks differ. */

let timed = "", full = 0;

function tellTime() {
  const { clock, gone, seen, turn } = pad().dataset, line = $("#clock i"), now = `${clock} ${seen} ${turn}`;
  if (!line || (timed === now && line.getAnimations().length)) return;
  timed = now;
  clearTimeout(full);
  line.getAnimations().forEach((one) => one.cancel());
  $("#clock").classList.remove("full");
  fill(line, Number(clock), Math.min(Number(clock), Number(gone)));
}

function fill(line, all, gone) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches, duration = 1000 * (all - gone);
  const steps = isCalm ? `steps(${Math.max(1, Math.round((all - gone) / 5))})` : "linear";
  line.animate([{ transform: `scaleX(${gone / all})` }, { transform: "scaleX(1)" }], { duration, easing: steps, fill: "forwards" });
  full = setTimeout(() => { $("#clock")?.classList.add("full"); if (duration) shake(); }, duration);
}

new MutationObserver(tellTime).observe($("#table"), { subtree: true, childList: true, attributeFilter: ["data-seen", "data-turn", "data-clock"] });
tellTime();
