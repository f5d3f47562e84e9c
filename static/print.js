/* The printer's window opens by a tap; without scripting the browser's own menu does it. */
"use strict";

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
