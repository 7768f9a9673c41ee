// @ts-check
// The steps of a hand in words: for the prompt, the list, the ears, and as a text to be copied.

import { el } from "./dom.js";
import { cardName, parts, t } from "./i18n.js";
import { reasons } from "./outcome.js";
import { logLines, nameOf } from "./words.js";

/** @typedef {import("./protocol.js").Replay} Replay */
/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./words.js").Said} Said */

/** What happened, a sentence for each event that has one. @param {Step} step @returns {Said[]} */
export function sentences({ events, view }) {
  return events.flatMap((event) =>
    event.t === "card_played" ? [{ key: "replay.plays", params: { name: nameOf(view, event.seat), card: cardName(event.card) } }] : logLines([event], view));
}

/** @param {Step} step */
export function inWords(step) {
  return sentences(step).map(({ key, params }) => t(key, params)).join(" · ");
}

/** The same as nodes, with names kept apart. @param {Step} step @returns {(Node | string)[]} */
export function inNodes(step) {
  return sentences(step).flatMap(({ key, params }, n) => (n ? [" · ", parts(key, params)] : [parts(key, params)]));
}

/** Why the hand ended as it did, with its last step. @param {Step} step @returns {Said[]} */
function ending({ events, view }) {
  return view.result && events.some((event) => event.t === "hand_won") ? reasons(view.result, view) : [];
}

/** A button for each step. @param {Step[]} steps @param {(step: number) => void} go */
export function stepButtons(steps, go) {
  return steps.map((step, n) => el("button", { type: "button", class: "step", "data-step": n, onclick: () => go(n) },
    ...[...sentences(step), ...ending(step)].map(({ key, params, tone }) => el("span", { class: tone ?? "" }, parts(key, params)))));
}

/** The hand as a text in the reader's language. @param {Replay} replay @param {string} link */
export function asText({ hand, steps }, link) {
  const { view } = steps[0];
  const seats = /** @type {Seat[]} */ ([0, 1]);
  const dealt = seats.flatMap((seat) => {
    const cards = view.seats[seat]?.hand;
    return cards ? [t("table.card_by", { name: nameOf(view, seat), card: cards.map(cardName).join(", ") })] : [];
  });
  const said = (/** @type {Said} */ { key, params }) => t(key, params);
  return [
    `${t("replay.title")} · ${t("review.hand", { hand })} · ${seats.map((seat) => nameOf(view, seat)).join(" – ")}`,
    ...dealt,
    ...steps.map((step, n) => `${n}. ${inWords(step)}`),
    ...steps.flatMap(ending).map(said),
    link,
  ].join("\n");
}
