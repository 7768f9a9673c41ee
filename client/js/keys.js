// @ts-check
// The keyboard map of the table: which key means what. What it does stands in hands.js.

import { by } from "./dom.js";
import { preference } from "./preferences.js";

/** Single keys of the table; with Shift they are written as capitals. The words are for the list that `?` opens. @type {Record<string, string>} */
export const KEYS = {
  "1": "card", "2": "card", "3": "card", "4": "card", "5": "card",
  m: "marriage", c: "close", x: "exchange", i: "hint", n: "next", S: "save", X: "cancel",
  l: "last", t: "say_table", p: "say_points", k: "say_clocks", h: "say_hand", r: "repeat", "/": "chat", "?": "keys",
};
/** Whoever holds the key of a dialog for so long wants it open no longer than that. */
const HOLD_MS = 400;

/** The letter that is meant: by its sign where that is Latin, else by its place (a Hebrew layout has no M). @param {KeyboardEvent} event */
export function letter({ key, code, shiftKey }) {
  const sign = /^[a-z0-9?/]$/i.test(key) ? key : /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? key;
  if (sign.length > 1) return sign;
  return shiftKey ? sign.toUpperCase() : sign.toLowerCase();
}

/** @param {EventTarget | null} target */
function writing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Only while the focus is at the table, or nowhere. */
function atTable() {
  const focus = document.activeElement;
  return focus === document.body || by("table").contains(focus);
}

/**
 * @param {Record<string, (key: string) => void>} acts by the words of KEYS, and `escape` and `region`
 * @param {(step: number) => void} walk in the hand; -Infinity and Infinity are its ends
 */
export function listenToKeys(acts, walk) {
  /** @type {{key: string, act: string, at: number} | null} pressed and not let go */
  let held = null;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // What lies over the table has the keys, and Escape closes it.
    const open = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open], :popover-open"));
    if (event.key === "F6" && !open) {
      event.preventDefault();
      return acts.region(event.shiftKey ? "Shift+F6" : "F6");
    }
    if (writing(event.target)) return;
    if (event.key === "Escape" && !open) return acts.escape("");
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity });
    if (event.key in steps && !open && (document.activeElement === document.body || by("hand").contains(document.activeElement))) {
      event.preventDefault();
      return walk(steps[event.key]);
    }
    const key = letter(event);
    const act = KEYS[key];
    if (!act || event.repeat || preference("shortcuts") === "off") return;
    // The key that opened a dialog closes it.
    if (open) return open.dataset.act === act ? open.close() : undefined;
    if (!atTable()) return;
    event.preventDefault();
    held = { key: event.code, act, at: performance.now() };
    acts[act](key);
  });
  document.addEventListener("keyup", (event) => {
    if (event.code !== held?.key) return;
    const { act, at } = held;
    held = null;
    const open = /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));
    if (open?.dataset.act === act && performance.now() - at >= HOLD_MS) open.close();
  });
}
