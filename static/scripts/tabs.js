/* A narrow screen has room for one player's columns where each has several: those of the player to move, or of another one
   whose tab is tapped, until the turn passes or a die is typed. */

function lookAt(seat) {
  if (!$("#tabs")) return;
  const { mover } = pad().dataset;
  all("#pad .shown").forEach((part) => part.classList.remove("shown"));
  if (seat && seat !== mover) [...cellsOf(seat, all("#sheet tr")).map(({ cell }) => cell), ...namesOf(seat)].forEach((part) => part.classList.add("shown"));
  pad().classList.toggle("looking", Boolean(seat) && seat !== mover);
  all("#tabs .name").forEach((tab) => tab.setAttribute("aria-pressed", tab.dataset.seat === (seat || mover)));
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("#tabs .name");
  if (!tab) return;
  event.preventDefault();
  lookAt(tab.dataset.seat);
  afterPaint(showMore);
});
