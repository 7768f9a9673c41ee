// @ts-check
// What this page knows and has under way; one object, changed by table.js and moves.js and drawn from.

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./words.js").Said} Said */

/**
 * @typedef {object} Session
 * @property {State | null} state nothing is drawn before the server has said what there is
 * @property {Connection | null} line
 * @property {string} match its id
 * @property {string | null} barred the text that says why there is no table to see
 * @property {string | null} invite
 * @property {number | null} deadline when the next hand is dealt
 * @property {{id: string, v: number | null, since: number} | null} underWay the command sent; `v` once it is stored
 * @property {{said: Said, choices: HTMLElement[]} | null} question in the place of the actions
 * @property {Pick<State, "view" | "v" | "held"> | null} looking back at this, with a question up
 * @property {import("./protocol.js").ChatLine[]} chat everything that was said
 * @property {number} unread of it, while the list was not in sight
 * @property {Said | null} note a sentence that stays in the prompt for a while
 * @property {{said: () => Said, move: string | null} | null} hint asked for at this turn, in the language of the moment; the move that is advised once it is here
 * @property {() => void} redraw
 */

/** @type {Session} */
export const session = {
  state: null,
  line: null,
  match: "",
  barred: null,
  invite: null,
  deadline: null,
  underWay: null,
  question: null,
  looking: null,
  chat: [],
  unread: 0,
  note: null,
  hint: null,
  redraw: () => {},
};
