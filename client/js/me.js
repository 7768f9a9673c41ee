// @ts-check
// Who the reader is: asked once a page, renamed in place, the same in every tab.

import { ask, Trouble } from "./api.js";
import { keep, onKept } from "./keep.js";

/** @typedef {{player: string, name: string}} Me */

const SHORTEST = 2;
const LONGEST = 20;

/** @type {Promise<Me> | null} */
let asked = null;
/** @type {Set<(me: Me) => void>} */
const listeners = new Set();

/** @returns {Promise<Me>} */
export function me() {
  if (!asked) {
    asked = ask("GET", "/api/me");
    asked.catch(() => (asked = null)); // a failed question may be asked again
  }
  return asked;
}

/** Raises Trouble when the name will not do. @param {string} name @returns {Promise<Me>} */
export async function rename(name) {
  // The plain faults are not worth a journey; the server knows the rest.
  if ([...name].length < SHORTEST || [...name].length > LONGEST || /[<>]/.test(name)) throw new Trouble("err.name");
  const answer = await ask("PUT", "/api/me", { name });
  become(answer);
  keep("name", answer.name);
  return answer;
}

/** A name like this one that will do, if there is one. @param {string} name @returns {string | null} */
export function suggestion(name) {
  const plain = name.normalize("NFC").replace(/[<>\p{C}]/gu, " ").trim().replace(/\s+/g, " ");
  const short = [...plain].slice(0, LONGEST).join("").trim();
  return short !== name && [...short].length >= SHORTEST && /[\p{L}\p{N}]/u.test(short) ? short : null;
}

/** Calls back after each change of the name. @param {(me: Me) => void} callback */
export function onMe(callback) {
  listeners.add(callback);
}

/** @param {Me} now */
function become(now) {
  asked = Promise.resolve(now);
  for (const callback of listeners) callback(now);
}

// Another tab changed the name: the server has the truth, the key is only the bell.
onKept("name", () => ask("GET", "/api/me").then(become, () => {}));
