// @ts-check
// The course of the match on this page: what follows from each thing that the server says happened. Told, drawn, played
// and spoken here; it knows no rule.

import { forgetHint } from "./hints.js";
import { t } from "./i18n.js";
import { keep } from "./keep.js";
import { later } from "./later.js";
import { log, logEvents, losePlace } from "./log.js";
import { places, stay, sweep, travel } from "./motion.js";
import { dropQuestion } from "./moves.js";
import { preference } from "./preferences.js";
import { tell } from "./prompt.js";
import { session } from "./session.js";
import { sound } from "./sound.js";
import { logLines, nameOf, prompt, speak } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */

const NEWS_MS = 2500;
const BACK_MS = 7000;
const FEW_EVENTS = 4;
/** Cards so close behind each other were played while nobody could look at them. */
const BACKLOG_MS = 100;
const BACKLOG = 3;

let holdTimer = 0;
/** The trick is on its way to the pile. */
let sweeping = false;
/** @type {number[]} when the last cards came */
let cameAt = [];

/** @param {import("./protocol.js").Joined} frame */
export function onJoined(frame) {
  const late = frame.seat === null && Boolean(location.hash) && frame.view.phase !== "waiting";
  if (frame.seat !== null || late) history.replaceState(null, "", location.pathname);
  if (frame.seat !== null) keep("at_table", session.match); // the home page leads nobody back to where he has just been
  session.invite = frame.invite;
  const waiting = session.line?.waiting;
  if (waiting) session.underWay = { id: waiting.id, v: null, since: performance.now() };
  else if (session.underWay?.v === null) session.underWay = null;
  session.chat = frame.chat ?? [];
  const seats = { presence: frame.presence, watchers: frame.watchers };
  const first = !session.state;
  const state = (session.state = session.state ? Object.assign(session.state, seats) : fresh(frame.view, frame.v, seats));
  if (frame.recovered === false) losePlace();
  const few = !first && frame.events.length <= FEW_EVENTS;
  if (few && frame.recovered !== false) speak(t("say.back")); // before what happened meanwhile
  advance(few ? frame.events : [], frame.view, frame.v, frame.left_ms);
  if (first && !state.player) log(() => ({ key: frame.view.terms.gallery === "open" ? "spec.hidden" : "spec.public" }));
  if (!few) logEvents(frame.events, frame.view);
  if (first) {
    const now = prompt(state);
    if (late) tell({ key: "err.full" }, BACK_MS);
    speak(t(now.key, now.params));
  } else welcomeBack(frame, few);
}

/** What happened meanwhile, as far as anybody can say. @param {import("./protocol.js").Joined} frame @param {boolean} shown */
function welcomeBack(frame, shown) {
  if (frame.recovered === false) {
    log(() => ({ key: "conn.gap" }));
    tell({ key: "conn.gap" }, BACK_MS);
    speak(t("conn.gap"));
  } else if (!shown) {
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
    view, v, near, far, player: view.viewer !== null, live: false, pending: null, held: null,
    presence, watchers, names: [], grace: [null, null], burning: null, heardAt: 0,
  };
}

/** @param {import("./protocol.js").Presence} frame */
export function onPresence({ seats, watchers, names, grace, burning }) {
  const { state } = session;
  if (!state) return;
  Object.assign(state, { presence: seats, watchers, names: names ?? [], grace: grace ?? [null, null], burning: burning ?? null, heardAt: performance.now() });
  later(({ noticePresence }) => noticePresence());
  session.redraw();
}

/** @param {import("./protocol.js").Update} frame */
export function onUpdate({ events, view, v, left_ms, at }) {
  if (session.state && v > session.state.v + 1) losePlace(); // what came between is told by the view alone
  for (const event of events) {
    if (event.t !== "said") continue;
    const line = { ...event, at };
    session.chat.push(line);
    later(({ hearLine }) => hearLine(line));
  }
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
  const late = backlog(events);
  hold(late ? [] : events, state);
  forgetHint(events);
  const turned = view.to_play !== before.view.to_play;
  if (session.looking ? (state.player && turned) || view.phase !== before.view.phase : session.question && turned) dropQuestion();
  if (view.phase !== before.view.phase) session.note = null;
  session.redraw();
  logEvents(events, view);
  if (late) stay();
  else {
    if (!session.looking) travel(from, events, state);
    sound(events, state);
  }
  announce(events, before.view, state);
  const alarm = events.some((event) => event.t === "proposed" && (event.what === "save" || event.what === "stop") && event.seat === state.far);
  const now = { ...state };
  later(({ spoken }) => speak(spoken(events, before, now), alarm ? "alarm" : "say"));
}

/** What changes the duties of both stands in the prompt for a while. @param {Event[]} events @param {View} before @param {State} state */
function announce(events, before, state) {
  const closed = events.filter((event) => event.t === "stock_closed").find((event) => !(state.player && event.seat === state.near));
  const { tone } = prompt(state);
  if (closed) tell({ key: "table.closedOpp", params: { name: nameOf(state.view, closed.seat) }, tone }, NEWS_MS);
  else if (state.view.phase === "playing" && before.hand_number === state.view.hand_number && before.upcard && !state.view.upcard) tell({ key: "table.empty", tone }, NEWS_MS);
}

/** Whether cards come faster than anybody plays: the table catches up, and nothing is held or moved. @param {Event[]} events */
function backlog(events) {
  if (!events.some((event) => event.t === "card_played")) return false;
  cameAt = [...cameAt, performance.now()].slice(-BACKLOG);
  return cameAt.length === BACKLOG && cameAt[BACKLOG - 1] - cameAt[0] < BACKLOG_MS;
}

/** A finished trick stays for a moment, though the table is free already. @param {Event[]} events @param {State} state */
function hold(events, state) {
  const playing = state.view.phase === "playing";
  const won = events.some((event) => event.t === "trick_won");
  clearTimeout(holdTimer);
  if (playing && won) state.held = state.view.last_trick;
  else if (!playing || !events.length || sweeping) state.held = null;
  sweeping = false;
  // The other's next lead does not cut the moment short.
  const pause = Number(preference("trick_pause"));
  if (state.held) holdTimer = setTimeout(letGo, won ? pause : pause / 2);
}

function letGo() {
  const { state } = session;
  if (!state?.held) return;
  const { winner, led, followed } = state.held;
  sweeping = true;
  holdTimer = setTimeout(() => {
    const from = places();
    // What was swept away is not where the next card comes from.
    for (const { card } of [led, followed]) from.cards.delete(card);
    state.held = null;
    sweeping = false;
    session.redraw();
    if (!session.looking) travel(from, [], state);
  }, session.looking ? 0 : sweep(winner === state.near));
}
