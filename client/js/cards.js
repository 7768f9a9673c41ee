// @ts-check
// Card faces, the back and the suits. Colours come from cards.css; suits and letters are in pips.js, figures in ../faces/.
//
// Nothing in here is text: every letter is a drawn line, so that a card looks the same whatever fonts a machine has.
// The drawings are for the eye alone (aria-hidden); what a card is called says cardName() in i18n.js.

import { el } from "./dom.js";
import { addSymbols } from "./drawings.js";
import { faces } from "./faces.js";
import { onLanguage, t } from "./i18n.js";
import { PIPS } from "./pips.js";

/** @typedef {{width: number, thick: string, thin: string}} Letter */
/** @typedef {Record<string, Record<string, string>>} Suits the paths of each suit, by their class */

const { letters: LETTERS, ...SUITS } = /** @type {{letters: Record<string, Letter>, french: Suits, german: Suits}} */ (PIPS);
/** The height of a letter's box, with room for the tail of the Q under its 60. */
const LETTER_BOX = 66;
const FIGURES = "KQJ";
/** The middle of each pip of a ten, in its upper half. */
const TEN = [[92, 58], [158, 58], [125, 96], [92, 134], [158, 134]];
const TURNED = `transform="rotate(180 125 175)"`;

/** @type {Map<string, SVGElement>} */
const drawn = new Map();
const signs = addSymbols("signs", "<svg></svg>");

/** The face of a card such as "HQ", filling its parent. @param {string} code @returns {SVGElement} */
export function cardFace(code) {
  const [suit, rank] = code;
  const letters = [t(`rank.short.${rank}`), t(`suit.short.${suit}`)];
  return copy([faces(), code, ...letters].join(), () => face(suit, rank, letters));
}

/** The back of a card, filling its parent: a picture, for a table has a dozen of them. @returns {HTMLElement} */
export function cardBack() {
  return el("span", { class: "back" });
}

/** A suit alone, as high as a letter of the text around it. @param {string} suit @returns {SVGElement} */
export function suitIcon(suit) {
  return copy([faces(), suit].join(), () => {
    const icon = svg("suit", "0 0 100 100", pip(suit, 50, 50, 100));
    icon.dataset.suit = suit;
    return icon;
  });
}

/** @param {string} suit @param {string} rank @param {string[]} letters of the rank and of the suit @returns {SVGElement} */
function face(suit, rank, [short, initial]) {
  const index = letter("rank", short, 18, 0.95, 1.125) + pip(suit, 35, 117, 42, "sign") + letter("initial", initial, 148, 0.45, 0.53);
  const card = svg("face", "0 0 250 350", `<rect class="paper" x=".75" y=".75" width="248.5" height="348.5" rx="17.5"/><g class="centre">${middle(suit, rank)}</g>${index}<g ${TURNED}>${index}</g>`);
  Object.assign(card.dataset, { suit, rank });
  return card;
}

/** @param {string} suit @param {string} rank @returns {string} */
function middle(suit, rank) {
  if (FIGURES.includes(rank)) return `${pip(suit, 125, 175, 100, "stand-in")}<use class="figure" href="#${faces()}-${rank}${suit}"/><path class="frame" d="M62 22H188V328H62z"/>`;
  if (rank === "T") return twice(TEN.map(([x, y]) => pip(suit, x, y, 40)).join(""));
  return `<use class="figure" href="#${faces()}-A"/>${faces() === "german" ? twice(pip(suit, 125, 88, 96)) : pip(suit, 125, 175, 112)}`;
}

/** @param {string} half @returns {string} */
function twice(half) {
  return `${half}<g ${TURNED}>${half}</g>`;
}

/** @param {string} kind @param {string} name @param {number} y of its top @param {number} wide @param {number} high @returns {string} */
function letter(kind, name, y, wide, high) {
  const { width, thick, thin } = LETTERS[name];
  const id = sign(`letter-${name}`, `viewBox="0 0 ${width} ${LETTER_BOX}" preserveAspectRatio="none"`, { thick, thin });
  return `<use class="${kind}" href="${id}" x="${35 - (width * wide) / 2}" y="${y}" width="${width * wide}" height="${LETTER_BOX * high}"/>`;
}

/** @param {string} suit @param {number} x @param {number} y its middle @param {number} size @param {string} [kind] @returns {string} */
function pip(suit, x, y, size, kind = "pip") {
  const id = sign(`pip-${faces()}-${suit}`, `viewBox="0 0 100 100"`, SUITS[faces()][suit]);
  return `<use class="${kind}" href="${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"/>`;
}

/** Draws a sign once, for every <use> of it. @param {string} id @param {string} box @param {Record<string, string>} paths by their class @returns {string} its address */
function sign(id, box, paths) {
  if (!document.getElementById(id)) {
    const drawing = Object.entries(paths).map(([kind, d]) => (d ? `<path class="${kind}" d="${d}"/>` : ""));
    signs.insertAdjacentHTML("beforeend", `<symbol id="${id}" class="art" ${box}>${drawing.join("")}</symbol>`);
  }
  return `#${id}`;
}

/** @param {string} name @param {string} box @param {string} inside @returns {SVGElement} */
function svg(name, box, inside) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="${name}" viewBox="${box}" aria-hidden="true" focusable="false">${inside}</svg>`;
  return /** @type {SVGElement} */ (template.content.firstElementChild);
}

/** @param {string} key @param {() => SVGElement} draw @returns {SVGElement} */
function copy(key, draw) {
  let original = drawn.get(key);
  if (!original) drawn.set(key, (original = draw()));
  return /** @type {SVGElement} */ (original.cloneNode(true));
}

/** Cards on the page change in place and stay the nodes they were. */
function redraw() {
  for (const node of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".face, .suit"))) {
    const { suit = "", rank } = node.dataset;
    node.replaceChildren(...(rank ? cardFace(suit + rank) : suitIcon(suit)).childNodes);
  }
}

onLanguage(redraw); // so does another pack, for its cards are called otherwise
