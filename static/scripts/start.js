/* The pad begins: what the server drew is what is typed; what still waits from before is sent. */

tellZone();
adopt();
stayAwake();
if (waiting()) look();
