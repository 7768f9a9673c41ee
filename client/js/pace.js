// @ts-check
// How fast things move, in the degree that the reader wants; every movement ends by itself, and all of them at once if need be.

import { onChoice } from "./keep.js";
import { preference } from "./preferences.js";

/** @typedef {"full" | "short" | "off"} Degree */
/** @typedef {{play: number, draw: number, deal: number, sweep: number, home: number, flip: number}} Pace all in ms; `deal` from card to card */

/** @type {Record<"full" | "short", Pace>} */
const PACES = {
  full: { play: 180, draw: 160, deal: 60, sweep: 220, home: 160, flip: 260 },
  short: { play: 110, draw: 80, deal: 30, sweep: 120, home: 100, flip: 140 },
};
/** Where nothing travels, what is new fades in. */
const FADE_MS = 80;
/** By then every movement is over, even where the browser has forgotten about it. */
const LONGEST_MS = 600;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Map<Animation, number>} what moves now, and its watchdog */
const moving = new Map();

/** @returns {Degree} */
function degree() {
  const chosen = preference("motion");
  return chosen === "system" ? (calm.matches ? "off" : "full") : /** @type {Degree} */ (chosen);
}

/** How fast, or null if nothing is to travel. @returns {Pace | null} */
export function pace() {
  const now = degree();
  return now === "off" ? null : PACES[now];
}

/** Moves a node; it stands where it belongs whatever becomes of that. @param {HTMLElement} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
export function animate(node, frames, options) {
  const animation = node.animate(frames, { easing: "ease-out", ...options });
  node.classList.add("moving");
  moving.set(animation, setTimeout(() => animation.cancel(), LONGEST_MS));
  animation.finished.catch(() => {}).then(() => {
    clearTimeout(moving.get(animation));
    moving.delete(animation);
    if (![...moving.keys()].some((other) => /** @type {KeyframeEffect} */ (other.effect).target === node)) node.classList.remove("moving");
  });
}

/** @param {HTMLElement} node */
export function fade(node) {
  animate(node, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
}

/** Everything is at its end now. */
export function skip() {
  for (const animation of moving.keys()) animation.cancel();
}

function mark() {
  document.documentElement.dataset.motion = degree();
}

calm.addEventListener("change", mark);
onChoice("motion", mark);
onChoice("motion", skip);
mark();
document.addEventListener("visibilitychange", () => document.hidden && skip());
addEventListener("resize", skip);
