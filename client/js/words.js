// @ts-check
// What the table says: the prompt, the reason for a no, a line of the log; and the voice. What is spoken of events: spoken.js.

import { cardName, suitName, t } from "./i18n.js";
import { computerName } from "./levels.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */
/** @typedef {{key: string, params?: Record<string, string | number>, tone?: string}} Said */

/** Reasons with words of their own; any other code finds `why.<code>`. @type {Record<string, string>} */
const REASONS = {
  NOT_YOUR_TURN: "why.turn",
  MUST_FOLLOW: "why.suit",
  MUST_TRUMP: "why.trump",
  MUST_HEAD: "why.head",
  NOT_ON_LEAD: "why.lead",
  STOCK_TOO_SMALL: "why.few",
};

/** @param {View} view @param {Seat} seat */
export function nameOf(view, seat) {
  const seated = view.seats[seat];
  return seated ? seatName(seated) : t("table.free");
}

/** A computer is called by its level, in the reader's language. @param {import("./protocol.js").SeatView} seat */
export function seatName({ level, name }) {
  return level ? computerName(level) : name;
}

/** Why something cannot be done. @param {string} code @param {View} view @param {number} [retryMs] when it can, if that is known @returns {Said} */
export function why(code, view, retryMs = 0) {
  if (code === "RATE_LIMITED" && retryMs) return tooFast(retryMs);
  const led = view.table[0]?.card;
  const key = REASONS[code] ?? `why.${code.toLowerCase()}`;
  if ((code === "MUST_FOLLOW" || code === "MUST_TRUMP") && led) return { key, params: { suit: suitName(led[0]) } };
  return { key };
}

/** @param {number} retryMs @returns {Said} */
export function tooFast(retryMs) {
  return { key: "err.fast", params: { n: Math.max(1, Math.ceil(retryMs / 1000)) } };
}

/** The duty of the one who follows, read from the reasons that the server gave. @param {View} view @returns {Said | null} */
function duty(view) {
  const reasons = Object.entries(view.blocked).filter(([move]) => move.startsWith("play:")).map(([, code]) => code);
  const reason = reasons.find((code) => code.startsWith("MUST_"));
  return reason ? why(reason, view) : null;
}

/** The line under the felt. @param {State} state @returns {Said} */
export function prompt({ view, near, player }) {
  const turn = view.to_play;
  if (view.phase === "waiting") return { key: player ? "table.waiting" : "table.free_seat" };
  if (view.phase === "paused") return { key: "table.paused" };
  if (view.phase === "match_over") return { key: "table.over" };
  if (view.phase === "hand_over" || turn === null) return { key: "table.hand_over" };
  if (!player || turn !== near) return { key: "table.wait", params: { name: nameOf(view, turn) } };
  if (view.table.length) return { ...(duty(view) ?? { key: "table.follow" }), tone: "turn" };
  return { key: "table.lead", tone: "turn" };
}

/** The lines that a bundle of events adds to the log. @param {Event[]} events @param {View} view @returns {Said[]} */
export function logLines(events, view) {
  return events.flatMap((event) => logLine(event, view) ?? []);
}

/** @param {Event} event @param {View} view @returns {Said | null} */
export function logLine(event, view) {
  const name = "seat" in event ? nameOf(view, event.seat) : "";
  switch (event.t) {
    case "seat_taken":
    case "player_renamed":
      return { key: "log.seat_taken", params: { name: event.name } };
    case "hand_dealt":
      return { key: "log.hand_dealt", params: { n: event.number, card: cardName(event.upcard) }, tone: "rule" };
    case "trump_exchanged":
      return { key: "log.trump_exchanged", params: { name, card: cardName(event.upcard) } };
    case "marriage_declared":
      return { key: "log.marriage_declared", params: { name, n: event.points, suit: suitName(event.suit) } };
    case "card_played":
      return { key: "log.card_played", params: { name, card: cardName(event.card) } };
    case "trick_won":
      return { key: "log.trick_won", params: { name, n: event.points }, tone: "trick" };
    case "hand_won":
      return { key: "log.hand_won", params: { name, n: event.game_points }, tone: "strong" };
    case "match_won":
      return { key: event.reason === "time" || event.reason === "left" ? `log.match_won_${event.reason}` : "log.match_won", params: { name }, tone: "strong" };
    case "match_called_off":
      return { key: `match.${event.reason}`, tone: "strong" };
    case "proposed":
    case "declined":
      return { key: `log.${event.t}_${event.what}`, params: { name } };
    case "stock_closed":
    case "claimed":
    case "hand_conceded":
    case "match_resigned":
      return { key: `log.${event.t}`, params: { name }, tone: "strong" };
    case "match_saved":
    case "match_resumed":
    case "rematch_started":
      return { key: `log.${event.t}` };
    default:
      return null;
  }
}

/** Letters that are spoken at once. */
export const LONGEST = 140;

/** The hand, the table or the points, for whoever asks by key. @param {"hand" | "table" | "points"} what @param {State} state @param {string[]} hand */
export function describe(what, { view, near, far }, hand) {
  if (what === "hand") return t("say.hand", { cards: hand.map(cardName).join(", ") || "–" });
  if (what === "points") {
    const seats = [near, far].map((seat) => view.seats[seat]).filter((seat) => seat !== null);
    return seats.map((seat) => `${seatName(seat)}: ${seat.points === null ? "" : `${t("table.points", { n: seat.points })}, `}${t("table.game_points", { n: seat.score })}`).join(". ");
  }
  const stock = view.closed_by !== null ? t("table.closed") : t("table.stock", { n: view.upcard ? view.stock + 1 : view.stock });
  const led = view.table.map(({ seat, card }) => t("table.card_by", { name: nameOf(view, seat), card: cardName(card) }));
  return [view.trump && t("table.trump", { suit: suitName(view.trump) }), stock, ...led].filter(Boolean).join(". ");
}

const QUIET_MS = 150;
/** @type {Record<string, {timer: number, texts: string[]}>} */
const voices = { say: { timer: 0, texts: [] }, alarm: { timer: 0, texts: [] } };
let lastSaid = "";

/** Speak in a live region, once the table is quiet. The same text twice is told apart by a space that nobody hears. @param {string} text @param {"say" | "alarm"} [region] */
export function speak(text, region = "say") {
  if (!text) return;
  const voice = voices[region];
  voice.texts.push(text);
  clearTimeout(voice.timer);
  voice.timer = setTimeout(() => {
    const node = /** @type {HTMLElement} */ (document.getElementById(region));
    // What is old goes first when it is too much for one sentence.
    while (voice.texts.length > 1 && voice.texts.join(" ").length > LONGEST) voice.texts.shift();
    const whole = voice.texts.join(" ");
    voice.texts = [];
    lastSaid = whole;
    node.textContent = node.textContent === whole ? `${whole}\u00a0` : whole;
  }, QUIET_MS);
}

/** What was spoken last. */
export function said() {
  return lastSaid;
}
