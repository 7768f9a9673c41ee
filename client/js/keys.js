// @ts-check
// The keyboard map of the table: which key means what. What it does stands in table.js.

import { by } from "./dom.js";

/** Keys of the table; with Shift they are written as capitals. The words are for the list that `?` opens. @type {Record<string, string>} */
export const KEYS = {
  "1": "card", "2": "card", "3": "card", "4": "card", "5": "card",
  m: "marriage", c: "close", x: "exchange", i: "hint", n: "next", S: "save", X: "cancel",
  l: "last", t: "say_table", p: "say_points", k: "say_clocks", h: "say_hand", r: "repeat", "/": "chat", "?": "keys",
};

/** The letter that is meant: by its sign where that is Latin, else by its place (a Hebrew layout has no M). @param {KeyboardEvent} event */
function letter({ key, code, shiftKey }) {
  if (/^[a-z0-9?/]$/i.test(key)) return shiftKey ? key : key.toLowerCase();
  const place = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1];
  if (!place) return key;
  return shiftKey ? place : place.toLowerCase();
}

/** @param {EventTarget | null} target */
function writing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/**
 * @param {Record<string, (key: string) => void>} acts by the words of KEYS, and `escape`
 * @param {(step: number) => void} walk in the hand; -Infinity and Infinity are its ends
 */
export function listenToKeys(acts, walk) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return acts.escape("");
    const focus = document.activeElement;
    if (focus !== document.body && !by("table").contains(focus)) return;
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });
    if (event.key in steps && (focus === document.body || by("hand").contains(focus))) {
      event.preventDefault();
      return walk(steps[event.key]);
    }
    const key = letter(event);
    const act = KEYS[key] ?? (event.shiftKey ? undefined : KEYS[key.toLowerCase()]);
    if (!act || event.repeat) return;
    event.preventDefault();
    acts[act](key);
  });
}
