/* Short ways to what is on the page. Everything else here is forms: these scripts only help the hand. */
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const pad = () => $("#pad");

/* A number in the figures of the reader's language: the page names the ten of them. */
const figure = (number) => String(number).replace(/\d/g, (digit) => $("[data-figures]").dataset.figures[digit]).replace("-", "−");

/* A sentence of the page with its facts in place; those that are numbers as figures. */
const say = (sentence, facts) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => (typeof facts[name] === "number" ? figure(facts[name]) : facts[name]));

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

const icon = (name) => `<svg class="i" aria-hidden="true"><use href="${$("use").getAttribute("href").split("#")[0]}#${name}"/></svg>`;
