// @ts-check
// The two clocks and the limit for a first card: what is left by the server's time, and the warnings before it is up.

import { button, by, el, mark, when, write } from "./dom.js";
import { t } from "./i18n.js";
import { submit } from "./moves.js";
import { session } from "./session.js";
import { play } from "./sound.js";
import { serverNow } from "./time.js";
import { nameOf, speak } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").ClockView} ClockView */

const SECOND = 1000;
/** Seconds at which the owner of a clock is warned, once each. */
const WARNINGS = [30, 10];
const FIRST_WARNING = 10;
const LONG_BANK = 90 * 60 * SECOND;

/** @type {Set<string>} the warnings that were given */
const warned = new Set();

/** As the view has it; before the first card, what the terms give. @param {import("./protocol.js").View} view @returns {ClockView | null} */
function clockOf({ clock, terms }) {
  if (clock || !terms.clock) return clock;
  const { bank_ms } = terms.clock;
  return { left: [bank_ms, bank_ms], running: null, at: 0, first_move_by: null };
}

/** @param {ClockView} clock @param {Seat} seat */
function leftOf(clock, seat) {
  const used = clock.running === seat ? Math.max(0, serverNow() - clock.at) : 0;
  return Math.max(0, clock.left[seat] - used);
}

/** "4:59". @param {number} ms */
function shown(ms) {
  const seconds = Math.ceil(ms / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Draws both clocks, and what is there to be said about them. Comes several times a second. */
export function tickClocks() {
  const { state } = session;
  if (!state) return;
  const clock = clockOf(state.view);
  drawClock("clock-opp", state, clock, state.far);
  drawClock("clock-me", state, clock, state.near);
  drawFirstMove(state, clock);
  if (state.player && clock) warn(state, clock);
}

/** @param {string} id @param {State} state @param {ClockView | null} clock @param {Seat} seat */
function drawClock(id, { view }, clock, seat) {
  const node = by(id);
  if (!clock) return node.replaceChildren();
  const left = leftOf(clock, seat);
  const low = WARNINGS.filter((seconds) => left <= seconds * SECOND).at(-1);
  write(node, shown(left));
  mark(node, {
    "data-running": clock.running === seat ? "" : null,
    "data-low": low === undefined ? null : String(low),
    "data-long": view.terms.clock && view.terms.clock.bank_ms >= LONG_BANK ? "" : null,
    "aria-label": t("clock.label", { name: nameOf(view, seat) }),
  });
}

/** The first card of each has a limit of its own; until then a player may call the match off. @param {State} state @param {ClockView | null} clock */
function drawFirstMove({ view, near, player, live }, clock) {
  const box = by("first-move");
  const until = view.phase === "playing" ? clock?.first_move_by ?? null : null;
  const abort = Boolean(clock && view.may_abort && view.phase === "playing");
  box.hidden = until === null && !abort;
  box.dir = document.documentElement.dir;
  const own = player && view.to_play === near;
  when(box, [own, until === null, abort, live, box.hidden], () => box.hidden ? [] : [
    until === null ? null : el("p", {}, el("span", { text: t(own ? "clock.first_own" : "clock.first_other") }), " ", el("b", { class: "number", dir: "ltr", role: "timer", "data-testid": "first-move-left" })),
    abort ? button("btn.abort", "btn-abort", () => submit({ t: "abort_match" }), { "aria-disabled": live ? null : "true" }) : null,
  ]);
  const left = box.querySelector("b");
  if (left && until !== null) write(left, shown(Math.max(0, until - serverNow())));
}

/** Once for each mark of each match, by ear and by eye. @param {State} state @param {ClockView} clock */
function warn({ view, near }, clock) {
  if (view.phase !== "playing" || view.to_play !== near) return;
  if (clock.first_move_by !== null) {
    if (clock.first_move_by - serverNow() <= FIRST_WARNING * SECOND) tell("first", "clock.first_soon", FIRST_WARNING);
  } else if (clock.running === near) {
    const left = leftOf(clock, near);
    const reached = WARNINGS.filter((seconds) => left <= seconds * SECOND);
    // Who comes in late hears the last one only.
    for (const seconds of reached.slice(0, -1)) warned.add(String(seconds));
    const last = reached.at(-1);
    if (last !== undefined && left > 0) tell(String(last), "clock.left", last);
  }
}

/** @param {string} mark @param {string} key @param {number} n */
function tell(mark, key, n) {
  if (warned.has(mark)) return;
  warned.add(mark);
  speak(t(key, { n }), "alarm");
  play("low");
}

/** Both clocks in words, for whoever asks by key. @param {State} state */
export function sayClocks({ view, near, far }) {
  const clock = clockOf(view);
  if (!clock) return t("terms.no_clock");
  return [near, far].map((seat) => t("clock.said", { name: nameOf(view, seat), t: shown(leftOf(clock, seat)) })).join(". ");
}
