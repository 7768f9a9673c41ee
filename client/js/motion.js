// @ts-check
// Decoration after the fact: the table is drawn first, then things travel from where they were.

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */
/** @typedef {{cards: Map<string, DOMRect>, stock: DOMRect, far: DOMRect}} Places */

const PLAY = { duration: 180, easing: "ease-out" };
const DRAW_MS = 160;
const DEAL_MS = 60;
const SWEEP_MS = 220;
const FADE_MS = 80;
const NEAR = 4;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @returns {NodeListOf<HTMLElement>} */
const seen = () => document.querySelectorAll("#hand [data-card], #trick [data-card], #trump[data-card]");

/** @param {string} id */
const rect = (id) => /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect();

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
  if (document.hidden || events.filter((event) => event.t === "card_played").length > 2) return;
  const dealt = events.some((event) => event.t === "hand_dealt");
  const drawn = events.find((event) => event.t === "cards_drawn");
  let fresh = 0;
  for (const node of seen()) {
    const card = /** @type {string} */ (node.dataset.card);
    if (node.hidden || node.id === "trump") continue;
    const inHand = node.parentElement?.id === "hand";
    let from = before.cards.get(card);
    let delay = 0;
    if (inHand && (!from || dealt)) {
      from = before.stock;
      delay = dealt ? DEAL_MS * fresh++ : drawn && drawn.first !== state.near ? DRAW_MS : 0;
    } else if (!from) from = node.dataset.seat === "far" ? before.far : undefined;
    if (from) fly(node, from, delay, inHand ? { ...PLAY, duration: DRAW_MS } : PLAY);
  }
  if (drawn) for (const back of document.querySelectorAll("#opp-hand > :last-child")) fly(/** @type {HTMLElement} */ (back), before.stock, drawn.first === state.near ? DRAW_MS : 0, PLAY);
}

/** @param {HTMLElement} node @param {DOMRect} from @param {number} delay @param {KeyframeAnimationOptions} pace */
function fly(node, from, delay, pace) {
  const to = node.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  if (Math.hypot(x, y) < NEAR) return;
  if (calm.matches) {
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_MS });
    return;
  }
  const options = { ...pace, delay, fill: /** @type {FillMode} */ ("backwards") };
  node.animate([{ translate: `${x}px ${y}px`, zIndex: 4 }, { translate: "0 0", zIndex: 4 }], options);
}

/** Sweep the finished trick to the pile of the one who won it. @param {boolean} near @returns {number} how long it takes */
export function sweep(near) {
  if (document.hidden || calm.matches) return 0;
  const pile = rect(near ? "won-me" : "won-opp");
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#trick [data-card]"))) {
    const at = node.getBoundingClientRect();
    const x = pile.x + pile.width / 2 - at.x - at.width / 2;
    const y = pile.y + pile.height / 2 - at.y - at.height / 2;
    node.animate([{}, { translate: `${x}px ${y}px`, scale: "0.5", opacity: 0.4 }], { duration: SWEEP_MS, easing: "ease-in", fill: "forwards" });
  }
  return SWEEP_MS;
}
