// @ts-check
// The log on the screen: a line for each thing that happened.

import { by, el } from "./dom.js";
import { parts } from "./i18n.js";

const LINES = 200;
/** So near to its end a reader counts as reading along. */
const NEAR_END = 40;

/** @param {import("./words.js").Said} entry */
export function log({ key, params, tone }) {
  const list = by("log");
  follow(list, () => {
    list.append(el("p", { class: tone ?? "" }, parts(key, params)));
    while (list.children.length > LINES) list.firstElementChild?.remove();
  });
}

/** Changes a list; whoever reads its end goes on reading the end. @param {HTMLElement} list @param {() => void} change */
export function follow(list, change) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  change();
  if (atEnd) list.scrollTop = list.scrollHeight;
}
