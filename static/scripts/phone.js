/* The phone itself: it shakes, stays awake and tells aloud. */

function shake() {
  if (document.cookie.includes("vibrate=off") || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  navigator.vibrate?.(15);
}

/* Plain http can't keep the screen awake: then it is said, once, how to set the phone. */
function stayAwake() {
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  else if (pad().dataset.seen === "0") {
    try {
      $("#awake").hidden = localStorage.getItem("scorepad:awake") !== null;
      localStorage.setItem("scorepad:awake", "said");
    } catch { /* a browser that keeps nothing would hear it each time */ }
  }
}

$("#awake button").addEventListener("click", () => { $("#awake").hidden = true; });
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });

function tell() {
  const news = $("#news")?.textContent.trim();
  if (news && $("#said").textContent !== news) $("#said").textContent = news;
}
