// @ts-check
// The keys of the table as a list to be read.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { KEYS } from "./keys.js";

/** What else the keyboard does, whatever the reader wants of single keys. @type {[string, string][]} */
const OTHERS = [["← → Home End", "walk"], ["Enter", "press"], ["F6", "region"], ["Esc", "escape"], ["Alt + P  B  I", "lobby"]];

/** @returns {HTMLElement} */
export function keyList() {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const [key, act] of Object.entries(KEYS)) keys.set(act, [...(keys.get(act) ?? []), /[A-Z]/.test(key) ? `Shift + ${key}` : key.toUpperCase()]);
  const rows = [...keys].map(([act, names]) => [names.length > 1 ? `${names[0]} … ${names.at(-1)}` : names[0], act]);
  return el("dl", { class: "keys" }, ...[...rows, ...OTHERS].flatMap(([names, act]) => [
    el("dt", {}, el("kbd", { dir: "ltr", text: names })),
    el("dd", { text: t(`table.key_${act}`) }),
  ]));
}
