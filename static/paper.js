/* A paper sheet is typed column by column: Enter goes down and on to the next column, arrows move. */
"use strict";

const rows = [...document.querySelectorAll("[data-cells] tr")]
  .map((row) => [...row.querySelectorAll("input:not([type])")]).filter((row) => row.length);

function go(row, column) {
  const height = rows.length, width = rows[0].length;
  if (row >= height) { row = 1; column += 1; }
  if (column < 0 || column >= width || row < 0) return;
  rows[row][column].focus();
  rows[row][column].select();
}

document.querySelector("[data-cells]").addEventListener("keydown", (event) => {
  const row = rows.findIndex((cells) => cells.includes(event.target));
  const column = row < 0 ? -1 : rows[row].indexOf(event.target);
  if (row < 0 || event.isComposing) return;
  const forward = document.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const sideways = event.key === forward ? 1 : -1;
  if (event.key === "Enter" && !(row === rows.length - 1 && column === rows[0].length - 1)) go(row + 1, column);
  else if (event.key === "ArrowDown" && row < rows.length - 1) go(row + 1, column);
  else if (event.key === "ArrowUp" && row > 0) go(row - 1, column);
  else if (row > 0 && (event.key === "ArrowLeft" || event.key === "ArrowRight")) go(row, column + sideways);
  else return;
  event.preventDefault();
});

const empty = rows.slice(1).map((cells) => cells[0]).find((cell) => !cell.value);
if (empty && rows[0][0].value) empty.focus();
