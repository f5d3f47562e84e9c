/* The phone itself: it shakes, stays awake and tells aloud. */

function shake() {
  if (document.cookie.includes("vibrate=off") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  navigator.vibrate?.(15);
}

/* The screen stays on while a game is played: by a wake lock; over plain http, which has none, by a clip that plays, once
   somebody asked for it. Before that it is offered, once. */
let lock = null;

async function stayAwake() {
  const isWished = document.cookie.includes("awake=on");
  if (!pad().dataset.mover) return lapse();
  if (navigator.wakeLock) lock = await navigator.wakeLock.request("screen").catch(() => null);
  else if (isWished) playClip();
  else if (pad().dataset.seen === "0") offerClip();
}

/* The game is over: the screen may go off as ever. */
function lapse() {
  lock?.release();
  lock = null;
  window.Clip?.stop();
}

function offerClip() {
  try {
    $("#awake").hidden = localStorage.getItem("scorepad:awake") !== null;
    localStorage.setItem("scorepad:awake", "said");
  } catch { /* a browser that keeps nothing would be asked each time */ }
}

/* What plays it is asked for by a phone that needs it alone. */
function playClip() {
  const { script: src } = $("#awake").dataset;
  if (window.Clip) Clip.start();
  else if (!$(`script[src="${src}"]`)) document.head.append(Object.assign(document.createElement("script"), { src, onload: () => Clip.start() }));
}

$("#awake").addEventListener("click", ({ target }) => {
  $("#awake").hidden = true;
  if (!target.closest("[data-keep]")) return;
  setCookie("awake=on");
  playClip();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });

function tell() {
  const news = $("#news")?.textContent.trim();
  if (!pad().dataset.mover) lapse();
  if (news && $("#said").textContent !== news) $("#said").textContent = news;
}
