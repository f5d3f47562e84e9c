/* How often phones look and send again, and how long they wait, in milliseconds. */
"use strict";

const EVERY = 2000;
const QUIET = 400;
const LONG = 2000;
const PATIENCE = 8000;
const HOUR = 3600 * 1000;
