// @ts-check
// What a player has done in the matches that count, in figures.

import { bdi, el } from "./dom.js";
import { locale, t } from "./i18n.js";
import { signed } from "./numbers.js";

/** @typedef {import("./protocol.js").Profile} Profile */

/** The most telling four first. @param {Profile} profile @returns {HTMLElement[]} a term and its figure each */
export function figures({ rated_matches, record, reliability }) {
  const percent = new Intl.NumberFormat(locale(), { style: "percent" });
  const hands = [...record.hands_won, ...record.hands_lost].reduce((sum, n) => sum + n, 0);
  /** @type {[string, string][]} */
  const told = [
    ["stats.matches", number(record.matches)],
    ["stats.wins", record.matches ? `${number(record.wins)} (${percent.format(record.wins / record.matches)})` : "–"],
    ["stats.closings", of(record.closings_made, record.closings_made + record.closings_failed)],
    ["stats.average", hands ? signed(record.points / hands, 2) : "–"],
    ["stats.hands_won", split(record.hands_won)],
    ["stats.hands_lost", split(record.hands_lost)],
    ["stats.finished", of(reliability.finished, reliability.begun)],
    ["stats.rated", number(rated_matches)],
  ];
  return told.map(([key, value]) => el("div", {}, el("dt", { text: t(key) }), el("dd", { class: "number" }, key === "stats.average" ? el("bdi", { dir: "ltr", text: value }) : bdi(value))));
}

/** @param {number} value */
function number(value) {
  return new Intl.NumberFormat(locale()).format(value);
}

/** @param {number} n @param {number} all */
function of(n, all) {
  return all ? t("stats.of", { n, all }) : "–";
}

/** How many hands with one, two and three game points. @param {number[]} hands */
function split(hands) {
  return t("stats.split", { one: hands[0], two: hands[1], three: hands[2] });
}
