/* Says the page, by a voice of its language that this device has itself: another would ask somebody far away. */

const sayIt = document.querySelector("#say");

const ownVoice = () => speechSynthesis.getVoices()
  .find(({ lang, localService }) => localService && lang.toLowerCase().split(/[-_]/)[0] === document.documentElement.lang);

function offerVoice() { sayIt.hidden = !ownVoice(); }

if ("speechSynthesis" in window) {
  offerVoice();
  speechSynthesis.addEventListener("voiceschanged", offerVoice);
  sayIt.addEventListener("click", () => {
    const told = Object.assign(new SpeechSynthesisUtterance(document.querySelector("#aloud").textContent), { voice: ownVoice() });
    speechSynthesis.cancel();
    speechSynthesis.speak(told);
  });
}
