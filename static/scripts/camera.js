/* The camera key opens the camera at once, on a phone that was told before how to hold it. What reads a photo is asked for
   with the first press; where that does not come, the key leads to a page that needs none. */

const camera = document.createElement("input");
Object.entries({ type: "file", accept: "image/*", capture: "environment", hidden: "" }).forEach((mark) => camera.setAttribute(...mark));
document.body.append(camera);

/* What reads photos, on its way. */
let photographer = null;

const photographerFor = ({ dataset: { camera: src }, href }) => Object.assign(document.createElement("script"), {
  src, onload: () => Photo.begin(knowsHow()), onerror: () => location.assign(href.split("?")[0]),
});

const knowsHow = () => document.cookie.includes("photo=told");

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-camera]");
  if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (knowsHow()) camera.click();
  if (window.Photo) Photo.begin(knowsHow());
  else if (!photographer) document.head.append(photographer = photographerFor(key));
});
