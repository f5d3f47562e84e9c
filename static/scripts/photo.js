/* Dice from a photo, over the pad: the photo is made small here and drawn with the marks that the pad answers; the player
   looks, sets right what is in doubt, and has the dice in the tray. Nothing of it is kept. */

window.Photo = (() => {
  const LONGEST = 1280, SHARP = 0.85, READS_FOR = 60000, PLAN = 1000;
  const key = $("[data-camera]"), address = key.getAttribute("href").split("?")[0];
  const view = document.createElement("dialog"), style = document.createElement("link");
  const part = () => $("#photo", view), dice = () => all("[data-die]", view);
  let first = null; // the part before there is a photo, as a promise
  let shot = null; // the photo, small
  let turn = ""; // the one that the dice are for
  let latest = 0;

  view.className = "photo";
  view.setAttribute("aria-labelledby", "photo-title");
  view.innerHTML = '<p class="hidden" role="status"></p><div></div>';
  document.body.append(view);
  const dressed = new Promise((done) => Object.assign(style, { rel: "stylesheet", href: key.dataset.style, onload: done, onerror: done }));
  document.head.append(style);

  /* --- asking --- */

  /* The pad's answer as { status, text }; null where the line is lost. */
  async function answerTo(patience, more = {}) {
    try {
      const answer = await fetch(address, { ...more, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(patience) });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  }

  const isOurs = (answer) => answer?.text.includes('<section id="photo"');

  /* Whatever else answers is told on the pad, where the typed dice still are. */
  function show(answer) {
    if (isOurs(answer)) return put(answer.text);
    view.close();
    lost(answer, () => {});
    return false;
  }

  async function begin(knowsHow) {
    first = isOurs(await first) ? first : answerTo(PATIENCE);
    const [answer] = await Promise.all([first, dressed]);
    if (!knowsHow || !isOurs(answer)) show(answer);
  }

  /* --- a photo --- */

  async function take() {
    const [file] = camera.files, mine = latest += 1;
    camera.value = "";
    if (!file) return;
    turn = typed.turn;
    if (!isOurs(await first)) first = answerTo(PATIENCE);
    const [before, photo] = await Promise.all([first, small(file), dressed]);
    if (!show(before)) return;
    part().dataset.state = "reading";
    tell();
    shot = photo.canvas;
    draw();
    const answer = await answerTo(READS_FOR, { method: "POST", body: form(photo) });
    if (latest === mine && view.open) show(answer);
  }

  /* As small as it need be; as it is where the browser can't read it, for the pad may or can say why not. */
  async function small(file) {
    try {
      const whole = await createImageBitmap(file), scale = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(whole.width * scale);
      canvas.height = Math.round(whole.height * scale);
      canvas.getContext("2d").drawImage(whole, 0, 0, canvas.width, canvas.height);
      whole.close();
      const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", SHARP));
      return { canvas, file: made ?? file };
    } catch {
      return { canvas: null, file };
    }
  }

  function form({ canvas, file }) {
    const fields = new FormData();
    fields.append("photo", file, "photo");
    if (canvas) ["width", "height"].forEach((side) => fields.append(side, canvas[side]));
    return fields;
  }

  /* The part of the photo that the marks are for, or all of it. */
  function draw() {
    if (!shot) return;
    const canvas = document.createElement("canvas"), scale = Math.max(shot.width, shot.height) / PLAN;
    const shown = $(".marks", view)?.viewBox.baseVal ?? { x: 0, y: 0, width: shot.width / scale, height: shot.height / scale };
    canvas.width = shown.width * scale;
    canvas.height = shown.height * scale;
    canvas.getContext("2d").drawImage(shot, -shown.x * scale, -shown.y * scale);
    $(".photo-view", view).prepend(canvas);
  }

  /* --- what was found --- */

  function put(text) {
    view.lastChild.innerHTML = text;
    if (part().dataset.state !== "begin") draw();
    if (!view.open) view.showModal();
    $(".marks", view)?.classList.toggle("drawn", !shot);
    choose(null);
    ($("[data-these]", view) ?? $("[data-again]", view)).focus({ preventScroll: true });
    return true;
  }

  const isOut = (die) => die.classList.contains("out");
  const inRoll = () => dice().filter((die) => !isOut(die));
  const extra = () => inRoll().length - Number(part().dataset.count);

  /* The die that was tapped shows the six faces; else it is said what there is to look at. */
  function choose(die) {
    const open = inRoll().find((one) => one.classList.contains("doubt")), about = die ?? (extra() > 0 ? null : open);
    dice().forEach((one) => one.classList.toggle("next", one === die));
    const wanted = extra() > 0 ? "leave" : open ? open.dataset.die : "";
    all("[data-about]", view).forEach((line) => { line.hidden = Boolean(die) || line.dataset.about !== wanted; });
    $(".six", view).hidden = !die;
    $(".tail", view).hidden = !about;
    if (about) point(about);
    const use = $("[data-these]", view);
    if (use) use.disabled = extra() > 0;
    tell();
  }

  function point(die) {
    const { left, width } = die.getBoundingClientRect(), bubble = $(".bubble", view).getBoundingClientRect();
    $(".tail", view).style.left = `${left + width / 2 - bubble.left}px`;
  }

  /* What is said aloud of it is said in a place of its own, which stays. */
  function tell() {
    const { state, sure, doubt, comma, many, found, count } = part().dataset, told = $(".told", view);
    const open = inRoll().filter((die) => !die.dataset.value).length, isEnough = all("[data-read]", view).length >= count;
    if (state === "found" && extra() > 0) told.textContent = say(many, { found: Number(found), count: extra() });
    else if (state === "found" && (isEnough || !open)) {
      told.textContent = `${JSON.parse(sure)[count - open]}${open ? comma + JSON.parse(doubt)[open - 1] : ""}`;
    }
    const said = $(state === "reading" ? ".reading" : ".told", view).textContent, place = view.firstChild;
    if (place.textContent !== said) place.textContent = said;
  }

  function press(die) {
    if (isOut(die) || extra() > 0) leaveOut(die, !isOut(die));
    else choose(die.classList.contains("next") ? null : die);
  }

  function leaveOut(die, is) {
    const { left, called, empty } = part().dataset, number = Number(die.dataset.die) + 1, value = Number(die.dataset.value);
    all(`[data-die="${die.dataset.die}"], [data-mark="${die.dataset.die}"]`, view).forEach((one) => {
      one.classList.toggle("out", is);
      one.setAttribute("aria-label", say(is ? left : value ? called : empty, { number, value }));
    });
    choose(null);
  }

  function become(value) {
    const die = dice().find((one) => one.classList.contains("next")), number = Number(die.dataset.die) + 1;
    die.dataset.value = value;
    $("svg", die)?.remove();
    die.append($(`[data-becomes="${value}"] svg`, view).cloneNode(true));
    all(`[data-die="${die.dataset.die}"], [data-mark="${die.dataset.die}"]`, view).forEach((one) => {
      one.classList.remove("doubt", "empty");
      one.setAttribute("aria-label", say(part().dataset.called, { number, value: Number(value) }));
      $("text, .no", one).textContent = figure(number);
    });
    choose(null);
    die.focus({ preventScroll: true });
  }

  /* --- the tray --- */

  function use() {
    const slots = inRoll().map((die) => die.dataset.value), open = inRoll().map((die) => die.classList.contains("doubt"));
    view.close();
    if (!slots.some(Boolean)) return;
    hold(slots);
    slots.forEach((_, slot) => $(`#pad [data-slot="${slot + 1}"]`)?.classList.toggle("doubt", open[slot]));
  }

  /* As if they were typed; for the turn that they were rolled for, whichever is due by now. */
  function hold(found) {
    const slots = found.slice(0, found.findLastIndex(Boolean) + 1);
    if (typed.turn !== turn || !typing()) {
      keep({ ...heldOrEmpty(turn), slots });
      askOfOver();
      return;
    }
    if (pad().dataset.state === "offered") takeOffersBack();
    typed.slots = slots;
    changed();
    afterPaint(refocus);
  }

  /* A slot that is filled, or of another turn, is in doubt no longer. */
  new MutationObserver((changes) => {
    const isOver = changes.some(({ attributeName }) => attributeName === "data-turn");
    all("#pad .doubt").filter((slot) => isOver || !slot.classList.contains("empty")).forEach((slot) => slot.classList.remove("doubt"));
  }).observe($("#table"), { subtree: true, attributeFilter: ["data-turn", "data-dice"] });

  /* --- hands --- */

  camera.addEventListener("change", take);

  view.addEventListener("click", ({ target }) => {
    const hit = target.closest("[data-die], [data-mark], [data-becomes], [data-leave], [data-again], [data-these]"), { die, mark, becomes } = hit?.dataset ?? {};
    if (die ?? mark) press(dice()[die ?? mark]);
    else if (becomes) become(becomes);
    else if (hit?.matches("[data-again]")) camera.click();
    else if (hit?.matches("[data-these]")) use();
    else if (hit) view.close();
  });

  view.addEventListener("keydown", (event) => {
    event.stopPropagation(); // it is for the pad beneath no longer
    const face = faceOf(event.key), die = dice().find((one) => one === document.activeElement || one.classList.contains("next"));
    if (!face || !die || extra() > 0) return;
    choose(die);
    become(face);
  });

  view.addEventListener("close", () => {
    latest += 1;
    shot = null;
    view.lastChild.replaceChildren();
  });

  if (camera.files.length) take();
  return { begin };
})();
