/* A paper sheet is typed column by column: Enter goes down and on to the next column, arrows move. A field may be as wide
   as several columns: a player's name, or a total. */
"use strict";

const table = document.querySelector("[data-cells]");
const rows = [...table.querySelectorAll("tr")]
  .map((row) => [...row.querySelectorAll("input:not([type])")]).filter((fields) => fields.length);
const width = Math.max(...rows.map((fields) => fields.length));
const span = (row) => width / rows[row].length;

function go(row, column) {
  if (!rows[row] || column < 0 || column >= width) return;
  const field = rows[row][Math.floor(column / span(row))];
  field.focus();
  field.select();
}

/* Down, or to the top of the next column where what comes next is for several columns of which this is not the last. */
function goOn(row, first, last) {
  const below = row + 1, fits = rows[below] && (last + 1) % span(below) === 0;
  if (fits) go(below, first);
  else go(1, last + 1);
}

table.addEventListener("keydown", (event) => {
  const row = rows.findIndex((fields) => fields.includes(event.target));
  if (row < 0 || event.isComposing) return;
  const first = rows[row].indexOf(event.target) * span(row), last = first + span(row) - 1;
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (event.key === "Enter" && !(row === rows.length - 1 && last === width - 1)) goOn(row, first, last);
  else if (event.key === "ArrowDown" && row < rows.length - 1) go(row + 1, first);
  else if (event.key === "ArrowUp" && row > 0) go(row - 1, first);
  else if (row > 0 && (event.key === "ArrowLeft" || event.key === "ArrowRight")) go(row, event.key === forward ? last + 1 : first - 1);
  else return;
  event.preventDefault();
});

/* A field is whole beside the labels, which stay while the columns scroll under them. */
table.addEventListener("focusin", ({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" }));

/* Figures are written as the reader writes them. */
table.addEventListener("input", ({ target }) => {
  const figures = target.value.replace(/[0-9]/g, (digit) => table.dataset.figures[digit]);
  if (target.inputMode && figures !== target.value) target.value = figures;
});

/* A name that is not being typed is shown whole, in as many lines as it needs. */
for (const field of rows[0]) {
  const whole = document.createElement("span");
  const show = () => { whole.textContent = field.value; };
  whole.className = "whole-name";
  whole.ariaHidden = "true";
  field.addEventListener("input", show);
  field.after(whole);
  show();
}

/* The cursor stands in what is wrong, else where typing begins. */
const empty = rows.slice(1).map((fields) => fields[0]).find((field) => !field.value);
const wrong = document.querySelector("[autofocus]");
if (wrong) { wrong.focus(); wrong.select(); }
else if (empty && rows[0][0].value && !document.querySelector(".complaint")) empty.focus();
