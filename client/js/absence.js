// @ts-check
// Who is there: the other player's coming and going, how long he is still waited for, and what can be done then.

import { bdi, button, by, el, when } from "./dom.js";
import { parts, t } from "./i18n.js";
import { log } from "./log.js";
import { submit } from "./moves.js";
import { session } from "./session.js";
import { nameOf, speak } from "./words.js";

/** @typedef {import("./felt.js").State} State */

/** Whoever only loads the page again was never away. */
const AWAY_MS = 3000;
/** Seconds before the end of the grace at which it is told again. */
const MARKS = [30, 10, 0];

const absence = {
  timer: 0,
  told: false,
  waiting: false, // the reader said that he waits: the bar stays away until the grace is used up
  /** @type {number | null} the lowest mark that was spoken */
  spoken: null,
};

/** The server has said who is here. */
export function noticePresence() {
  const { state } = session;
  if (!state) return;
  const here = state.presence[state.far];
  clearTimeout(absence.timer);
  if (here && absence.told) tell(state, true);
  // Whoever sits down is there a moment later than on his seat, and was not away.
  else if (!here && !absence.told && state.view.seats[state.far]) absence.timer = setTimeout(() => session.state && tell(session.state, false), AWAY_MS);
}

/** @param {State} state @param {boolean} here */
function tell(state, here) {
  const other = state.view.seats[state.far];
  if (!other || other.computer) return;
  Object.assign(absence, { told: !here, waiting: false, spoken: null });
  const news = { key: here ? "opp.back" : "opp.left", params: { name: other.name } };
  log(() => news);
  if (here || !state.player || graceLeft(state) === null) speak(t(news.key, news.params), here ? "say" : "alarm");
  session.redraw();
}

/** Milliseconds that the other is still waited for; null while nothing waits for him. @param {State} state */
function graceLeft({ view, far, grace, burning, heardAt }) {
  const whole = grace[far];
  if (whole === null || (view.phase !== "playing" && view.phase !== "hand_over")) return null;
  if (burning !== far) return null;
  return Math.max(0, whole - (performance.now() - heardAt));
}

/** The bar in the place of the other's strip. Comes several times a second. */
export function tickAbsence() {
  const { state } = session;
  if (!state) return;
  const left = state.player && absence.told ? graceLeft(state) : null;
  const seconds = left === null ? null : Math.ceil(left / 1000);
  drawBar(state, seconds);
  if (seconds !== null) remind(state, seconds);
}

/** At the start and at each mark, once for each absence. @param {State} state @param {number} seconds */
function remind({ view, far }, seconds) {
  const reached = MARKS.filter((mark) => seconds <= mark).at(-1) ?? Infinity;
  if (absence.spoken !== null && reached >= absence.spoken) return;
  absence.spoken = reached;
  if (seconds === 0) absence.waiting = false;
  speak(t(seconds ? "opp.gone" : "opp.claimable", { name: nameOf(view, far), s: seconds }), "alarm");
}

/** @param {State} state @param {number | null} seconds */
function drawBar({ view, near, far, live }, seconds) {
  const bar = by("gone");
  bar.hidden = seconds === null || absence.waiting;
  if (bar.hidden || seconds === null) return when(bar, null, () => []);
  const name = nameOf(view, far);
  const ready = live && seconds === 0;
  const offered = view.proposal?.what === "stop" && view.proposal.seat === near;
  when(bar, [name, ready, live, offered], () => [
    el("p", { class: "long" }),
    el("p", { class: "short" }),
    button("opp.claim", "claim", () => ready && submit({ t: "claim_win" }), { kind: seconds ? "" : "primary", "aria-disabled": ready ? null : "true" }),
    offered
      ? button("table.withdraw", "btn-stop-offer", () => submit({ t: "decline", what: "stop" }))
      : button("btn.stop", "btn-stop-offer", () => submit({ t: "propose", what: "stop" }), { "aria-disabled": live ? null : "true" }),
    el("button", { type: "button", class: "icon-button cross", "data-testid": "keep-waiting", "aria-label": t("opp.wait"), title: t("opp.wait"), onclick: keepWaiting }),
  ]);
  const [long, short] = /** @type {HTMLElement[]} */ ([...bar.children]);
  when(long, [name, seconds], () => [parts(seconds ? "opp.gone" : "opp.claimable", { name, s: seconds })]);
  when(short, [name, seconds], () => [el("span", {}, bdi(name)), el("span", { text: seconds ? t("opp.seconds", { n: seconds }) : t("table.away") })]);
}

function keepWaiting() {
  absence.waiting = true;
  session.redraw();
  by("hand").focus({ preventScroll: true });
}
