/* Short ways to what is on the page. Everything else here is forms: these scripts only help the hand. */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const pad = () => $("#pad");

/* A number in the figures of the reader's language: the page names the ten of them. */
const inFigures = (number, figures) => String(number).replace(/\d/g, (digit) => [...figures][digit]);
