// @ts-check
// Decoration after the fact: the table is drawn first, then things travel from where they were.

import { animate, fade, pace, skip } from "./pace.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */
/** @typedef {{cards: Map<string, DOMRect>, stock: DOMRect, far: DOMRect}} Places */
/** @typedef {{node: HTMLElement, from: DOMRect, delay: number, duration: number}} Flight times in ms */

const NEAR = 4;
/** More cards than these at once are no play to look at. */
const FEW_CARDS = 2;

/** @type {Set<number>} the frames in which something sets out */
const coming = new Set();

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
 * Let what moved travel, from the next frame on: there everything is laid out in any case.
 * @param {Places} before @param {Event[]} events @param {State} state
 */
export function travel(before, events, state) {
  const frame = requestAnimationFrame(() => {
    coming.delete(frame);
    setOut(before, events, state);
  });
  coming.add(frame);
}

/** Nothing moves any more, nor begins to. */
export function stay() {
  coming.forEach(cancelAnimationFrame);
  coming.clear();
  skip();
}

/** @param {Places} before @param {Event[]} events @param {State} state */
function setOut(before, events, state) {
  if (document.hidden || events.filter((event) => event.t === "card_played").length > FEW_CARDS) return;
  const dealt = events.some((event) => event.t === "hand_dealt");
  const drawn = events.find((event) => event.t === "cards_drawn");
  const now = pace();
  const drawMs = now?.draw ?? 0;
  /** @type {Flight[]} */
  const flights = [];
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
    if (from) flights.push({ node, from, delay, duration: inHand ? drawMs : now?.play ?? 0 });
  }
  const back = drawn && /** @type {HTMLElement | null} */ (at("opp-hand").lastElementChild);
  if (back) flights.push({ node: back, from: before.stock, delay: drawn.first === state.near ? drawMs : 0, duration: now?.play ?? 0 });
  fly(flights);
  if (events.some((event) => event.t === "stock_closed" || event.t === "trump_exchanged")) flip(at("trump"));
}

/** @param {Flight[]} flights */
function fly(flights) {
  // All are measured before one is moved: each measure after a movement would have the page laid out anew.
  const ways = flights.map(({ node, from }) => way(node.getBoundingClientRect(), from));
  flights.forEach(({ node, delay, duration }, n) => {
    const { x, y } = ways[n];
    if (Math.hypot(x, y) < NEAR) return;
    if (pace()) animate(node, [{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration, delay, fill: "backwards" });
    else fade(node);
  });
}

/** From the middle of one place to that of another. @param {DOMRect} from @param {DOMRect} to */
function way(from, to) {
  return { x: to.x + to.width / 2 - from.x - from.width / 2, y: to.y + to.height / 2 - from.y - from.height / 2 };
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
  const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#trick [data-card]")]);
  const ways = cards.map((node) => way(node.getBoundingClientRect(), pile));
  cards.forEach((node, n) => {
    const { x, y } = ways[n];
    animate(node, [{}, { translate: `${x}px ${y}px`, scale: "0.5", opacity: 0.4 }], { duration: now.sweep, easing: "ease-in", fill: "forwards" });
  });
  return now.sweep;
}
