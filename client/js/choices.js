// @ts-check
// What the next match is to be like: rules, clock, rated or not, who may watch. Chosen once and remembered.

import { onLanguage, t } from "./i18n.js";
import { keep, kept } from "./keep.js";
import { preference } from "./preferences.js";
import { clockWords } from "./terms.js";

/** @typedef {import("./protocol.js").ClockRule} ClockRule */
/** @typedef {import("./lobby_line.js").Search} Search */

const BANK_MIN = 5;
const INCREMENT_S = 10;
/** The usual clock times so much; no clock for those who want all the time in the world. */
const CLOCKS = ["1", "2", "4", "10", "none"];
export const GALLERIES = ["closed", "public", "open"];

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
const at = (id) => /** @type {any} */ (document.getElementById(id));
const presets = () => /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name=preset]")]);
let named = false;

/** Brings the controls of the page to life. */
export function mountChoices() {
  const before = kept("preset");
  for (const choice of presets()) {
    if (choice.value === before) choice.checked = true;
    choice.addEventListener("change", () => {
      keep("preset", choice.value);
      describe();
    });
  }
  const clock = /** @type {HTMLSelectElement} */ (at("clock"));
  for (const value of CLOCKS) clock.add(new Option("", value));
  clock.value = CLOCKS.includes(kept("clock") ?? "") ? /** @type {string} */ (kept("clock")) : "1";
  clock.addEventListener("change", () => keep("clock", clock.value));
  const rated = /** @type {HTMLInputElement} */ (at("rated"));
  rated.addEventListener("change", () => keep("rated", rated.checked ? "on" : "off"));
  const ratedBot = /** @type {HTMLInputElement} */ (at("rated-bot"));
  ratedBot.addEventListener("change", () => {
    keep("rated_bot", ratedBot.checked ? "on" : "off");
    showHints();
  });
  const advised = /** @type {HTMLInputElement} */ (at("hints"));
  advised.addEventListener("change", () => keep("hints", advised.checked ? "on" : "off"));
  onLanguage(describe);
  describe();
}

/** Only matches of people with a name count: without one the choice says so. @param {boolean} now */
export function setNamed(now) {
  named = now;
  const rated = /** @type {HTMLInputElement} */ (at("rated"));
  rated.disabled = !named;
  rated.checked = named && kept("rated") !== "off";
  const ratedBot = /** @type {HTMLInputElement} */ (at("rated-bot"));
  ratedBot.disabled = !named;
  ratedBot.checked = named && kept("rated_bot") === "on";
  showHints();
  at("rated-note").hidden = named;
}

/** In a match that counts nobody is advised. */
function showHints() {
  const advised = /** @type {HTMLInputElement} */ (at("hints"));
  advised.disabled = against().rated;
  advised.checked = !advised.disabled && kept("hints") !== "off";
}

function describe() {
  for (const option of /** @type {HTMLSelectElement} */ (at("clock")).options) option.textContent = clockWords(ruleOf(option.value));
  at("preset-about").textContent = t(`preset.${preset()}_about`);
  at("preset-rules").setAttribute("href", `/rules?preset=${preset()}`);
}

/** @param {string} value one of CLOCKS @returns {ClockRule | null} */
export function ruleOf(value) {
  return value === "none" ? null : { bank_ms: BANK_MIN * Number(value) * 60_000, increment_ms: INCREMENT_S * Number(value) * 1000 };
}

function preset() {
  return /** @type {Search["preset"]} */ (presets().find((choice) => choice.checked)?.value ?? "seed");
}

/** @returns {Search} */
export function choices() {
  return {
    preset: preset(),
    clock: ruleOf(/** @type {HTMLSelectElement} */ (at("clock")).value),
    rated: named && /** @type {HTMLInputElement} */ (at("rated")).checked,
  };
}

/** On what terms the computer is played. One that counts has a clock. @returns {{rated: boolean, hints: boolean, clock?: ClockRule}} */
export function against() {
  const rated = /** @type {HTMLInputElement} */ (at("rated-bot")).checked;
  const clock = rated ? choices().clock : ruleOf(preference("bot_clock"));
  return { rated, hints: /** @type {HTMLInputElement} */ (at("hints")).checked, ...(clock ? { clock } : {}) };
}

/** Who may watch the tables of this reader. @returns {string} */
export function gallery() {
  const before = kept("gallery") ?? "";
  return GALLERIES.includes(before) ? before : "public";
}
