// @ts-check
// The keys of the table as a list to be read.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { KEYS } from "./keys.js";

/** @returns {HTMLElement} */
export function keyList() {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const [key, act] of Object.entries(KEYS)) keys.set(act, [...(keys.get(act) ?? []), /[A-Z]/.test(key) ? `Shift + ${key}` : key.toUpperCase()]);
  return el("dl", { class: "keys" }, ...[...keys].flatMap(([act, names]) => [
    el("dt", {}, el("kbd", { dir: "ltr", text: names.length > 1 ? `${names[0]} … ${names.at(-1)}` : names[0] })),
    el("dd", { text: t(`table.key_${act}`) }),
  ]));
}
