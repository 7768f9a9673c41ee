// @ts-check
// Light, dark, or as the system has it; first.js sets it before the first paint, from the same key.

import { keep, kept, onChoice } from "./keep.js";

/** @typedef {"system" | "light" | "dark"} Theme */

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What the reader chose. @returns {Theme} */
export function theme() {
  const choice = kept("theme");
  return choice === "light" || choice === "dark" ? choice : "system";
}

/** @param {Theme} choice */
export function setTheme(choice) {
  keep("theme", choice);
}

function apply() {
  const choice = theme();
  document.documentElement.dataset.theme = choice === "system" ? (dark.matches ? "dark" : "light") : choice;
}

dark.addEventListener("change", apply);
onChoice("theme", apply);
