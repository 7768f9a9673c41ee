// @ts-check
// A dialog over the page: focus goes in, Escape and a click beside it close it, focus comes back.

import { button, el } from "./dom.js";
import { t } from "./i18n.js";

/** @param {string} title the key of its heading @param {...(Node | null)} children @returns {HTMLDialogElement} */
export function openSheet(title, ...children) {
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: "sheet roomy", "aria-labelledby": "sheet-title" }, el("h2", { id: "sheet-title", text: t(title) }), ...children));
  node.append(el("div", { class: "dialog-buttons" }, button("btn.done", "dialog-close", () => node.close())));
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  return node;
}
