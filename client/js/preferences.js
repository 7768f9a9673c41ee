// @ts-check
// How the reader wants the pages: what may be chosen, what was, and who is told of a change. Each is kept in this browser.

import { kept, onChoice } from "./keep.js";

/** The values of each; the first is the one of whoever has chosen nothing. @type {Record<string, readonly string[]>} */
export const PREFERENCES = Object.freeze({
  sort: ["suit", "drawn"],
  reverse: ["off", "on"],
  two_taps: ["off", "on"],
  confirm_close: ["on", "off"],
  motion: ["system", "full", "short", "off"],
  trick_pause: ["900", "500", "1500"],
  sound: ["on", "off"],
  volume: ["60", "0", "20", "40", "80", "100"],
  shortcuts: ["on", "off"],
  detail: ["full", "short"],
  hide_points: ["off", "on"],
  bot_clock: ["none", "1", "2", "4", "10"],
  notices: ["off", "on"],
  zen: ["off", "on"],
});

/** What was chosen. @param {string} name one of PREFERENCES @returns {string} */
export function preference(name) {
  const chosen = kept(name);
  return chosen !== null && PREFERENCES[name].includes(chosen) ? chosen : PREFERENCES[name][0];
}

/** For the style sheets. */
function mark() {
  document.documentElement.dataset.zen = preference("zen");
}

onChoice("zen", mark);
mark();
