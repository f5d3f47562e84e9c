/* The phone itself: it shakes, stays awake, tells aloud, and says in which zone it is. */

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

/* Days and times are told by the zone of who reads them; the cookie holds wherever the pad lives. */
function tellZone() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `zone=${timeZone}; path=${document.documentElement.dataset.root || "/"}; max-age=31536000; samesite=lax`;
}
