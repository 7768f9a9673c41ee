// @ts-check
// Which open tables are listed: a chip for each wish, remembered. One's own tables are listed always.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { keep, kept, onKept } from "./keep.js";

/** @typedef {import("./listing.js").TableRow} TableRow */

const KEY = "filters";
/** By the text of its chip. @type {Record<string, (row: TableRow) => boolean>} */
const WISHES = {
  "terms.rated": (row) => row.rated,
  "home.with_clock": (row) => row.clock !== null,
};

function wanted() {
  return (kept(KEY) ?? "").split(" ").filter((wish) => wish in WISHES);
}

/** Whether the reader wants to see this table. @param {TableRow} row */
export function isWanted(row) {
  return wanted().every((wish) => WISHES[wish](row));
}

/** Fills the element with the chips. @param {HTMLElement} element @param {() => void} changed */
export function mountFilters(element, changed) {
  const chips = Object.keys(WISHES).map((wish) => el("button", { type: "button", class: "chip", "data-t": wish, text: t(wish), onclick: () => toggle(wish) }));
  const show = () => {
    for (const chip of chips) chip.setAttribute("aria-pressed", String(wanted().includes(chip.dataset.t ?? "")));
  };
  const toggle = (/** @type {string} */ wish) => {
    const now = wanted();
    keep(KEY, (now.includes(wish) ? now.filter((one) => one !== wish) : [...now, wish]).join(" "));
    show();
    changed();
  };
  element.append(...chips);
  onKept(KEY, () => {
    show();
    changed();
  });
  show();
}
