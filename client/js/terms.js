// @ts-check
// What was settled about a match before it began, in words.

import { locale, t } from "./i18n.js";

/** @typedef {import("./protocol.js").View} View */

/** "5 min + 10 s". @param {import("./protocol.js").ClockRule | null} rule */
export function clockWords(rule) {
  if (!rule) return t("terms.no_clock");
  const number = (/** @type {number} */ value) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
  return t("terms.clock", { m: number(rule.bank_ms / 60_000), s: number(rule.increment_ms / 1000) });
}

/** The rules, the clock, whether it counts, and who may look on. @param {View} view @returns {string[]} */
export function termsOf({ preset, versus, terms }) {
  const between = versus === "human" ? [t(terms.rated ? "terms.rated" : "terms.casual"), t(`terms.gallery_${terms.gallery}`)] : terms.rated ? [t("terms.rated")] : [];
  return [t(`preset.${preset}`), clockWords(terms.clock), ...between, ...(terms.hints ? [t("terms.hints")] : []), ...(terms.hide_points ? [t("terms.hide_points")] : [])];
}
