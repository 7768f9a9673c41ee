// @ts-check
// The choice of how well the computer is to play, with what each level does.

import { ask, Trouble } from "./api.js";
import { el } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { keep } from "./keep.js";
import { level, LEVELS } from "./levels.js";

/** @typedef {import("./protocol.js").Level} Level */

/** The choice as buttons side by side, with a line on the one chosen. @param {HTMLElement} element a fieldset @param {() => void} onChange */
export function mountLevels(element, onChange) {
  const about = el("p", { id: "level-about", class: "small quiet" });
  const legend = el("legend");
  const texts = LEVELS.map(() => el("span"));
  const inputs = LEVELS.map((value) => /** @type {HTMLInputElement} */ (el("input", { type: "radio", name: "level", value, checked: value === level(), onchange: () => choose(value) })));
  element.setAttribute("aria-describedby", "level-about");
  element.append(legend, el("div", { class: "segments" }, ...inputs.map((input, n) => el("label", {}, input, texts[n]))), about);
  /** @type {Record<string, number>} */
  let ratings = {};

  const draw = () => {
    legend.textContent = t("level.label");
    texts.forEach((text, n) => (text.textContent = t(`level.${LEVELS[n]}`)));
    const rating = ratings[level()];
    about.textContent = [t(`level.${level()}_about`), rating ? t("level.rating", { n: String(rating) }) : ""].filter(Boolean).join(" ");
    onChange();
  };
  const choose = (/** @type {Level} */ value) => {
    keep("level", value);
    draw();
  };
  onLanguage(draw);
  draw();
  ask("GET", "/api/levels").then(({ levels }) => {
    ratings = Object.fromEntries(levels.map((/** @type {{level: Level, rating: number}} */ row) => [row.level, row.rating]));
    draw();
  }, (trouble) => {
    if (!(trouble instanceof Trouble)) throw trouble; // without a line nothing is known of them
  });
}

/** The choice as a field, for a place where there is little room. */
export function levelField() {
  const field = /** @type {HTMLSelectElement} */ (el("select", { class: "field", "aria-label": t("level.label"), "data-testid": "call-level" }, ...LEVELS.map((value) => new Option(t(`level.${value}`), value, false, value === level()))));
  field.addEventListener("change", () => keep("level", field.value));
  return field;
}
