// @ts-check
// The table page: hears the server, draws what it says, and hands taps, drags and keys to the moves. It knows no rule.

import { onPresence, tickAbsence } from "./absence.js";
import { drawActions, showMenu, toggleLog } from "./actions.js";
import { closeChat, drawChat, hearLine, mountChat, openChat, wordsHeard, wordsRefused } from "./chat.js";
import { sayClocks, tickClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { showKeys, showTricks } from "./dialogs.js";
import { by, el } from "./dom.js";
import { draw, rove, sortedHand } from "./felt.js";
import { flying, goHome, listen } from "./gestures.js";
import { load, onLanguage, t } from "./i18n.js";
import { keep, kept } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { log } from "./log.js";
import { places, sound, sweep, travel, unlockSound } from "./motion.js";
import { abort, closeStock, concede, declareMarriage, dropQuestion, exchangeTrump, may, nextHand, playCard, redrawMoving, refuse, save, submit, targetsOf } from "./moves.js";
import { drawPanel, drawProposal, drawScore } from "./panels.js";
import { drawPrompt, tell } from "./prompt.js";
import { mountSeek } from "./seek.js";
import { session } from "./session.js";
import { mountTopbar } from "./topbar.js";
import { describe, logLines, nameOf, prompt, said, speak, spoken } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Proposal} Proposal */
/** @typedef {import("./words.js").Said} Said */

const HELD_MS = 900;
const FAULT_MS = 4000;
const NEWS_MS = 2500;
const BACK_MS = 7000;
const FEW_EVENTS = 4;
const NEXT_MS = 20_000;
const TICK_MS = 250;

const match = location.pathname.split("/").filter(Boolean).pop() ?? "";
let holdTimer = 0;

await load();
const bar = mountTopbar(by("topbar"));
session.redraw = redraw;
session.match = match;
mountChat();
const seek = mountSeek(by("seek"));
log({ key: "log.start" });
const line = new Connection(match, location.hash.slice(1) || null, {
  onLine,
  onWelcome: () => {},
  onJoined,
  onUpdate,
  onPresence,
  onAck,
  onRefused,
  onFault,
  onLobby: seek.hear,
});
session.line = line;
drawPrompt();

// ---- what the server says

/** @param {import("./connection.js").LineState} now */
function onLine(now) {
  if (now !== "online") {
    goHome();
    speak(t("say.lost"), "alarm");
  }
  redraw();
}

/** @param {import("./protocol.js").Joined} frame */
function onJoined(frame) {
  const late = frame.seat === null && Boolean(location.hash) && frame.view.phase !== "waiting";
  if (frame.seat !== null || late) history.replaceState(null, "", location.pathname);
  if (frame.seat !== null) keep("at_table", match); // the home page leads nobody back to where he has just been
  session.invite = frame.invite;
  if (line.waiting) session.underWay = { id: line.waiting.id, v: null, since: performance.now() };
  else if (session.underWay?.v === null) session.underWay = null;
  session.chat = frame.chat ?? [];
  const seats = { presence: frame.presence, watchers: frame.watchers };
  const first = !session.state;
  const state = (session.state = session.state ? Object.assign(session.state, seats) : fresh(frame.view, frame.v, seats));
  const few = !first && frame.events.length <= FEW_EVENTS;
  advance(few ? frame.events : [], frame.view, frame.v, frame.left_ms);
  if (first && !state.player) log({ key: frame.view.terms.gallery === "open" ? "spec.hidden" : "spec.public" });
  if (!few) logLines(frame.events, frame.view).forEach(log);
  if (first) {
    const now = prompt(state);
    if (late) tell({ key: "err.full" }, BACK_MS);
    speak(t(now.key, now.params));
  } else welcomeBack(frame, few);
}

/** What happened meanwhile, as far as anybody can say. @param {import("./protocol.js").Joined} frame @param {boolean} shown */
function welcomeBack(frame, shown) {
  if (frame.recovered === false) {
    log({ key: "conn.gap" });
    tell({ key: "conn.gap" }, BACK_MS);
    speak(t("conn.gap"));
  } else if (shown) speak(t("say.back"));
  else {
    const list = logLines(frame.events, frame.view).slice(-3).map(({ key, params }) => t(key, params)).join(" · ");
    tell({ key: "conn.back", params: { list } }, BACK_MS);
    speak(t("conn.back", { list }));
  }
}

/** @param {View} view @param {number} v @param {{presence: [boolean, boolean], watchers: number}} seats @returns {State} */
function fresh(view, v, { presence, watchers }) {
  const near = view.viewer ?? 0;
  const far = /** @type {Seat} */ (1 - near);
  return {
    view, v, near, far, player: view.viewer !== null, live: false, pending: null, held: null, upward: kept("sort") === "up",
    presence, watchers, names: [], grace: [null, null], burning: null, heardAt: 0,
  };
}

/** @param {import("./protocol.js").Update} frame */
function onUpdate({ events, view, v, left_ms, at }) {
  for (const { t: kind, seat, phrase, text } of events) if (kind === "said") hearLine({ seat, phrase, text, at });
  advance(events, view, v, left_ms);
}

/** The table after some events. @param {Event[]} events @param {View} view @param {number} v @param {number | null} leftMs */
function advance(events, view, v, leftMs) {
  const { state } = session;
  if (!state) return;
  const before = { ...state };
  const from = places();
  if (view.viewer !== state.view.viewer) Object.assign(state, fresh(view, v, state));
  Object.assign(state, { view, v });
  session.deadline = leftMs === null ? null : performance.now() + leftMs;
  if (session.underWay && session.underWay.v !== null && v >= session.underWay.v) session.underWay = null;
  hold(events, state);
  if (session.question && view.to_play !== before.view.to_play) dropQuestion();
  if (view.phase !== before.view.phase) session.note = null;
  redraw();
  travel(from, events, state);
  sound(events, state);
  logLines(events, view).forEach(log);
  announce(events, before.view, state);
  const alarm = events.some((event) => event.t === "proposed" && (event.what === "save" || event.what === "stop") && event.seat === state.far);
  speak(spoken(events, before, state), alarm ? "alarm" : "say");
}

/** What changes the duties of both stands in the prompt for a while. @param {Event[]} events @param {View} before @param {State} state */
function announce(events, before, state) {
  const closed = events.find((event) => event.t === "stock_closed" && !(state.player && event.seat === state.near));
  const { tone } = prompt(state);
  if (closed) tell({ key: "table.closedOpp", params: { name: nameOf(state.view, closed.seat) }, tone }, NEWS_MS);
  else if (state.view.phase === "playing" && before.hand_number === state.view.hand_number && before.upcard && !state.view.upcard) tell({ key: "table.empty", tone }, NEWS_MS);
}

/** A finished trick stays for a moment, though the table is free already. @param {Event[]} events @param {State} state */
function hold(events, state) {
  const playing = state.view.phase === "playing";
  const won = events.some((event) => event.t === "trick_won");
  clearTimeout(holdTimer);
  if (playing && won) state.held = state.view.last_trick;
  else if (!playing || !events.length) state.held = null;
  // The other's next lead does not cut the moment short.
  if (state.held) holdTimer = setTimeout(letGo, won ? HELD_MS : HELD_MS / 2);
}

function letGo() {
  const { state } = session;
  if (!state?.held) return;
  const { winner, led, followed } = state.held;
  holdTimer = setTimeout(() => {
    const from = places();
    // What was swept away is not where the next card comes from.
    for (const { card } of [led, followed]) from.cards.delete(card);
    state.held = null;
    redraw();
    travel(from, [], state);
  }, sweep(winner === state.near));
}

/** @param {string} id @param {number} v */
function onAck(id, v) {
  wordsHeard(id);
  if (session.underWay?.id !== id || !session.state) return;
  session.underWay.v = v;
  if (session.state.v < v) return;
  session.underWay = null;
  redraw();
}

/** @param {string} id @param {string} code @param {number} retryMs */
function onRefused(id, code, retryMs) {
  if (wordsRefused(id, code, retryMs)) return;
  if (session.underWay?.id !== id) return;
  session.underWay = null;
  redrawMoving();
  refuse(code);
}

/** @param {string} code */
function onFault(code) {
  const barred = /** @type {Record<string, string>} */ ({ UNKNOWN_MATCH: "err.nomatch", NO_WATCHERS: "err.nowatch" })[code];
  if (!barred) return tell({ key: session.underWay ? "err.notsent" : `why.${code.toLowerCase()}`, tone: "no" }, FAULT_MS);
  session.barred = barred;
  by("felt").replaceChildren(el("div", { class: "nomatch" }, el("a", { class: "button primary", href: "/", text: t("table.home") })));
  drawPrompt();
}

// ---- drawing

/** @type {import("./panels.js").Acts} */
const acts = {
  next: nextHand,
  stay: () => submit({ t: "stay" }),
  tricks: () => session.state && showTricks(session.state),
  menu: showMenu,
  abort,
  propose: (what) => submit({ t: "propose", what }),
  decline: (what) => submit({ t: "decline", what }),
};

/** Draw all of it from what is known. */
function redraw() {
  const { state } = session;
  if (!state) return drawPrompt();
  state.live = state.player && line.online && !session.underWay && !line.waiting;
  state.pending = line.waiting?.command ?? (session.underWay ? state.pending : null);
  draw(state);
  drawPanel(state, session.invite, acts);
  drawProposal(state, acts);
  drawScore(state);
  drawChat(state);
  drawActions(state);
  drawPrompt();
  tick();
  by("table").toggleAttribute("data-inert", !line.online);
  by("table").dataset.animating = String(Boolean(state.held));
  bar.badge(state.player ? null : "table.watching");
  const turn = state.player && state.view.phase === "playing" && state.view.to_play === state.near;
  document.title = turn && document.hidden ? `● ${t("say.turn")}` : t("table.title");
}

function tick() {
  tickClocks();
  tickAbsence();
  drawCountdown();
}

function drawCountdown() {
  const ring = document.getElementById("ring");
  if (!ring) return;
  const left = session.deadline === null ? 0 : Math.max(0, session.deadline - performance.now());
  ring.hidden = left === 0;
  ring.textContent = String(Math.ceil(left / 1000));
  ring.style.setProperty("--left", String(Math.min(1, left / NEXT_MS)));
}

// ---- hands on the table

listen({
  movable: (card) => Boolean(session.state?.live) && card.id !== "stock",
  targets: targetsOf,
  missed: (card, over) => {
    const move = `play:${card.dataset.card}`;
    if (over && card.id !== "trump" && session.state?.live && !may(move)) refuse(session.state.view.blocked[move]);
  },
  tap: (card) => {
    if (!session.state?.player) return;
    if (card.id === "stock") return closeStock();
    if (card.id === "trump") return session.state.view.closed_by === null ? exchangeTrump() : undefined;
    rove(card);
    playCard(card.dataset.card ?? "");
  },
});

/** @returns {HTMLElement[]} */
const cards = () => /** @type {HTMLElement[]} */ ([...by("hand").children]);

/** @param {() => void} act what only a player does */
const player = (act) => () => session.state?.player && act();

/** @param {(state: State) => string} words */
const aloud = (words) => () => session.state && speak(words(session.state));

listenToKeys({
  card: (key) => {
    const chosen = cards()[Number(key) - 1];
    if (!chosen || !session.state?.player) return;
    if (document.activeElement === chosen) return playCard(chosen.dataset.card ?? "");
    rove(chosen);
    chosen.focus();
  },
  marriage: player(declareMarriage),
  close: player(closeStock),
  exchange: player(exchangeTrump),
  next: nextHand,
  save,
  cancel: concede,
  last: acts.tricks,
  say_table: aloud((state) => describe("table", state, [])),
  say_points: aloud((state) => describe("points", state, [])),
  say_hand: player(() => session.state && speak(describe("hand", session.state, sortedHand(session.state)))),
  say_clocks: aloud(sayClocks),
  repeat: () => speak(said()),
  chat: openChat,
  keys: showKeys,
  escape: () => (flying() ? goHome() : session.question ? dropQuestion() : document.body.classList.contains("log-open") ? toggleLog() : document.body.classList.contains("chat-open") && closeChat()),
}, (step) => {
  const hand = cards();
  const at = Math.max(0, hand.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + (Number.isFinite(step) ? step : 0));
  const to = step === -Infinity ? 0 : step === Infinity ? hand.length - 1 : Math.min(hand.length - 1, at);
  rove(hand[to]);
  hand[to]?.focus();
});

by("won-me").addEventListener("click", acts.tricks);
by("won-opp").addEventListener("click", acts.tricks);
by("log-close").addEventListener("click", toggleLog);
by("reload").addEventListener("click", () => location.reload());
document.addEventListener("pointerdown", unlockSound);
document.addEventListener("keydown", unlockSound);
document.addEventListener("visibilitychange", redraw);
setInterval(tick, TICK_MS);
onLanguage(() => {
  dropQuestion();
  redraw();
});
