// @ts-check
// Opening a table: for whom, and who may look on. Rules and clock are those chosen on the page.

import { button, el } from "./dom.js";
import { choices, GALLERIES, gallery } from "./choices.js";
import { t } from "./i18n.js";
import { keep } from "./keep.js";
import { openSheet } from "./sheet.js";
import { clockWords } from "./terms.js";

/** Asks how, then calls `open(listed, hints)`. @param {(listed: boolean, hints: boolean) => void} open */
export function askHow(open) {
  const { preset, clock, rated } = choices();
  const facts = [clockWords(clock), t(`preset.${preset}`), t(rated ? "home.rated" : "home.unrated")].join(" · ");
  const whom = group("home.for_whom", "whom", ["listed", "link"], "listed", (value) => t(`home.whom_${value}`));
  const watch = group("home.who_watches", "watch", GALLERIES, gallery(), (value) => t(`home.gallery_${value}`));
  const advice = group("home.hints", "hints", ["off", "on"], "off", (value) => t(`home.hints_${value}`));
  const sheet = openSheet("home.open_table", el("p", { class: "quiet", text: facts }), whom.node, watch.node, advice.node);
  const create = button("home.open_table", "table-create", () => {
    keep("gallery", watch.value());
    sheet.close();
    open(whom.value() === "listed", advice.value() === "on");
  }, { kind: "primary" });
  /** @type {HTMLElement} */ (sheet.querySelector(".dialog-buttons")).append(create);
}

/** @param {string} legend @param {string} name @param {string[]} values @param {string} chosen @param {(value: string) => string} text */
function group(legend, name, values, chosen, text) {
  const inputs = values.map((value) => /** @type {HTMLInputElement} */ (el("input", { type: "radio", name, value, checked: value === chosen })));
  const labels = inputs.map((input) => el("label", { class: "choice" }, input, el("span", { text: text(input.value) })));
  return {
    node: el("fieldset", { class: "choices" }, el("legend", { text: t(legend) }), ...labels),
    value: () => inputs.find((input) => input.checked)?.value ?? chosen,
  };
}
