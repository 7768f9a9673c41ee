// @ts-check
// Decoration after the fact: the table is drawn first, then things travel from where they were. And the few sounds.

import { kept } from "./keep.js";

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

/** Pitches in Hz and the length of each in seconds. @type {Record<string, [number[], number]>} */
const TUNES = {
  card: [[190], 0.05],
  trick: [[150, 120], 0.06],
  marriage: [[523, 659], 0.12],
  close: [[330, 220], 0.1],
  turn: [[440], 0.06],
  won: [[392, 494, 587], 0.12],
  lost: [[330, 294], 0.14],
  low: [[660, 660], 0.08],
};

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after a gesture: until then there is none. */
export function unlockSound() {
  if (kept("sound") === "off") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

/** At most one sound for a bundle. @param {Event[]} events @param {State} state */
export function sound(events, state) {
  const has = (/** @type {string} */ t) => events.some((event) => event.t === t);
  const won = events.find((event) => event.t === "hand_won");
  if (won) play(won.seat === state.near ? "won" : "lost");
  else if (has("marriage_declared")) play("marriage");
  else if (has("stock_closed") || has("trump_exchanged")) play("close");
  else if (has("trick_won")) play("trick");
  else if (has("card_played")) play(state.player && state.view.to_play === state.near ? "turn" : "card");
}

/** @param {string} name of a tune */
export function play(name) {
  if (!audio || audio.state !== "running" || document.hidden || kept("sound") === "off") return;
  const [pitches, seconds] = TUNES[name];
  pitches.forEach((pitch, n) => tone(/** @type {AudioContext} */ (audio), pitch, n * seconds, seconds));
}

/** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} seconds */
function tone(context, pitch, start, seconds) {
  const begin = context.currentTime + start;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.12, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds + 0.08);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + seconds + 0.1);
}
