// @ts-check
// How the search for an opponent stands, and how a page says so. No line, no DOM.

import { t } from "./i18n.js";

/** @typedef {import("./lobby_line.js").Search} Search */
/** @typedef {import("./protocol.js").Seeking} Seeking */

const KEY = "schnapsen.search";

/** A search that goes on at the next page of this tab: whoever plays the computer meanwhile stays in the queue. @param {Search | null} search */
export function keepSearch(search) {
  try {
    if (search) sessionStorage.setItem(KEY, JSON.stringify(search));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Refused: then the search ends with the page.
  }
}

/** @returns {Search | null} */
export function keptSearch() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Counts from the server's word, by this page's own stopwatch: what the device's clock shows does not matter. */
export class Stopwatch {
  constructor() {
    this.from = performance.now();
  }

  /** @param {Seeking} frame */
  set(frame) {
    this.from = performance.now() - Math.max(0, frame.now - frame.since);
  }

  /** "0:07" @returns {string} */
  text() {
    const seconds = Math.max(0, Math.floor((performance.now() - this.from) / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** What to expect, in a line. @param {Seeking | null} frame @returns {string} */
export function outlook(frame) {
  if (!frame) return t("home.starting");
  const wait = frame.expected_ms === null ? null : t("home.expected", { n: Math.max(1, Math.round(frame.expected_ms / 1000)) });
  const range = frame.range === null ? t("home.range_any") : t("home.range", { n: frame.range });
  return [wait, range].filter(Boolean).join(" · ");
}
