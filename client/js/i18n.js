// @ts-check
// The words of the page in the language of its reader, switched live in every tab. A page that comes joined begins with those
// that it needs to begin; whoever switches gets all of that language.
//
// A text that speaks of queens and jacks may have a second one, under its key with ".german", for those who play with the German pack.
// Static text names its key in data-t (its text) or data-t-label (its aria-label) and is filled in here.

import { faces, onFaces } from "./faces.js";
import { insist } from "./insist.js";
import { keep, onKept } from "./keep.js";

/** @typedef {"en" | "de" | "he"} Language */
/** @typedef {string | {one?: string, two?: string, other: string}} Text */

export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", he: "עברית" });

/** The page that this module was joined into begins the names of its files of words; they are made by the server. */
const PAGE = /\/(\w+\.)joined\.js/.exec(import.meta.url)?.[1] ?? "";
/** @type {Record<string, Text> | null} */
let texts = null;
/** @type {Language} */
let current = known(document.documentElement.lang);
/** @type {Intl.PluralRules} */
let plurals = new Intl.PluralRules(current);
let numbers = new Intl.NumberFormat(locale());
/** @type {Set<(language: Language) => void>} */
const listeners = new Set();
let latest = 0;

/** The language of the page. @returns {Language} */
export function language() {
  return current;
}

/** The language as the reader's system writes it ("de-AT", "en-GB"), for dates and numbers. @returns {string} */
export function locale() {
  return navigator.languages.find((wanted) => wanted.startsWith(current)) ?? current;
}

/** Fetches the words; call it once, before anything is written. Without a line it waits until there is one. */
export async function load() {
  texts = await insist(() => fetchTexts(PAGE + current));
  translate(document);
}

/** Fetches the words of what comes later to this page. Without a line it waits until there is one. */
export async function loadLater() {
  if (!PAGE) return;
  const wanted = current;
  const later = await insist(() => fetchTexts(`${PAGE}later.${wanted}`));
  if (wanted === current) texts = { ...texts, ...later }; // else all are here already
}

/**
 * The text for a key. A text with plural forms takes the form for `params.n`.
 * Names from people go in as they are: put them into a <bdi> of their own where the sentence allows it, see `parts`.
 * @param {string} key @param {Record<string, string | number>} [params] @returns {string}
 */
export function t(key, params = {}) {
  return pattern(key, params).replace(/\{(\w+)\}/g, (hole, name) => (name in params ? shown(params[name]) : hole));
}

/**
 * The text for a key as nodes, with each text parameter in a <bdi>: for sentences with names in them.
 * @param {string} key @param {Record<string, string | number>} [params] @returns {DocumentFragment}
 */
export function parts(key, params = {}) {
  const whole = document.createDocumentFragment();
  for (const piece of pattern(key, params).split(/(\{\w+\})/)) {
    const name = piece.slice(1, -1);
    if (!piece.startsWith("{") || !(name in params)) whole.append(piece);
    else if (typeof params[name] === "number") whole.append(shown(params[name]));
    else {
      const bdi = document.createElement("bdi");
      bdi.textContent = String(params[name]);
      whole.append(bdi);
    }
  }
  return whole;
}

/** "ten of spades" for "ST", or "ten of leaves". @param {string} code @returns {string} */
export function cardName(code) {
  return t("card.name", { rank: t(`rank.${code[1]}`), suit: suitName(code[0]) });
}

/** "spades" for "S". @param {string} suit @returns {string} */
export function suitName(suit) {
  return t(`suit.${suit}`);
}

/** Calls back after each change of the words: of the language, or of the pack and with it of what cards are called. @param {(language: Language) => void} callback @returns {() => void} a function that stops it */
export function onLanguage(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Switches this page and every other tab. @param {string} wanted */
export async function setLanguage(wanted) {
  keep("language", wanted);
  await change(known(wanted));
}

/** Fills in the static text under a node. @param {ParentNode} root */
export function translate(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-t], [data-t-label]"))) {
    if (node.dataset.t) node.textContent = t(node.dataset.t);
    if (node.dataset.tLabel) node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
}

/** @param {Language} wanted */
async function change(wanted) {
  if (wanted === current) return;
  const turn = ++latest;
  const fetched = await fetchTexts(wanted);
  if (turn !== latest) return; // somebody switched again meanwhile
  texts = fetched;
  current = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(locale());
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "he" ? "rtl" : "ltr";
  renew();
}

function renew() {
  translate(document);
  for (const callback of listeners) callback(current);
}

/** @param {string} name @returns {Promise<Record<string, Text>>} */
async function fetchTexts(name) {
  const answer = await fetch(new URL(`../i18n/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no texts in ${name}: ${answer.status}`);
  return answer.json();
}

/** @param {string} key @param {Record<string, string | number>} params @returns {string} */
function pattern(key, params) {
  const text = (faces() === "german" && texts?.[`${key}.german`]) || texts?.[key];
  if (text === undefined && texts) console.error(`There is no text ${key}`);
  if (typeof text !== "object") return text ?? "";
  /** @type {Record<string, string | undefined>} */
  const forms = text;
  return forms[plurals.select(Number(params.n))] ?? text.other;
}

/** @param {string | number} value @returns {string} */
function shown(value) {
  return typeof value === "number" ? numbers.format(value) : value;
}

/** @param {string | null | undefined} wanted @returns {Language} */
function known(wanted) {
  return wanted && wanted in LANGUAGES ? /** @type {Language} */ (wanted) : "en";
}

onKept("language", (value) => value && change(known(value)));
onFaces(renew);
