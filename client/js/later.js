// @ts-check
// What of the table comes later: all that nobody needs to see his cards and to play one. It is sent for as soon as the table is
// drawn, and again until it is here.

import { loadLater } from "./i18n.js";
import { insist } from "./insist.js";
import { session } from "./session.js";

/** @typedef {typeof import("./rest.js").REST} Rest */

/** @type {Rest | null} */
let rest = null;
/** @type {Promise<Rest> | null} */
let coming = null;
let tries = 0;

/** The rest, if it is here. */
export function here() {
  return rest;
}

/** It was sent for in vain: as long as there is no line, or for good when the server has become another one. */
export function isMissing() {
  return !rest && tries > 1;
}

/** Calls with the rest: at once if it is here, else when it is. @param {(rest: Rest) => void} act */
export function later(act) {
  if (rest) act(rest);
  else fetchRest().then(act);
}

/** Once, however often it is called. */
export function fetchRest() {
  return (coming ??= arrival());
}

/** @returns {Promise<Rest>} */
async function arrival() {
  await new Promise((resolve) => setTimeout(resolve)); // what is being drawn is drawn first
  const [{ REST }] = await Promise.all([insist(fetchModules), loadLater()]);
  rest = REST;
  rest.mount();
  session.redraw();
  return rest;
}

/** Under another address each time, for browsers remember that a module did not come. @returns {Promise<typeof import("./rest.js")>} */
function fetchModules() {
  return import(`./rest.js?${tries++}`);
}
