/* The pad begins: what still waits from before is sent, what is typed for this turn is drawn. Typed dice are kept on this
   phone: neither the page's own address nor those of its menu need tell of them, and later they would tell of old ones. */

tellZone();
history.replaceState(null, "", location.pathname);
all(".menu a").forEach((link) => {
  const there = new URL(link.href);
  ["held", "held_first", "for"].forEach((name) => there.searchParams.delete(name));
  if (there.searchParams.get("back")?.startsWith(location.pathname)) there.searchParams.set("back", location.pathname);
  link.href = there;
});
all('.menu input[name="back"]').forEach((input) => { input.value = location.pathname; });
fetchTable();
if (waiting().length) look();
adopt();
stayAwake();
