// @ts-check
// What the reader may ask for. Each move looks into `view.legal`; what is not there is answered with the reason from
// `view.blocked`, and nothing is sent. Costly moves ask first.

import { suitIcon } from "./cards.js";
import { button, by, el } from "./dom.js";
import { sent } from "./gestures.js";
import { suitName, t } from "./i18n.js";
import { places, travel } from "./motion.js";
import { preference } from "./preferences.js";
import { drawPrompt, SLOW_MS, tell, trouble } from "./prompt.js";
import { session } from "./session.js";
import { speak, why } from "./words.js";

/** @typedef {import("./protocol.js").Card} Card */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./words.js").Said} Said */

const REASON_MS = 4000;

/** @type {HTMLElement | null} what had the focus when a question came up */
let asker = null;

/** Draw anew and let what moved travel. */
export function redrawMoving() {
  const from = places();
  session.redraw();
  if (session.state) travel(from, [], session.state);
}

/** Draw anew once the reader has seen that his tap was felt, unless the server was faster. */
function redrawSoon() {
  requestAnimationFrame(() => setTimeout(() => session.underWay && session.state?.live && redrawMoving()));
}

/**
 * Send a command; the table shows it as under way.
 * @param {Command} command @param {number} [version] @param {() => void} [show] what it looks like then
 */
export function submit(command, version, show = redrawMoving) {
  const { state, line } = session;
  if (!state?.player || !line) return;
  dropQuestion();
  const id = line.submit(command, version);
  if (!id) return speak(t(trouble(line.state)?.key ?? "say.wait"));
  sent();
  session.underWay = { id, v: null, since: performance.now() };
  session.note = null;
  if ("card" in command) state.held = null;
  setTimeout(drawPrompt, SLOW_MS);
  show();
}

/** Say why not. @param {string | undefined} code without one, the phase of the match is the reason @param {number} [retryMs] */
export function refuse(code, retryMs) {
  const { state } = session;
  if (!state) return;
  const phases = { waiting: "NOT_STARTED", paused: "MATCH_PAUSED", hand_over: "HAND_OVER", match_over: "MATCH_OVER", playing: "NOT_YOUR_TURN" };
  const reason = why(code ?? phases[state.view.phase], state.view, retryMs);
  tell({ ...reason, tone: "no" }, REASON_MS);
  speak(t("say.refused", { why: t(reason.key, reason.params) }));
}

/** @param {string} move a word of `view.legal` */
export function may(move) {
  return Boolean(session.state?.live && session.state.view.legal.includes(move));
}

/** @param {string} move a word of `view.blocked` */
function refuseMove(move) {
  if (session.state?.live) refuse(session.state.view.blocked[move]);
}

/** @param {Card} card @param {HTMLElement} [tapped] the card in the hand, if it lies there still */
export function playCard(card, tapped) {
  if (!may(`play:${card}`)) return refuseMove(`play:${card}`);
  if (tapped) tapped.dataset.pressed = "";
  submit({ t: "play_card", card }, undefined, tapped ? redrawSoon : redrawMoving);
}

export function closeStock() {
  if (!may("close")) return refuseMove("close");
  if (preference("confirm_close") === "off") return submit({ t: "close_stock" });
  ask({ key: "ask.close" }, [button("btn.close", "confirm-yes", () => submit({ t: "close_stock" }), { kind: "primary" })]);
}

export function exchangeTrump() {
  if (may("exchange")) submit({ t: "exchange_trump" });
  else refuseMove("exchange");
}

export function claim() {
  if (may("claim")) submit({ t: "claim" });
  else refuseMove("claim");
}

/** The cards that may be led with a marriage now. */
export function marriages() {
  return session.state?.live ? session.state.view.legal.filter((move) => move.startsWith("marriage:")).map((move) => /** @type {Card} */ (move.slice(9))) : [];
}

export function declareMarriage() {
  const cards = marriages();
  if (!cards.length) return refuseMove("marriage");
  if (cards.length === 1) return submit({ t: "declare_marriage", card: cards[0] });
  ask({ key: "ask.marriage" }, cards.map(marriageButton));
}

/** @param {Card} card */
function marriageButton(card) {
  const worth = card[0] === session.state?.view.trump ? "40" : "20";
  const choose = () => submit({ t: "declare_marriage", card });
  return el("button", { type: "button", class: "button", "data-testid": "marriage-choice", "data-choice": card, onclick: choose },
    suitIcon(card[0]), el("span", { text: worth }), el("span", { text: t(`rank.${card[1]}`) }), el("span", { class: "hidden-text", text: suitName(card[0]) }));
}

export function nextHand() {
  const { state } = session;
  if (state?.view.phase === "hand_over" && !state.view.seats[state.near]?.ready) submit({ t: "next_hand" });
}

/**
 * Ask in the place of the actions, so that nothing moves.
 * @param {Said} said @param {HTMLElement[]} choices @param {boolean} [careful] the safe answer has the focus
 */
export function ask(said, choices, careful = false) {
  if (!session.state?.live) return;
  const keep = button("ask.keep", "confirm-no", dropQuestion);
  put(said, [...choices, keep], careful ? keep : choices[0]);
}

/** @param {Said} said @param {HTMLElement[]} choices in the place of the actions @param {HTMLElement} first has the focus */
export function put(said, choices, first) {
  asker ??= /** @type {HTMLElement | null} */ (document.activeElement);
  session.question = { said, choices };
  // A note would hide what is asked; a result would cover it.
  session.note = null;
  session.redraw();
  speak(t(said.key, said.params));
  first.focus();
}

export function dropQuestion() {
  if (!session.question) return;
  session.question = session.looking = null;
  session.redraw();
  const back = asker?.isConnected && asker !== document.body ? asker : by("hand");
  asker = null;
  back.focus({ preventScroll: true });
}

/** Where a card may come down. @param {HTMLElement} from @returns {import("./gestures.js").Target[]} */
export function targetsOf(from) {
  const card = /** @type {Card} */ (from.dataset.card);
  if (from.id === "trump") return may("close") ? [{ node: by("stock"), act: () => submit({ t: "close_stock" }) }] : [];
  const found = [];
  const partner = document.querySelector(`#hand [data-card="${card[0]}${card[1] === "K" ? "Q" : "K"}"]`);
  if (may(`marriage:${card}`) && partner instanceof HTMLElement) found.push({ node: partner, act: () => submit({ t: "declare_marriage", card }) });
  // Whether is for the server to say; that the hand makes this move with the trump jack is how cards are handled.
  if (may("exchange") && card === `${session.state?.view.trump}J`) found.push({ node: by("trump"), act: () => submit({ t: "exchange_trump" }) });
  if (may(`play:${card}`)) found.push({ node: by("felt"), act: () => submit({ t: "play_card", card }) });
  return found;
}
