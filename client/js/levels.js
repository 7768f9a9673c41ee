// @ts-check
// How well the computer is to play: chosen once and remembered. What it is called then.

import { t } from "./i18n.js";
import { kept } from "./keep.js";

/** @typedef {import("./protocol.js").Level} Level */

export const LEVELS = /** @type {Level[]} */ (["beginner", "club", "strong", "master"]);

/** "Computer (strong)". @param {Level} level */
export function computerName(level) {
  return t(`computer.${level}`);
}

/** The level chosen last. @returns {Level} */
export function level() {
  const before = /** @type {Level} */ (kept("level"));
  return LEVELS.includes(before) ? before : "club";
}
