/* The pad begins: what is typed for this turn is drawn, what still waits from before is sent. An address that told of
   dice has done its work: loaded again, it would bring them back. */

tellZone();
history.replaceState(null, "", location.pathname);
fetchTable();
adopt();
stayAwake();
if (waiting().length) look();
