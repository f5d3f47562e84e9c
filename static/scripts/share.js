/* The result for others. The phone draws the picture, for only it has its letters; nothing of it is sent anywhere but where
   the player sends it. On plain http there is neither a share sheet nor a clipboard: then the picture is saved, and the text
   is copied the old way. It may come again with each pad that is put in place. */
"use strict";

window.Sharing ??= (() => {
  const SIDE = 1080, LASTS = 4000;

  const themeOf = ({ dataset: { theme } }) => {
    const chosen = theme ?? document.documentElement.dataset.theme;
    if (["light", "dark"].includes(chosen)) return chosen;
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  };

  function loaded(address) {
    const image = new Image(SIDE, SIDE);
    return new Promise((done, fail) => Object.assign(image, { onload: () => done(image), onerror: fail, src: address }));
  }

  /* The picture as a file. */
  async function drawn(key) {
    const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
    canvas.getContext("2d").drawImage(await loaded(`${key.dataset.drawn}?theme=${themeOf(key)}`), 0, 0, SIDE, SIDE);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    return new File([blob], key.dataset.name, { type: "image/png" });
  }

  const canShare = () => navigator.canShare?.({ files: [new File([], "a.png", { type: "image/png" })] }) ?? false;

  function save(file) {
    const href = URL.createObjectURL(file), link = Object.assign(document.createElement("a"), { href, download: file.name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(href), LASTS);
  }

  /* A share sheet that was put away is no trouble; one that does not come is. */
  async function share(file) {
    try {
      await navigator.share({ files: [file] });
    } catch (trouble) {
      if (trouble.name !== "AbortError") save(file);
    }
  }

  async function send(key) {
    try {
      const file = await drawn(key);
      await ("share" in key.dataset && canShare() ? share(file) : save(file));
    } catch {
      location.assign(key.href);
    }
  }

  function copied(text) {
    const place = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "hidden" });
    document.body.append(place);
    place.select();
    place.setSelectionRange(0, text.length);
    const done = document.execCommand("copy");
    place.remove();
    return done;
  }

  function toast() {
    const there = document.querySelector("#called");
    if (there) return there;
    const made = Object.assign(document.createElement("p"), { id: "called", className: "toast" });
    made.setAttribute("role", "status");
    document.body.append(made);
    return made;
  }

  let saidLast = 0;

  function say(sentence) {
    const place = toast();
    place.hidden = false;
    place.textContent = sentence;
    clearTimeout(saidLast);
    saidLast = setTimeout(() => { place.hidden = true; }, LASTS);
  }

  function copy(key) {
    if (copied(key.dataset.copy)) say(key.dataset.copied);
    else if (key.href) location.assign(key.href);
    else document.querySelector("#text").select();
    key.focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-share], [data-save], [data-copy]");
    if (event.target.matches?.("#text")) event.target.select();
    if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if ("copy" in key.dataset) copy(key);
    else send(key);
  });
  document.querySelectorAll("button[data-copy]").forEach((key) => { key.hidden = false; });
  document.querySelectorAll("[data-share][hidden]").forEach((key) => { key.hidden = !canShare(); });
  return true;
})();
