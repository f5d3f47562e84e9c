/* The menus of a list: Escape puts one away and leaves the focus on its button; a tap beside it puts it away, too. */
"use strict";

document.addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector(".menu[open]");
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) menu.open = menu.contains(target);
});
