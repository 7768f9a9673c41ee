// @ts-check
// Decoration after the fact: the table is drawn first, then things travel from where they were.

import { animate, fade, pace } from "./pace.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */
/** @typedef {{cards: Map<string, DOMRect>, stock: DOMRect, far: DOMRect}} Places */

const NEAR = 4;
/** More cards than these at once are no play to look at. */
const FEW_CARDS = 2;

/** @returns {NodeListOf<HTMLElement>} */
const seen = () => document.querySelectorAll("#hand [data-card], #trick [data-card], #trump[data-card]");

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} id */
const rect = (id) => at(id).getBoundingClientRect();

/** Where everything lies now. @returns {Places} */
export function places() {
  const cards = new Map();
  for (const node of seen()) if (!node.hidden) cards.set(node.dataset.card, node.getBoundingClientRect());
  return { cards, stock: rect("stock-zone"), far: rect("opp-hand") };
}

/**
 * Let what moved travel.
 * @param {Places} before @param {Event[]} events @param {State} state
 */
export function travel(before, events, state) {
  if (document.hidden || events.filter((event) => event.t === "card_played").length > FEW_CARDS) return;
  const dealt = events.some((event) => event.t === "hand_dealt");
  const drawn = events.find((event) => event.t === "cards_drawn");
  const now = pace();
  const drawMs = now?.draw ?? 0;
  let fresh = 0;
  for (const node of seen()) {
    const card = /** @type {string} */ (node.dataset.card);
    if (node.hidden || node.id === "trump") continue;
    const inHand = node.parentElement?.id === "hand";
    let from = before.cards.get(card);
    let delay = 0;
    if (inHand && (!from || dealt)) {
      from = before.stock;
      delay = dealt ? (now?.deal ?? 0) * fresh++ : drawn && drawn.first !== state.near ? drawMs : 0;
    } else if (!from) from = node.dataset.seat === "far" ? before.far : undefined;
    if (from) fly(node, from, delay, inHand ? drawMs : now?.play ?? 0);
  }
  if (drawn) for (const back of document.querySelectorAll("#opp-hand > :last-child")) fly(/** @type {HTMLElement} */ (back), before.stock, drawn.first === state.near ? drawMs : 0, now?.play ?? 0);
  if (events.some((event) => event.t === "stock_closed" || event.t === "trump_exchanged")) flip(at("trump"));
}

/** @param {HTMLElement} node @param {DOMRect} from @param {number} delay in ms @param {number} duration in ms */
function fly(node, from, delay, duration) {
  const to = node.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < NEAR) return;
  if (pace()) animate(node, [{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration, delay, fill: "backwards" });
  else fade(node);
}

/** Another side of it is up. @param {HTMLElement} node */
function flip(node) {
  const now = pace();
  if (now) animate(node, [{ scale: "1 0" }, { scale: "1 1" }], { duration: now.flip });
  else fade(node);
}

/** Sweep the finished trick to the pile of the one who won it. @param {boolean} near @returns {number} how long it takes, in ms */
export function sweep(near) {
  const now = pace();
  if (document.hidden || !now) return 0;
  const pile = rect(near ? "won-me" : "won-opp");
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#trick [data-card]"))) {
    const from = node.getBoundingClientRect();
    const x = pile.x + pile.width / 2 - from.x - from.width / 2;
    const y = pile.y + pile.height / 2 - from.y - from.height / 2;
    animate(node, [{}, { translate: `${x}px ${y}px`, scale: "0.5", opacity: 0.4 }], { duration: now.sweep, easing: "ease-in", fill: "forwards" });
  }
  return now.sweep;
}
