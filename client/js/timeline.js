// @ts-check
// The way through the steps of a hand: slider, buttons, keys, and going by itself.

import { by, el } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {object} Way
 * @property {() => number} at the step that is shown
 * @property {() => number} last
 * @property {(from: number, onward: boolean) => number} trick the end of the next trick, or of the one before
 * @property {(to: number, still?: boolean) => void} go `still`: nothing is to move
 * @property {() => void} more open what else there is
 */

const STEP_MS = 1200;
const SPEEDS = [0.5, 1, 2];

const ICONS = {
  first: "M6 5v14M19 5l-9 7l9 7z",
  back: "M17 5l-10 7l10 7z",
  play: "M7 4l13 8l-13 8z",
  pause: "M8 5v14M16 5v14",
  on: "M7 5l10 7l-10 7z",
  last: "M18 5v14M5 5l9 7l-9 7z",
};

let timer = 0;
let speed = 1;

/** @param {keyof typeof ICONS} icon */
function drawn(icon) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  return /** @type {Node} */ (template.content.firstChild);
}

/** @param {string} testid @param {keyof typeof ICONS} icon @param {string} keys @param {() => void} act */
function stepper(testid, icon, keys, act) {
  return el("button", { type: "button", class: "icon-button", "data-testid": `replay-${testid}`, "data-t-label": `replay.${testid}`, "aria-keyshortcuts": keys, onclick: act }, drawn(icon));
}

/** @param {Way} way */
export function mountTimeline(way) {
  const slider = /** @type {HTMLInputElement} */ (by("slider"));
  const acts = /** @type {Record<string, () => void>} */ ({
    Home: () => way.go(0),
    PageUp: () => way.go(way.trick(way.at(), false)),
    ArrowLeft: () => way.go(way.at() - 1),
    ArrowRight: () => way.go(way.at() + 1),
    PageDown: () => way.go(way.trick(way.at(), true)),
    End: () => way.go(way.last()),
  });
  const byHand = (/** @type {() => void} */ act) => () => {
    pause();
    act();
  };
  by("actions").append(el("div", { class: "row" },
    stepper("first", "first", "Home", byHand(acts.Home)),
    stepper("back", "back", "ArrowLeft", byHand(acts.ArrowLeft)),
    stepper("play", "play", "Space", () => (timer ? pause() : play(way))),
    stepper("on", "on", "ArrowRight", byHand(acts.ArrowRight)),
    stepper("last", "last", "End", byHand(acts.End)),
    el("select", { id: "speed", class: "field number", "data-testid": "replay-speed", "data-t-label": "replay.speed", onchange: setSpeed },
      ...SPEEDS.map((one) => el("option", { value: one, selected: one === speed }))),
    el("button", { type: "button", class: "icon-button dots", "data-testid": "replay-more", "data-t-label": "btn.menu", onclick: way.more })));
  let dragged = false;
  slider.addEventListener("pointerdown", () => (dragged = true));
  for (const end of ["pointerup", "pointercancel"]) slider.addEventListener(end, () => (dragged = false));
  slider.addEventListener("input", byHand(() => way.go(Number(slider.value), dragged)));
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented || !(target instanceof Element)) return;
    if (target.closest("select, dialog, input:not([type=range])")) return;
    if (key === " " && !target.closest("button, a")) {
      event.preventDefault();
      if (!event.repeat) (timer ? pause() : play(way));
    } else if (key in acts) {
      event.preventDefault();
      byHand(acts[key])();
    }
  });
}

/** @param {Event} event */
function setSpeed({ target }) {
  speed = Number(/** @type {HTMLSelectElement} */ (target).value);
}

/** @param {Way} way */
function play(way) {
  if (way.at() >= way.last()) way.go(0);
  const next = () => {
    timer = 0;
    way.go(way.at() + 1);
    if (way.at() < way.last()) wait();
    else pause();
  };
  const wait = () => (timer = setTimeout(next, STEP_MS / speed));
  wait();
  drawPlaying();
}

export function pause() {
  clearTimeout(timer);
  timer = 0;
  drawPlaying();
}

function drawPlaying() {
  const node = /** @type {HTMLElement} */ (document.querySelector("[data-testid=replay-play]"));
  const key = timer ? "replay.pause" : "replay.play";
  if (node.dataset.tLabel === key) return;
  node.dataset.tLabel = key;
  node.setAttribute("aria-label", t(key));
  node.replaceChildren(drawn(timer ? "pause" : "play"));
}

/** @param {number} at @param {number} last @param {string} text what the step is, in words */
export function drawTimeline(at, last, text) {
  const slider = /** @type {HTMLInputElement} */ (by("slider"));
  slider.max = String(last);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", text);
  slider.style.setProperty("--done", String(last ? at / last : 0));
  for (const [testid, off] of /** @type {[string, boolean][]} */ ([["first", at === 0], ["back", at === 0], ["on", at === last], ["last", at === last]])) {
    /** @type {HTMLElement} */ (document.querySelector(`[data-testid=replay-${testid}]`)).setAttribute("aria-disabled", String(off));
  }
  for (const option of /** @type {HTMLSelectElement} */ (by("speed")).options) option.textContent = t("replay.times", { n: Number(option.value) });
}
