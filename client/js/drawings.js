// @ts-check
// The figures of a pack, fetched when the page has begun; a card shows its index and its suit until they are here.

import { faces, onFaces } from "./faces.js";
import { insist } from "./insist.js";

/** @type {Map<string, Promise<string>>} */
const fetched = new Map();

/** Puts an SVG of symbols into the page, where <use> finds them. @param {string} name @param {string} text @returns {SVGElement} */
export function addSymbols(name, text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const svg = /** @type {SVGElement} */ (template.content.firstElementChild);
  svg.classList.add("symbols");
  svg.id = name;
  svg.setAttribute("aria-hidden", "true");
  document.getElementById(name)?.remove();
  document.body.append(svg);
  return svg;
}

async function show() {
  const pack = faces();
  delete document.documentElement.dataset.drawn;
  if (!fetched.has(pack)) fetched.set(pack, insist(() => fetchDrawings(pack)));
  const text = await fetched.get(pack);
  if (faces() !== pack) return; // somebody switched again meanwhile
  addSymbols("figures", /** @type {string} */ (text));
  document.documentElement.dataset.drawn = "";
}

/** @param {string} pack @returns {Promise<string>} */
async function fetchDrawings(pack) {
  const answer = await fetch(new URL(`../faces/${pack}.svg`, import.meta.url));
  if (!answer.ok) throw new Error(`no drawings of the ${pack} pack: ${answer.status}`);
  return answer.text();
}

onFaces(show);
show();
