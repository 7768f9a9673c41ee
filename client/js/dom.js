// @ts-check
// Elements of the page: made, marked, and kept where they show the same as before.

import { faces } from "./faces.js";
import { language, t } from "./i18n.js";

/** @param {string} id @returns {HTMLElement} */
export function by(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * An element with attributes and children; `class`, `text` and `on…` are understood.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Node | string | null | undefined | false)} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(.../** @type {Node[]} */ (children.filter(Boolean)));
  return node;
}

/** @param {string} name @returns {HTMLElement} */
export function bdi(name) {
  return el("bdi", { text: name });
}

/** @param {string} key @param {string | null} testid @param {() => void} act @param {Record<string, any>} [more] */
export function button(key, testid, act, more = {}) {
  const { kind = "", ...rest } = more;
  return el("button", { type: "button", class: `button ${kind}`, "data-testid": testid, onclick: act, ...rest }, el("span", { text: t(key) }));
}

/**
 * Children by key: what shows the same thing keeps its node, and with it focus and motion.
 * @template T
 * @param {HTMLElement} parent @param {T[]} items @param {(item: T) => string} keyOf @param {(item: T) => HTMLElement} make
 * @returns {HTMLElement[]}
 */
export function keyed(parent, items, keyOf, make) {
  const wanted = new Set(items.map(keyOf));
  /** @type {Map<string, HTMLElement>} */
  const old = new Map();
  for (const child of /** @type {HTMLElement[]} */ ([...parent.children])) {
    if (wanted.has(child.dataset.k ?? "")) old.set(/** @type {string} */ (child.dataset.k), child);
    else child.remove();
  }
  return items.map((item, index) => {
    const key = keyOf(item);
    const node = old.get(key) ?? make(item);
    node.dataset.k = key;
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
    return node;
  });
}

/** Sets what differs only: the same text twice is no change. @param {Element} node @param {Record<string, string | null>} attributes */
export function mark(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** @param {Element} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Draws the part anew only if what it shows has changed, and gives the focus back to the same button.
 * @param {HTMLElement} node @param {unknown} shown @param {() => (Node | null)[]} make
 */
export function when(node, shown, make) {
  const key = JSON.stringify([shown, language(), faces()]);
  if (node.dataset.drawn === key) return;
  node.dataset.drawn = key;
  const focused = node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.testid ?? "" : null;
  node.replaceChildren(.../** @type {Node[]} */ (make().filter(Boolean)));
  if (focused === null) return;
  const again = focused && node.querySelector(`[data-testid="${focused}"]`);
  /** @type {HTMLElement} */ (again || (node.hidden ? by("hand") : node)).focus({ preventScroll: true });
}
