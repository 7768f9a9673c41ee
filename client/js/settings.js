// @ts-check
// The page of settings: shows what was chosen and keeps what is chosen. What a choice does stands where it is looked up.

import { cardFace } from "./cards.js";
import { ruleOf } from "./choices.js";
import { by, el, keyed } from "./dom.js";
import { faces, indexSize, suitColours } from "./faces.js";
import { LANGUAGES, language, load, locale, onLanguage, setLanguage, t } from "./i18n.js";
import { keep, onChoice } from "./keep.js";
import { me, onMe } from "./me.js";
import { mountNameForm } from "./name_form.js";
import { mountNotices } from "./notices.js";
import { inOrder } from "./order.js";
import { preference, PREFERENCES } from "./preferences.js";
import { TUNES, tryOut } from "./sound.js";
import { clockWords } from "./terms.js";
import { setTheme, theme } from "./theme.js";
import { mountTopbar } from "./topbar.js";

/** What the sample shows, in the order in which it was drawn. */
const SAMPLE = ["HK", "SA", "DJ", "HQ", "CT"];
/** Values in the order in which they are offered, where that is not the one of PREFERENCES. @type {Record<string, string[]>} */
const OFFERED = { trick_pause: ["500", "900", "1500"], bot_clock: ["1", "2", "4", "10", "none"] };
/** How the cards look. @type {[string, string[], () => string][]} */
const LOOKS = [["faces", ["french", "german"], faces], ["suits", ["two", "poker", "tournament"], suitColours], ["index", ["normal", "large"], indexSize]];
/** Those that need a sentence more. */
const EXPLAINED = new Set(["hide_points", "bot_clock", "zen", "shortcuts"]);

/** @type {(() => void)[]} what is written anew in another language */
const texts = [];

/** @param {string} place the id of what holds it @param {string} name @param {HTMLElement} control */
function row(place, name, control) {
  control.id = `set-${name}`;
  const about = EXPLAINED.has(name) ? el("p", { class: "small quiet", id: `about-${name}`, "data-t": `settings.${name}_about` }) : null;
  if (about) control.setAttribute("aria-describedby", about.id);
  by(place).append(el("div", { class: "setting" }, el("label", { for: control.id, "data-t": `settings.${name}` }), control, about));
}

/**
 * @param {string} place @param {string} name @param {readonly string[]} values @param {(value: string) => string} words
 * @param {() => string} chosen @param {(value: string) => void} choose @returns {() => void} shows what is chosen
 */
function list(place, name, values, words, chosen, choose) {
  const select = /** @type {HTMLSelectElement} */ (el("select", { class: "field" }, ...values.map((value) => new Option("", value))));
  const show = () => (select.value = chosen());
  texts.push(() => {
    for (const option of select.options) option.textContent = words(option.value);
  });
  select.addEventListener("change", () => choose(select.value));
  row(place, name, select);
  show();
  return show;
}

/** @param {string} place @param {string} name @param {(value: string) => string} [words] */
function choice(place, name, words = (value) => t(`settings.${name}_${value}`)) {
  onChoice(name, list(place, name, OFFERED[name] ?? PREFERENCES[name], words, () => preference(name), (value) => keep(name, value)));
}

/** @param {string} place @param {string} name */
function toggle(place, name) {
  const box = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", class: "switch", role: "switch" }));
  const show = () => (box.checked = preference(name) === "on");
  box.addEventListener("change", () => keep(name, box.checked ? "on" : "off"));
  onChoice(name, show);
  row(place, name, box);
  show();
}

function volume() {
  const slider = /** @type {HTMLInputElement} */ (el("input", { type: "range", min: "0", max: "100", step: "20" }));
  const show = () => {
    slider.value = preference("volume");
    slider.setAttribute("aria-valuetext", new Intl.NumberFormat(locale(), { style: "percent" }).format(Number(slider.value) / 100));
  };
  slider.addEventListener("input", () => keep("volume", slider.value));
  slider.addEventListener("change", () => tryOut("turn"));
  onChoice("volume", show);
  texts.push(show);
  row("sounds", "volume", slider);
}

function tunes() {
  const buttons = Object.keys(TUNES).map((name) =>
    /** @type {HTMLButtonElement} */ (el("button", { type: "button", class: "button", "data-t": `settings.tune_${name}`, "data-tune": name, onclick: () => tryOut(name) })));
  const show = () => {
    for (const button of buttons) button.disabled = preference("sound") === "off" || preference("volume") === "0";
  };
  /** @type {HTMLElement} */ (by("tunes").querySelector(".tunes")).append(...buttons);
  onChoice("sound", show);
  onChoice("volume", show);
  show();
}

function drawSample() {
  keyed(by("sample"), inOrder(SAMPLE), (card) => card, (card) => /** @type {any} */ (cardFace(card)));
}

function naming() {
  const { field } = mountNameForm(/** @type {HTMLFormElement} */ (by("naming")), (say) => say(t("settings.name_saved")));
  const show = (/** @type {import("./me.js").Me} */ { name }) => (field.value = name);
  onMe(show);
  return me().then(show, () => {}); // without a line a try says so
}

function writeTexts() {
  document.title = `${t("nav.settings")} – Schnapsen`;
  for (const text of texts) text();
}

const languages = list("general", "language", Object.keys(LANGUAGES), (value) => LANGUAGES[/** @type {import("./i18n.js").Language} */ (value)], language, (value) => setLanguage(value).catch(() => languages()));
onChoice("theme", list("general", "theme", ["system", "light", "dark"], (value) => t(`settings.theme_${value}`), theme, (value) => setTheme(/** @type {import("./theme.js").Theme} */ (value))));
for (const [name, values, chosen] of LOOKS) {
  const show = list("cards", name, values, (value) => t(`settings.${name}_${value}`), chosen, (value) => keep(name, value));
  onChoice(name, show);
  onChoice("faces", show); // the colours follow the pack
}
choice("cards", "sort");
toggle("cards", "reverse");
for (const name of ["two_taps", "confirm_close"]) toggle("playing", name);
choice("playing", "motion");
choice("playing", "trick_pause", (value) => t("settings.seconds", { s: Number(value) / 1000 }));
toggle("playing", "hide_points");
choice("playing", "bot_clock", (value) => clockWords(ruleOf(value)));
toggle("playing", "zen");
toggle("sounds", "sound");
volume();
tunes();
toggle("keyboard", "shortcuts");
choice("keyboard", "detail");
texts.push(mountNotices(by("notices"), by("notices-said")));
for (const name of ["sort", "reverse"]) onChoice(name, drawSample);

await load();
drawSample();
mountTopbar(by("topbar"));
onLanguage(() => {
  languages();
  writeTexts();
});
writeTexts();
await naming();
document.documentElement.dataset.ready = "";
