/* A clip without picture or sound that keeps the screen on while it plays. Some phones count one only that has a sound
   track, is not muted, lies within the page and does not loop by itself: so it is set back before its end. */

window.Clip = (() => {
  const BACK = 4;
  const clip = document.createElement("video"), { clips } = document.querySelector("#awake").dataset;
  clip.setAttribute("playsinline", "");
  clip.setAttribute("aria-hidden", "true");
  clip.id = "clip";
  clips.split(" ").forEach((src) => clip.append(Object.assign(document.createElement("source"), { src })));
  Object.assign(clip.style, { position: "fixed", bottom: "0", width: "2px", height: "2px", pointerEvents: "none" });
  clip.addEventListener("timeupdate", () => { if (clip.currentTime > BACK) clip.currentTime = Math.random(); });

  let wished = false;

  function start() {
    wished = true;
    if (document.hidden) return;
    if (!clip.isConnected) document.body.append(clip);
    clip.play().catch(() => {}); // not before a tap: the next one tries again
  }

  function stop() {
    wished = false;
    clip.pause();
    clip.remove();
  }

  document.addEventListener("click", () => { if (wished && clip.paused) start(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) clip.pause(); });
  return { start, stop };
})();
