// @ts-check
// What opens over the page: the menu's frame, tricks to look at, the list of keys.

import { bdi, button, el } from "./dom.js";
import { face } from "./felt.js";
import { cardName, parts, t } from "./i18n.js";
import { keyList } from "./key_list.js";
import { preference } from "./preferences.js";
import { nameOf } from "./words.js";

/** @typedef {import("./felt.js").State} State */

/** A dialog over everything: focus goes in, Escape closes, focus comes back. @param {string} title @param {...(Node | null)} children */
export function dialog(title, ...children) {
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: "sheet", "aria-label": t(title) }, el("h2", { text: t(title) }), ...children));
  const done = button("btn.done", "dialog-close", () => node.close());
  node.append(el("div", { class: "dialog-buttons" }, done));
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  return node;
}

/** @param {State} state */
export function showTricks({ view, near, far }) {
  const pair = (/** @type {string[]} */ cards) => el("li", {}, el("span", { class: "pair", role: "img", "aria-label": cards.map(cardName).join(", ") }, ...cards.map((card) => face(card, "small"))));
  const last = view.last_trick;
  const sections = [near, far].filter((seat) => view.seats[seat]?.won.length).map((seat) => el("section", {},
    el("h3", {}, bdi(nameOf(view, seat))),
    el("ul", { class: "pairs" }, ...(view.seats[seat]?.won ?? []).map(pair))));
  const node = dialog("btn.last", last
    ? el("section", {}, el("p", {}, parts("log.trick_won", { name: nameOf(view, last.winner), n: last.points })), el("ul", { class: "pairs" }, pair([last.led.card, last.followed.card])))
    : el("p", { class: "quiet", text: t("table.no_trick") }), ...sections);
  node.dataset.act = "last";
}

/** Who looks on, and who may. @param {State} state */
export function showWatchers({ view, watchers, names }) {
  dialog("spec.title",
    el("p", { text: t("spec.n", { n: watchers }) }),
    el("ul", { class: "names", "data-testid": "watchers" }, ...names.map((name) => el("li", {}, bdi(name)))),
    el("p", { class: "small quiet", text: t(`terms.gallery_${view.terms.gallery}`) }));
}

/** The key list. */
export function showKeys() {
  const off = preference("shortcuts") === "off" ? el("p", { class: "quiet", text: t("table.keys_off") }) : null;
  dialog("btn.keys", off, keyList()).dataset.act = "keys";
}
