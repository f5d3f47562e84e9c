/* The tray as it is drawn: the slots with the typed dice, the key beside them, the sum. */

function draw() {
  const faces = facesOf(typed.slots), next = hole();
  slots().forEach((die, slot) => drawDie(die, slot, typed.slots[slot], slot === next));
  pad().dataset.dice = faces;
  all('input[name="dice"]', pad()).forEach((input) => { input.value = faces; });
  drawFirst(typed.first);
  drawBack(faces);
  drawCount(faces, next < 0);
}

/* Whether the roll is marked as the first: the key is pressed in, other points are printed beside the boxes. */
function drawFirst(first) {
  pad().toggleAttribute("data-first-roll", first);
  all('input[name="first_roll"]', pad()).forEach((input) => { input.value = first ? "1" : ""; });
  all(".first-roll").forEach((key) => drawKey(key, first));
}

/* A key that stays pressed in, if the page has it. */
function drawKey(key, pressed) {
  if (!key) return;
  key.value = pressed ? "0" : "1";
  key.setAttribute("aria-pressed", pressed);
}

/* One place for two keys: the last die goes back, or, before the first die, the last entry. */
function drawBack(faces) {
  const undo = $(".slots .undo"), back = $(".slots .backspace");
  if (faces) undo.hidden = true;
  back.hidden = !undo.hidden;
  back.disabled = !faces;
}

/* The turn before stands where the sum will be, until the first die. */
function drawCount(faces, full) {
  const count = $("#prompt .count"), sum = [...faces].reduce((all, face) => all + Number(face), 0);
  if (!faces && count.matches(".last")) return;
  count.classList.remove("last");
  count.textContent = full ? say(count.dataset.sum, { sum }) : "";
}
