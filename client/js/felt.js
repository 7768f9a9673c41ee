// @ts-check
// What lies on the table: strips, felt, hand. Draws a state that is handed in; knows no rule and sends nothing.

import { cardBack, cardFace, suitIcon } from "./cards.js";
import { by, el, keyed, mark } from "./dom.js";
import { cardName, suitName, t } from "./i18n.js";
import { drawStrip } from "./strips.js";
import { inOrder } from "./order.js";
import { nameOf } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").TrickView} TrickView */

/**
 * Everything that is drawn.
 * @typedef {object} State
 * @property {View} view
 * @property {number} v
 * @property {Seat} near the seat at the lower edge
 * @property {Seat} far
 * @property {boolean} player whether the near seat is the reader's own
 * @property {boolean} live in step with the server and nothing under way
 * @property {Command | null} pending sent and not answered
 * @property {TrickView | null} held a finished trick that is still shown
 * @property {[boolean, boolean]} presence
 * @property {number} watchers
 * @property {string[]} names of watchers
 * @property {[number | null, number | null]} grace as the last presence said
 * @property {Seat | null} burning
 * @property {number} heardAt when that came, by the page's timer
 */

/** The card that a command under way takes out of the hand, until the view has taken it out. @param {State} state @returns {string | null} */
function cardUnderWay({ view, near, pending }) {
  const card = pending && "card" in pending ? pending.card : null;
  return card && view.seats[near]?.hand?.includes(card) ? card : null;
}

/** The hand from left to right. @param {State} state @returns {string[]} */
export function sortedHand(state) {
  const gone = cardUnderWay(state);
  return inOrder((state.view.seats[state.near]?.hand ?? []).filter((card) => card !== gone));
}

/** Draw everything. @param {State} state */
export function draw(state) {
  drawHand(state); // first: it may move the focus, which costs nothing only while nothing else has changed
  const table = by("table");
  mark(table, { "data-seq": String(state.v), "data-phase": state.view.phase, "data-live": String(state.live) });
  document.body.classList.toggle("watching", !state.player);
  drawStrip("opp", state, state.far);
  drawStrip("me", state, state.near);
  drawFarHand(state);
  drawStock(state);
  drawTrick(state);
  drawPile("won-opp", state, state.far);
  drawPile("won-me", state, state.near);
}

/** @param {State} state */
function drawFarHand(state) {
  const seated = state.view.seats[state.far];
  const open = seated?.hand ?? null;
  const known = seated?.known ?? [];
  /** @type {{key: string, card: string | null}[]} */
  const cards = open
    ? inOrder(open).map((card) => ({ key: card, card }))
    : [...known.map((card) => ({ key: card, card })), ...Array.from({ length: (seated?.cards ?? 0) - known.length }, (_, n) => ({ key: String(n), card: null }))];
  keyed(by("opp-hand"), cards, ({ key }) => key, ({ card }) => face(card, "small"));
  mark(by("opp-hand"), {
    role: "img",
    "aria-label": [...(open ?? known).map(cardName), ...(open ? [] : [t("table.backs", { n: (seated?.cards ?? 0) - known.length })])].join(", "),
  });
}

/** A card that is only looked at. @param {string | null} card @param {string} [kind] */
export function face(card, kind = "") {
  const node = el("span", { class: `card ${kind}`, "data-face": card ?? null });
  node.append(card ? cardFace(card) : cardBack());
  return node;
}

/** @param {State} state */
function drawStock(state) {
  const { view, pending } = state;
  const closed = view.closed_by !== null;
  const stock = by("stock");
  const trump = by("trump");
  const count = view.upcard ? view.stock + 1 : view.stock;
  const sides = view.hand_number ? Math.min(3, view.stock) : 0;
  if (stock.dataset.drawn !== String(sides)) {
    stock.replaceChildren(...Array.from({ length: sides }, () => face(null)));
    stock.dataset.drawn = String(sides);
  }
  mark(stock, {
    "data-count": String(view.stock),
    "data-closed": String(closed),
    "aria-label": closed ? t("table.stock_closed", { n: count }) : t("table.stock", { n: count }),
    "data-pending": pending?.t === "close_stock" ? "" : null,
  });
  stock.hidden = view.stock === 0;
  const shown = view.upcard && (closed ? "closed" : view.upcard);
  if (shown && trump.dataset.drawn !== shown) {
    trump.replaceChildren(closed ? cardBack() : cardFace(/** @type {string} */ (view.upcard)));
    trump.dataset.drawn = shown;
  }
  trump.hidden = !view.upcard;
  mark(trump, {
    "data-card": view.upcard,
    "data-closed": closed ? "" : null,
    "aria-label": view.upcard && t(closed ? "table.trump_down" : "table.trump_card", { card: cardName(view.upcard) }),
    "data-pending": pending?.t === "exchange_trump" ? "" : null,
  });
  drawStockNote(view, closed, count);
}

/** @param {View} view @param {boolean} closed @param {number} count */
function drawStockNote(view, closed, count) {
  const note = by("stock-note");
  const key = `${view.trump}${closed}${count}${document.documentElement.lang}`;
  if (note.dataset.drawn === key) return;
  note.dataset.drawn = key;
  note.replaceChildren();
  note.classList.toggle("empty", count === 0);
  if (!view.trump) return;
  note.append(
    el("span", { class: "trump-suit", role: "img", "aria-label": t("table.trump", { suit: suitName(view.trump) }) }, suitIcon(view.trump)),
    el("span", { text: closed ? t("table.closed") : count ? t("table.left", { n: count }) : t("table.used_up") }),
  );
}

/** @param {State} state */
function drawTrick(state) {
  const { view, held } = state;
  const mine = cardUnderWay(state);
  /** @type {{seat: Seat, card: string, marriage: number, pending: boolean}[]} */
  let cards = view.table.map((card) => ({ ...card, pending: false }));
  if (mine) cards.push({ seat: state.near, card: mine, marriage: 0, pending: true });
  const shown = held ?? (view.table.length || mine || view.phase === "playing" ? null : view.last_trick);
  if (shown && !mine) cards = [shown.led, shown.followed].map((card) => ({ ...card, pending: false }));
  const nodes = keyed(by("trick"), cards, ({ card }) => card, ({ card }) => {
    const node = face(card, "played");
    node.dataset.card = card;
    node.setAttribute("role", "img");
    return node;
  });
  cards.forEach((card, n) => {
    const won = Boolean(shown) && !mine && shown?.winner === card.seat;
    mark(nodes[n], {
      "data-order": n === 0 ? "led" : "answer",
      "data-seat": card.seat === state.near ? "near" : "far",
      "data-pending": card.pending ? "" : null,
      "data-won": won ? "" : null,
      "data-marriage": card.marriage && !shown ? String(card.marriage) : null,
      "aria-label": t(won ? "table.card_won" : "table.card_by", { name: nameOf(view, card.seat), card: cardName(card.card) }),
    });
  });
}

/** @param {string} id @param {State} state @param {Seat} seat */
function drawPile(id, state, seat) {
  const pile = by(id);
  const seated = state.view.seats[seat];
  const tricks = seated?.tricks ?? 0;
  const layers = Math.min(3, tricks);
  if (pile.dataset.drawn !== String(layers)) {
    pile.replaceChildren(...Array.from({ length: layers }, () => face(null, "small")));
    pile.dataset.drawn = String(layers);
  }
  mark(pile, { "data-count": String(tricks), "aria-label": t("table.pile", { name: nameOf(state.view, seat), n: tricks }) });
}

/** @param {State} state */
function drawHand(state) {
  const hand = by("hand");
  const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#hand .card"));
  const place = focused ? [...hand.children].indexOf(focused) : -1;
  const hidden = !state.view.seats[state.near]?.hand;
  const backs = hidden ? state.view.seats[state.near]?.cards ?? 0 : 0;
  const cards = hidden ? Array.from({ length: backs }, (_, n) => `back${n}`) : sortedHand(state);
  const staying = /** @type {HTMLElement[]} */ ([...hand.children]).filter(({ dataset: { k } }) => cards.includes(k ?? ""));
  // The focus goes on before its card goes: a browser that loses it lays the page out at once.
  if (focused && !staying.includes(focused)) staying[Math.min(place, staying.length - 1)]?.focus({ preventScroll: true });
  const nodes = keyed(hand, cards, (card) => card, (card) => (hidden || !state.player ? face(hidden ? null : card) : handCard(card)));
  hand.dataset.cards = String(nodes.length);
  if (state.player && !hidden) cards.forEach((card, n) => markHandCard(nodes[n], card, state));
  const stop = nodes.find((node) => node === focused || node === document.activeElement) ?? nodes[Math.max(0, Math.min(place, nodes.length - 1))];
  rove(stop);
  if (focused && document.activeElement !== stop) (stop ?? hand).focus({ preventScroll: true });
}

/** One tab stop for the whole hand. @param {HTMLElement | undefined} stop */
export function rove(stop) {
  for (const node of /** @type {Iterable<HTMLElement>} */ (by("hand").children)) {
    // A tabindex that is written on what has the focus has the page laid out at once, the same one too.
    if (node instanceof HTMLButtonElement) mark(node, { tabindex: node === stop ? "0" : "-1" });
  }
}

/** @param {string} card */
function handCard(card) {
  const node = el("button", { type: "button", class: "card", "data-testid": "card", "data-card": card, tabindex: "-1" });
  node.append(cardFace(card));
  return node;
}

/** @param {HTMLElement} node @param {string} card @param {State} state */
function markHandCard(node, card, { view, live }) {
  const legal = live && view.legal.includes(`play:${card}`);
  const words = [cardName(card), card[0] === view.trump && t("table.is_trump"), legal && t("table.playable")];
  mark(node, {
    "aria-label": words.filter(Boolean).join(", "),
    "aria-disabled": legal ? null : "true",
    "data-turn": view.legal.length ? "" : null,
    "data-pressed": null,
    ...(legal ? {} : { "data-chosen": null }),
  });
}
