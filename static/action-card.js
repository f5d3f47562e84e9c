/* A chosen card belongs to its turn, as typed dice do: it is kept on this phone with them, so that it is there even if
   the way back to the pad is lost just now. The pad's own script reads it (scripts/hands.js). */
"use strict";

document.addEventListener("submit", ({ target }) => {
  const fields = new FormData(target), turn = fields.get("for");
  const card = new URLSearchParams([...fields].filter(([name, value]) => name.startsWith("card_") && value));
  if (!turn || !card.has("card_kind")) return;
  try {
    const hands = JSON.parse(localStorage.getItem(target.dataset.drawer)) ?? {};
    const { slots = fields.get("dice") ?? "" } = hands[turn] ?? {};
    localStorage.setItem(target.dataset.drawer, JSON.stringify({ ...hands, [turn]: { slots, card: String(card) } }));
  } catch { /* a browser that keeps nothing has it in the address */ }
});
