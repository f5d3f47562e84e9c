/* The style of a tablet is fetched by tablets alone, and by a window that becomes as large. */
function dressAsTablet() {
  if (large.matches) $("#tablet").rel = "stylesheet";
}

const large = matchMedia($("#tablet").media);
large.addEventListener("change", dressAsTablet);
dressAsTablet();
