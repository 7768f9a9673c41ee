// @ts-check
// How a hand or a match came out, in words.

import { nameOf, seatName } from "./words.js";

/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").ResultView} ResultView */
/** @typedef {import("./words.js").Said} Said */

/** Why the hand ended, and why it counts so much. @param {ResultView} result @param {View} view @returns {Said[]} */
export function reasons(result, view) {
  const { winner } = result;
  const loser = /** @type {Seat} */ (1 - winner);
  const name = nameOf(view, winner);
  const closer = nameOf(view, result.closer ?? loser);
  /** @type {Record<ResultView["reason"], Said>} */
  const ends = {
    sixty_six: { key: "res.66", params: { name, p: result.points[winner] } },
    claim: { key: "res.claim", params: { name, p: result.points[winner] } },
    false_claim: { key: "res.false_claim", params: { name: nameOf(view, loser) } },
    last_trick: { key: "res.last" },
    closer_failed: { key: "res.fail", params: { name: closer } },
    conceded: { key: "res.conceded", params: { name: nameOf(view, loser) } },
  };
  const failed = result.reason === "closer_failed" || result.reason === "false_claim" || (result.reason === "conceded" && result.closer === loser);
  const worth = { key: failed ? `res.fail${result.game_points}` : `res.${result.game_points}`, params: { p: result.loser_points } };
  return [ends[result.reason], worth, ...(result.at_close ? [{ key: "res.atclose" }] : [])];
}

/** How the match ended, where the last hand does not say it. @param {View} view @returns {Said | null} */
export function matchEnd({ winner, ended_by, called_off, ...view }) {
  if (called_off) return { key: `match.${called_off}` };
  if (winner === null || ended_by === null || ended_by === "score") return null;
  const loser = view.seats[1 - winner];
  return { key: `match.${ended_by}`, params: { name: loser ? seatName(loser) : "" } };
}
