// @ts-check
// What a match was worth: asked for when it is over, until the server has counted it.

import { ask, Trouble } from "./api.js";
import { bdi, el } from "./dom.js";
import { t } from "./i18n.js";
import { ratingWords, signed } from "./numbers.js";
import { session } from "./session.js";
import { nameOf } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {{match: string, value: number, change: number, provisional: boolean}} Point */

const TRIES = 8;
const PAUSE_MS = 1000;

/** @type {Map<string, Point | null>} by player; null while it is not known */
const points = new Map();

/** Whether this match moves ratings. @param {import("./protocol.js").View} view */
function counts({ terms, versus, winner, seats }) {
  return terms.rated && (versus === "human" || terms.clock !== null) && winner !== null && seats.every((seat) => seat?.rating);
}

/** What is known by now, for whoever draws it. @param {import("./protocol.js").View} view */
export function knownRatings(view) {
  return view.seats.map((seat) => (seat ? points.get(seat.player)?.change ?? null : null));
}

/** The line of the result; asks for what it lacks. @param {State} state @returns {HTMLElement | null} */
export function ratingLine({ view, near, far }) {
  if (!counts(view)) return null;
  const people = [near, far].filter((seat) => !view.seats[seat]?.computer);
  const shown = people.map((seat) => {
    const player = view.seats[seat]?.player ?? "";
    if (!points.has(player)) learn(player);
    const point = points.get(player);
    return el("span", {}, bdi(nameOf(view, seat)), " ", el("bdi", { class: "number", dir: "ltr", text: point ? moved(point) : "…" }));
  });
  return el("p", { class: "reason ratings", "data-testid": "rating-change" }, el("span", { text: t("match.ratings") }), ...shown);
}

/** "1500 → 1662? (+162)". @param {Point} point */
function moved({ value, change, provisional }) {
  return `${value - change} → ${ratingWords({ value, provisional })} (${signed(change)})`;
}

/** @param {string} player */
async function learn(player) {
  points.set(player, null);
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const { history, rating } = await ask("GET", `/api/players/${encodeURIComponent(player)}`);
      const point = history.find((/** @type {Point} */ { match }) => match === session.match);
      if (point) {
        points.set(player, { ...point, provisional: Boolean(rating?.provisional) });
        return session.redraw();
      }
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble; // without a line: again in a moment
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
