// @ts-check
// What the computer advises, in words; on the table and in a review.

import { cardName, t } from "./i18n.js";

/** @typedef {import("./protocol.js").Advice} Advice */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./words.js").Said} Said */

/** The move, why it is best, and how often it wins. @param {Advice} advice @returns {Said} */
export function reasonOf({ move, why, percent, points, card }) {
  const played = move.includes(":") ? cardName(move.slice(-2)) : "";
  const params = { card: played, kept: card ? cardName(card) : "", points: points ?? 0, p: percent ?? 0 };
  const key = `hint.${why}`;
  if (percent === null || why === "close" || why === "claim") return { key, params };
  return { key: "hint.with", params: { why: t(key, params), p: percent } };
}

/** A move by its name. @param {string} move a word of `legal`, or "concede" @param {View} view */
export function moveName(move, view) {
  const [kind, card] = move.split(":");
  if (kind === "play") return cardName(card);
  if (kind === "marriage") return `${t(card[0] === view.trump ? "btn.m40" : "btn.m20")}, ${cardName(card)}`;
  return t(kind === "concede" ? "btn.cancel_yes" : `btn.${kind}`);
}
