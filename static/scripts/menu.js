/* The menu is put away by Escape, which leaves the focus on its button, and by a tap beside it. */

const menu = $(".menu");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  $("summary", menu).focus();
  event.stopImmediatePropagation();
});

document.addEventListener("click", (event) => {
  if (menu.open && !menu.contains(event.target)) menu.open = false;
});
