/* What the server answers: whether it is a pad at all, whether the entry is saved, where the focus goes. */

const SHOWN = [200, 204, 409, 422];

function complain(why) {
  $("#banner").hidden = !why;
  $("#banner").dataset.why = why || "";
}

const isPost = (ctx) => ctx.request.method === "POST";

/* While an entry waits, nothing is taken back: it might be that very entry, or the one before. */
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!isPost(ctx)) return;
  if (waiting() && ctx.sourceElement.matches("#undo, #redo")) event.preventDefault();
  else remember(ctx.request.action, String(ctx.request.body));
});

/* Whatever else sits between phone and pad may answer too: only a pad replaces the pad. */
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const { status } = ctx.response;
  if (!SHOWN.includes(status) || (status !== 204 && !ctx.text.includes('<section id="pad"'))) {
    event.preventDefault();
    unreached();
    return;
  }
  if (isPost(ctx)) forget();
  complain(waiting() ? "unsaved" : "");
  if (isPost(ctx) && status === 200) shake();
});

document.addEventListener("htmx:error", unreached);

function unreached() {
  complain(waiting() ? "unsaved" : "away");
}

/* Focus is never lost: what was pressed may be gone, then the next thing to press has it. */
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.response.status === 204) return;
  if (ctx.sourceElement.id === "poll") reconcile();
  else adopt();
  if (document.activeElement === document.body || !document.activeElement?.offsetParent) {
    const next = $('[data-state="typing"] .key') || $('[data-state="offered"] td button') || $(".grid button") || $("#pad .primary");
    next?.focus({ preventScroll: true });
  }
});
