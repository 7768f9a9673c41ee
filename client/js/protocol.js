// @ts-check
// The words of protocol/README.md as types. Only comments stand here: no page loads this file.

/** @typedef {0 | 1} Seat */
/** @typedef {string} Card two letters, suit then rank: "HQ" */
/** @typedef {"C" | "D" | "H" | "S"} Suit */
/** @typedef {"waiting" | "playing" | "hand_over" | "paused" | "match_over"} Phase */
/** @typedef {"save" | "resume" | "rematch" | "stop"} Proposal */
/** @typedef {{bank_ms: number, increment_ms: number}} ClockRule */
/** @typedef {{clock: ClockRule | null, rated: boolean, gallery: "closed" | "public" | "open", listed: boolean, hints: boolean}} Terms */
/** @typedef {{move: string, why: string, percent: number | null, points: number | null, card: Card | null}} Advice */
/** @typedef {{v: number, view: View, played: string, better: Advice, lost: number}} Mistake */
/** @typedef {{number: number, of: number, view: View, theirs: Card[], reachable: number, played: {seat: Seat, move: string, lost: number}[]}} Puzzle */
/** @typedef {{match: string, seat: Seat, done: number, of: number, decisions: number, lost: number, mistakes: Mistake[]}} Review */
/** @typedef {{left: [number, number], running: Seat | null, at: number, first_move_by: number | null}} ClockView all in ms of the server's time */
/** @typedef {{value: number, deviation: number, provisional: boolean}} RatingMark */
/** @typedef {{seat: Seat, phrase: string | null, text: string | null, at: number}} ChatLine */

/**
 * @typedef {{t: "play_card", card: Card} | {t: "declare_marriage", card: Card} | {t: "exchange_trump"} | {t: "close_stock"}
 *   | {t: "claim"} | {t: "concede_hand"} | {t: "resign_match"} | {t: "next_hand"} | {t: "stay"}
 *   | {t: "propose", what: Proposal} | {t: "decline", what: Proposal}
 *   | {t: "claim_win"} | {t: "abort_match"} | {t: "call_computer", level: import("./levels.js").Level} | {t: "say", phrase?: string, text?: string}} Command
 */

/**
 * One of the events that protocol/schema.json lists; which fields it has depends on `t`.
 * @typedef {{t: string, [field: string]: any}} Event
 */

/**
 * @typedef {object} SeatView
 * @property {string} player
 * @property {string} name
 * @property {RatingMark | null} rating
 * @property {boolean} computer
 * @property {import("./levels.js").Level | null} level
 * @property {number} score
 * @property {number | null} points
 * @property {number | null} pending
 * @property {number} tricks
 * @property {number} cards
 * @property {Card[] | null} hand
 * @property {Card[]} known
 * @property {[Card, Card][]} won
 * @property {Suit[]} declared
 * @property {boolean} ready
 * @property {boolean} stayed
 */

/** @typedef {{seat: Seat, card: Card, marriage: number}} TableCard */
/** @typedef {{winner: Seat, led: TableCard, followed: TableCard, points: number}} TrickView */

/**
 * @typedef {object} ResultView
 * @property {number} number
 * @property {Seat} dealer
 * @property {Seat | null} closer
 * @property {Seat} winner
 * @property {number} game_points
 * @property {"sixty_six" | "claim" | "false_claim" | "last_trick" | "closer_failed" | "conceded"} reason
 * @property {boolean} at_close
 * @property {number} loser_points
 * @property {number} loser_tricks
 * @property {[number, number]} points
 * @property {[number, number]} marriages
 * @property {[number, number]} tricks
 * @property {[number, number]} score
 */

/**
 * @typedef {object} View
 * @property {Seat | null} viewer
 * @property {Phase} phase
 * @property {"seed" | "tournament" | "sharp"} preset
 * @property {"human" | "computer"} versus
 * @property {Terms} terms
 * @property {[SeatView | null, SeatView | null]} seats
 * @property {number} hand_number
 * @property {Seat} dealer
 * @property {Seat | null} leader
 * @property {Seat | null} to_play
 * @property {Suit | null} trump
 * @property {Card | null} upcard
 * @property {number} stock
 * @property {Seat | null} closed_by
 * @property {TableCard[]} table
 * @property {TrickView | null} last_trick
 * @property {string[]} legal
 * @property {Record<string, string>} blocked
 * @property {number | null} concede_cost
 * @property {ResultView | null} result
 * @property {ResultView[]} results
 * @property {Card[] | null} rest
 * @property {ClockView | null} clock
 * @property {{seat: Seat, what: Proposal} | null} proposal
 * @property {boolean} may_abort
 * @property {Seat | null} winner
 * @property {"score" | "resigned" | "time" | "left" | null} ended_by
 * @property {"aborted" | "stopped" | null} called_off
 * @property {string | null} rematch
 */

/**
 * @typedef {object} Joined
 * @property {string} match
 * @property {string} epoch
 * @property {number} v
 * @property {number} at
 * @property {Seat | null} seat
 * @property {boolean | null} recovered
 * @property {Event[]} events
 * @property {View} view
 * @property {number | null} left_ms
 * @property {[boolean, boolean]} presence
 * @property {number} watchers
 * @property {number} now
 * @property {ChatLine[]} chat
 * @property {string | null} invite
 */

/** @typedef {{v: number, at: number, events: Event[], view: View, left_ms: number | null, now: number}} Update */

/**
 * @typedef {object} Presence
 * @property {[boolean, boolean]} seats
 * @property {number} watchers
 * @property {string[]} names of watchers
 * @property {[number | null, number | null]} grace ms that a player who is away is still waited for
 * @property {Seat | null} burning whose grace becomes less
 */

export {};
