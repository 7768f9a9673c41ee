// @ts-check
// A table as one seat saw it, drawn small.

import { cardFace, suitIcon } from "./cards.js";
import { bdi, el } from "./dom.js";
import { cardName, parts, suitName, t } from "./i18n.js";
import { nameOf } from "./words.js";
import { face } from "./felt.js";
import { inOrder } from "./order.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */

/**
 * @param {View} view with a viewer
 * @param {Record<string, string>} marks a word of `legal` and the mark on what it is made with
 * @param {{theirs?: string[], play?: (card: string) => void}} [more] the other hand, if it is to be seen; what a tap on an own card does
 */
export function position(view, marks, { theirs, play } = {}) {
  const near = /** @type {Seat} */ (view.viewer);
  const far = /** @type {Seat} */ (1 - near);
  const [mine, his] = [view.seats[near], view.seats[far]];
  const known = theirs ?? his?.known ?? [];
  const hidden = Array.from({ length: (his?.cards ?? 0) - known.length }, () => null);
  const hand = inOrder(mine?.hand ?? []);
  const own = (/** @type {string} */ card) => (play ? playable(card, view.legal.includes(`play:${card}`), play) : face(card));
  const shown = el("div", { class: "position", dir: "ltr", "aria-hidden": !play },
    el("div", { class: "cards far" }, ...[...known, ...hidden].map((card) => face(card, "small"))),
    el("div", { class: "cards middle" },
      view.upcard ? el("span", { class: "stock" }, marked(face(view.closed_by === null ? view.upcard : null), markOf("exchange", marks)), view.stock ? marked(face(null), markOf("close", marks)) : null) : null,
      view.trump ? el("span", { class: "trump-suit" }, suitIcon(view.trump)) : null,
      ...view.table.map(({ card }) => face(card))),
    el("div", { class: "cards near" }, ...hand.map((card) => marked(own(card), markOf(`play:${card}`, marks) ?? markOf(`marriage:${card}`, marks)))));
  return el("figure", {}, shown, el("figcaption", { class: "small quiet" }, ...inWords(view, near, far, hand, known)));
}

/** @param {string} card @param {boolean} legal @param {(card: string) => void} play */
function playable(card, legal, play) {
  const node = el("button", { type: "button", class: "card", "data-card": card, "aria-label": cardName(card), disabled: !legal, onclick: () => play(card) });
  node.append(cardFace(card));
  return node;
}

/** @param {string} move @param {Record<string, string>} marks */
function markOf(move, marks) {
  return move in marks ? marks[move] : null;
}

/** @param {HTMLElement} node @param {string | null} kind */
function marked(node, kind) {
  if (kind) node.dataset.mark = kind;
  return node;
}

/** What is drawn, for ears, and what no card shows. @param {View} view @param {Seat} near @param {Seat} far @param {string[]} hand @param {string[]} his */
function inWords(view, near, far, hand, his) {
  const name = (/** @type {Seat} */ seat) => (seat === near ? t("table.own") : nameOf(view, seat));
  const points = [near, far].flatMap((seat) => {
    const n = view.seats[seat]?.points;
    return n === null || n === undefined ? [] : [[bdi(name(seat)), `: ${t("table.points", { n })}`]];
  });
  const stock = view.closed_by !== null ? t("table.closed") : view.upcard ? t("table.left", { n: view.stock + 1 }) : t("table.used_up");
  const led = view.table.map(({ seat, card }) => [parts("table.card_by", { name: name(seat), card: cardName(card) })]);
  const known = his.map(cardName);
  const said = [...(view.trump ? [[t("table.trump", { suit: suitName(view.trump) })]] : []), [stock], ...points, ...led,
    ...(known.length ? [[parts("table.card_by", { name: name(far), card: known.join(", ") })]] : []), [t("say.hand", { cards: hand.map(cardName).join(", ") })]];
  return said.flatMap((piece, n) => (n ? [" · ", ...piece] : piece));
}
