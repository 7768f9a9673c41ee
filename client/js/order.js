// @ts-check
// The order in which the reader wants his cards to lie, from left to right.

import { preference } from "./preferences.js";

const SUITS = "SHCD";
const RANKS = "ATKQJ";

/** @param {string} card */
const place = (card) => SUITS.indexOf(card[0]) * RANKS.length + RANKS.indexOf(card[1]);

/** @param {readonly string[]} cards in the order in which they came to the hand @returns {string[]} */
export function inOrder(cards) {
  const hand = [...cards];
  if (preference("sort") === "suit") hand.sort((a, b) => place(a) - place(b));
  return preference("reverse") === "on" ? hand.reverse() : hand;
}
