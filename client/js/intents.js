// @ts-check
// What the reader wants done and is not answered yet: named once, and kept over a reload, so that it is never done twice.

/** @typedef {{id: string, command: import("./protocol.js").Command, version?: number}} Waiting */

/** A new name for an intent. `randomUUID` is missing on plain http outside this machine. @returns {string} */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What waits at a match, from before the page was loaded again. @param {string} match @returns {Waiting | null} */
export function recall(match) {
  try {
    return JSON.parse(sessionStorage.getItem(place(match)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} match @param {Waiting} waiting */
export function remember(match, waiting) {
  sessionStorage.setItem(place(match), JSON.stringify(waiting));
}

/** @param {string} match */
export function forget(match) {
  sessionStorage.removeItem(place(match));
}

/** @param {string} match */
function place(match) {
  return `schnapsen.waiting.${match}`;
}
