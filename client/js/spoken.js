// @ts-check
// What is spoken of a bundle of events: what the other did, what came of it, and whether it is the listener's turn.

import { sortedHand } from "./felt.js";
import { cardName, suitName, t } from "./i18n.js";
import { reasons } from "./outcome.js";
import { preference } from "./preferences.js";
import { LONGEST, nameOf } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */

/** @param {string} card */
const rankName = (card) => t(`rank.${card[1]}`);

/**
 * One sentence or two for the ears.
 * @param {Event[]} events @param {State} before @param {State} now @returns {string}
 */
export function spoken(events, before, now) {
  const { view, near, player } = now;
  /** @type {string[]} */
  const parts = [];
  let lying = before.view.table.length;
  const short = preference("detail") === "short";
  events.forEach((event, n) => {
    const own = player && "seat" in event && event.seat === near;
    const name = "seat" in event ? nameOf(view, event.seat) : "";
    const next = events[n + 1];
    const announced = events[n - 1]?.t === "marriage_declared";
    let sentence = "";
    if (event.t === "marriage_declared") sentence = own ? "" : marriage(name, event, next?.t === "card_played" ? next.card : null);
    else if (event.t === "card_played") sentence = own || announced ? "" : t(short ? "say.card" : lying === 0 ? "say.leads" : "say.plays", { name, card: cardName(event.card) });
    else sentence = say(event, own, name, now);
    if (event.t === "card_played") lying++;
    if (event.t === "trick_won") lying = 0;
    if (sentence) parts.push(sentence);
  });
  const drawn = events.some((event) => event.t === "cards_drawn") ? drew(before.view, now) : "";
  if (drawn) parts.push(drawn);
  if (before.view.hand_number === view.hand_number && before.view.upcard && !view.upcard) parts.push(t("say.empty"));
  const goesOn = events.some((event) => event.t === "card_played" || event.t === "match_resumed");
  if (goesOn && player && view.phase === "playing" && view.to_play === near && parts.length) parts.push(t("say.turn"));
  while (parts.length > 1 && parts.join(" ").length > LONGEST) parts.shift();
  return parts.join(" ").slice(0, LONGEST);
}

/** @param {string} name @param {{points: number, suit: string}} event @param {string | null} led */
function marriage(name, { points, suit }, led) {
  const params = { name, n: points, suit: suitName(suit) };
  return led ? t("say.marriage_leads", { ...params, rank: rankName(led) }) : t("say.marriage", params);
}

/** @param {Event} event @param {boolean} own @param {string} name @param {State} now @returns {string} */
function say(event, own, name, now) {
  const { view, near, far, player } = now;
  switch (event.t) {
    case "hand_dealt":
      return deal(event.upcard, now);
    case "trump_exchanged":
      return own ? "" : t("say.exchange", { name, rank: rankName(event.upcard) });
    case "stock_closed":
      return t(own ? "say.closed_me" : "say.close", { name });
    case "trick_won": {
      if (preference("detail") === "short") return t(own ? "say.trick_short" : "say.trick_opp_short", { name });
      const total = view.seats[near]?.points;
      if (!own) return t("say.trick_opp", { name, n: event.points });
      return total === null || total === undefined ? t("say.trick", { n: event.points }) : t("say.trick_total", { n: event.points, total });
    }
    case "hand_won": {
      const reason = view.result ? reasons(view.result, view)[0] : null;
      const [a, b] = [event.score[near], event.score[far]];
      const score = player ? t("say.score_me", { a, b, name: nameOf(view, far) }) : t("say.score", { a: `${nameOf(view, near)} ${a}`, b: `${nameOf(view, far)} ${b}` });
      return [reason && t(reason.key, reason.params), score].filter(Boolean).join(". ");
    }
    case "match_won":
      if (event.reason === "time" || event.reason === "left") return t(`log.match_won_${event.reason}`, { name });
      return player ? `${t(own ? "match.won" : "match.lost")}.` : t("say.match", { name });
    case "match_called_off":
      return t(`match.${event.reason}`);
    case "proposed":
      return own ? "" : t(`table.asks_${event.what}`, { name });
    case "declined":
      return own ? "" : t(`log.declined_${event.what}`, { name });
    case "match_saved":
    case "match_resumed":
    case "rematch_started":
      return t(`log.${event.t}`);
    case "seat_taken":
      return own ? "" : `${t("log.seat_taken", { name: event.name })}.`;
    default:
      return "";
  }
}

/** A new hand, suit by suit so that it is short. @param {string} upcard @param {State} now */
function deal(upcard, now) {
  const { view, near, player } = now;
  const said = [t("say.deal", { suit: suitName(upcard[0]), rank: rankName(upcard) })];
  if (player && view.to_play === near) said.push(t("say.lead"));
  const hand = player ? sortedHand(now) : [];
  const suits = [...new Set(hand.map((card) => card[0]))];
  const cards = suits.map((suit) => `${suitName(suit)} ${hand.filter((card) => card[0] === suit).map(rankName).join(", ")}`);
  if (cards.length) said.push(t("say.hand", { cards: cards.join("; ") }));
  return said.join(" ");
}

/** @param {View} before @param {State} now */
function drew(before, { view, near, player }) {
  const had = before.seats[near]?.hand;
  const fresh = player && had && view.seats[near]?.hand?.find((card) => !had.includes(card));
  return fresh ? t("say.drew", { card: cardName(fresh) }) : "";
}
