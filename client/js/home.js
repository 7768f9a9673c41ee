// @ts-check
// The home page: start a match, return to one, see the others.

import { ask, Trouble } from "./api.js";
import { cardFace } from "./cards.js";
import { load, onLanguage, t } from "./i18n.js";
import { keep, kept } from "./keep.js";
import { games } from "./games.js";
import { mountTopbar } from "./topbar.js";

/** @type {<T extends HTMLElement = HTMLElement>(id: string) => T} */
const at = (id) => /** @type {any} */ (document.getElementById(id));

const presets = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=preset]"));
const buttons = [at("play-bot"), at("invite")];
/** @type {Trouble | null} */
let shown = null;
let starting = false;

/** @param {"computer" | "human"} versus */
async function start(versus) {
  if (starting) return; // a double click opens one table
  setStarting(true);
  try {
    const preset = [...presets].find((choice) => choice.checked)?.value ?? "seed";
    const { match } = await ask("POST", "/api/matches", { preset, versus });
    show(null);
    location.assign(`/m/${match}`); // the table shows its opener the link for the other seat
  } catch (trouble) {
    setStarting(false);
    show(trouble);
  }
}

/** @param {boolean} now */
function setStarting(now) {
  starting = now;
  for (const button of buttons) button.setAttribute("aria-disabled", String(now));
}

/** @param {unknown} trouble */
function show(trouble) {
  if (trouble && !(trouble instanceof Trouble)) throw trouble;
  shown = /** @type {Trouble | null} */ (trouble ?? null);
  at("trouble").hidden = !shown;
  at("trouble-text").textContent = shown ? t(shown.key, shown.params) : "";
}

async function refresh() {
  try {
    const { matches } = await ask("GET", "/api/matches");
    games(at("games"), matches);
    resume(matches);
    if (shown) show(null);
  } catch (trouble) {
    show(trouble);
  }
}

/** The bar takes the place of the line that says what this is: nothing on the page moves. @param {import("./games.js").MatchRow[]} rows */
function resume(rows) {
  const running = rows.filter((row) => row.phase === "playing" || row.phase === "hand_over");
  const row = running.find((each) => each.your_turn) ?? running[0];
  at("resume").hidden = !row;
  at("tagline").hidden = !!row;
  if (!row) return;
  at("resume").setAttribute("href", `/m/${row.match}`);
  const who = row.versus === "computer" ? t("home.computer") : row.opponent;
  at("resume-who").textContent = who ?? "";
  at("resume-score").textContent = `${row.score[0]} : ${row.score[1]}`;
  at("resume-turn").textContent = row.your_turn ? ` · ${t("games.your_turn")}` : "";
}

function choosePreset() {
  const before = kept("preset");
  for (const choice of presets) {
    if (choice.value === before) choice.checked = true;
    choice.addEventListener("change", () => keep("preset", choice.value));
  }
}

/** Resolves after so many ms. @param {number} ms */
const patience = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

await load();
mountTopbar(at("topbar"));
choosePreset();
at("fan").append(...["HK", "HQ", "SA", "CT", "DJ"].map(cardFace));
at("play-bot").addEventListener("click", () => start("computer"));
at("invite").addEventListener("click", () => start("human"));
at("again").addEventListener("click", refresh);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
addEventListener("online", refresh);
addEventListener("pageshow", (event) => {
  // Back from a table by the browser's own button: the page may be the old one, as it was left.
  setStarting(false);
  if (event.persisted) refresh();
});
onLanguage(() => {
  show(shown);
  refresh();
});
// Shown whole if the games come soon, and without them if they do not.
await Promise.race([refresh(), patience(700)]);
document.documentElement.dataset.ready = "";
