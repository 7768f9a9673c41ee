// @ts-check
// How the cards look: which pack, which colours its suits have, how large the index is. first.js says so before the first
// paint, from the same keys, as data-faces, data-suits and data-index of the root; cards.css and cards.js do the rest.

import { kept, onChoice } from "./keep.js";

/** @typedef {"french" | "german"} Pack */
/** @typedef {"two" | "poker" | "tournament"} SuitColours */
/** @typedef {"normal" | "large"} IndexSize */

const root = document.documentElement;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Pack} */
export function faces() {
  return root.dataset.faces === "german" ? "german" : "french";
}

/** Unless the reader chose, German packs have four colours and French ones two. @returns {SuitColours} */
export function suitColours() {
  return /** @type {SuitColours} */ (root.dataset.suits ?? "two");
}

/** @returns {IndexSize} */
export function indexSize() {
  return root.dataset.index === "large" ? "large" : "normal";
}

function apply() {
  const before = faces();
  const now = kept("faces") === "german" ? "german" : "french";
  const suits = kept("suits") ?? "";
  root.dataset.faces = now;
  root.dataset.suits = ["two", "poker", "tournament"].includes(suits) ? suits : now === "german" ? "tournament" : "two";
  root.dataset.index = kept("index") === "large" ? "large" : "normal";
  if (now !== before) for (const callback of listeners) callback();
}

/** Calls back when another pack is on the table: its cards look and are called otherwise. @param {() => void} callback */
export function onFaces(callback) {
  listeners.add(callback);
}

for (const key of ["faces", "suits", "index"]) onChoice(key, apply);
