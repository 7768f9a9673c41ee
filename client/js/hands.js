// @ts-check
// The reader's hands on the table: what a tap, a drag and a key mean here. What they may do, the moves know.

import { toggleLog } from "./actions.js";
import { sayClocks } from "./clocks.js";
import { by } from "./dom.js";
import { rove, sortedHand } from "./felt.js";
import { flying, goHome, listen } from "./gestures.js";
import { askHint } from "./hints.js";
import { cardName, t } from "./i18n.js";
import { listenToKeys } from "./keys.js";
import { here, later } from "./later.js";
import { watch } from "./log.js";
import { closeStock, declareMarriage, dropQuestion, exchangeTrump, may, nextHand, playCard, refuse, targetsOf } from "./moves.js";
import { preference } from "./preferences.js";
import { tell } from "./prompt.js";
import { nextRegion } from "./regions.js";
import { session } from "./session.js";
import { describe, said, speak } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Card} Card */

const NOTE_MS = 4000;

/** @returns {HTMLElement[]} */
const cards = () => /** @type {HTMLElement[]} */ ([...by("hand").children]);

/** @param {() => void} act what only a player does */
const player = (act) => () => session.state?.player && act();

/** @param {(state: State) => string} words */
const aloud = (words) => () => session.state && speak(words(session.state));

function showLastTricks() {
  later(({ showTricks }) => session.state && showTricks(session.state));
}

/** @param {Event} event */
function look({ target }) {
  const row = /** @type {HTMLElement} */ (target).closest("button");
  if (!row) return;
  const [hand, event] = (row.dataset.at ?? "").split(" ").map(Number);
  if (document.body.classList.contains("log-open")) toggleLog();
  later(({ lookBack }) => lookBack(hand, event));
}

/** @param {KeyboardEvent} event */
function walkLog({ key, target }) {
  const rows = [...by("log").querySelectorAll("button")];
  const to = rows[rows.indexOf(/** @type {HTMLButtonElement} */ (target)) + (key === "ArrowDown" ? 1 : -1)];
  if (key === "ArrowUp" || key === "ArrowDown") if (rows.includes(/** @type {any} */ (target))) to?.focus();
}

/** @param {HTMLElement} card of the hand, the trump card or the stock @param {boolean} twice a card of the hand is to be tapped twice */
function take(card, twice) {
  if (!session.state?.player) return;
  if (card.id === "stock") return closeStock();
  if (card.id === "trump") return session.state.view.closed_by === null ? exchangeTrump() : undefined;
  const code = /** @type {Card} */ (card.dataset.card);
  if (!twice || card.hasAttribute("data-chosen") || !may(`play:${code}`)) return playCard(code, card);
  for (const other of cards()) other.toggleAttribute("data-chosen", other === card);
  const again = { key: "table.tap_again", params: { card: cardName(code) } };
  tell({ ...again, tone: "turn" }, NOTE_MS);
  speak(t(again.key, again.params));
}

export function mountHands() {
  listen({
    movable: (card) => Boolean(session.state?.live) && card.id !== "stock",
    targets: targetsOf,
    missed: (card, over) => {
      const move = `play:${card.dataset.card}`;
      if (over && card.id !== "trump" && session.state?.live && !may(move)) refuse(session.state.view.blocked[move]);
    },
    tap: (card) => take(card, preference("two_taps") === "on"),
    press: (card) => take(card, false),
  });
  listenToKeys({
    card: (key) => {
      const chosen = cards()[Number(key) - 1];
      if (!chosen || !session.state?.player) return;
      if (document.activeElement === chosen) return playCard(/** @type {Card} */ (chosen.dataset.card), chosen);
      chosen.focus();
    },
    marriage: player(declareMarriage),
    close: player(closeStock),
    exchange: player(exchangeTrump),
    hint: player(askHint),
    next: nextHand,
    save: () => later(({ save }) => save()),
    cancel: () => later(({ concede }) => concede()),
    last: showLastTricks,
    say_table: aloud((state) => describe("table", state, [])),
    say_points: aloud((state) => describe("points", state, [])),
    say_hand: player(() => session.state && speak(describe("hand", session.state, sortedHand(session.state)))),
    say_clocks: aloud(sayClocks),
    repeat: () => speak(said()),
    chat: () => later(({ openChat }) => openChat()),
    keys: () => later(({ showKeys }) => showKeys()),
    region: (key) => nextRegion(key === "F6" ? 1 : -1),
    escape: () => (flying() ? goHome() : session.question ? dropQuestion() : document.body.classList.contains("log-open") ? toggleLog() : document.body.classList.contains("chat-open") && here()?.closeChat()),
  }, (step) => {
    const hand = cards();
    const at = Math.max(0, hand.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + (Number.isFinite(step) ? step : 0));
    const to = step === -Infinity ? 0 : step === Infinity ? hand.length - 1 : Math.min(hand.length - 1, at);
    hand[to]?.focus();
  });
  by("won-me").addEventListener("click", showLastTricks);
  by("won-opp").addEventListener("click", showLastTricks);
  by("hand").addEventListener("focusin", ({ target }) => target instanceof HTMLButtonElement && rove(target));
  watch(by("log"));
  by("log").addEventListener("click", look);
  by("log").addEventListener("keydown", walkLog);
  by("log-close").addEventListener("click", toggleLog);
}
