// @ts-check
// Ratings as they are written, and what was gained.

import { locale } from "./i18n.js";

/** "+12", "−12". @param {number} value @param {number} [digits] behind the point */
export function signed(value, digits = 0) {
  const number = new Intl.NumberFormat(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${value < 0 ? "\u2212" : "+"}${number.format(Math.abs(value))}`;
}

/** "1512", "1512?" while it is provisional. @param {{value: number, provisional: boolean} | null} rating */
export function ratingWords(rating) {
  return rating ? `${rating.value}${rating.provisional ? "?" : ""}` : "";
}
