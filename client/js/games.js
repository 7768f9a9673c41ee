// @ts-check
// Rows of the reader's own matches: those that go on, and those that are over.

import { bdi, by, el, keyed, mark, write } from "./dom.js";
import { locale, t } from "./i18n.js";
import { computerName } from "./levels.js";
import { showPlayers } from "./players.js";
import { signed } from "./numbers.js";

/** @typedef {import("./protocol.js").MatchRow} MatchRow */
/** @typedef {import("./protocol.js").FinishedRow} FinishedRow */

/** Enough to find the last evening's matches; the rest has a page of its own. */
const NEWEST = 5;

/** The lists of the home page. @param {{matches: MatchRow[], finished: FinishedRow[]}} all */
export function showOwn({ matches, finished }) {
  const running = matches.filter(({ phase }) => phase !== "paused");
  const paused = matches.filter(({ phase }) => phase === "paused");
  showGoingOn(by("games-running"), running);
  showGoingOn(by("games-paused"), paused);
  showFinished(by("games-finished"), finished.slice(0, NEWEST));
  for (const [name, rows] of Object.entries({ running, paused, finished })) /** @type {HTMLElement} */ (by(`games-${name}`).parentElement).hidden = !rows.length;
  by("games-none").hidden = matches.length + finished.length > 0;
  by("all-games").hidden = !by("games-none").hidden;
}

/** A match keeps its row, so that focus and the screen reader's place survive a refresh. @param {HTMLElement} list @param {MatchRow[]} rows */
export function showGoingOn(list, rows) {
  const first = [...rows].sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
  keyed(list, first, ({ match }) => match, goingOn).forEach((item, n) => {
    const row = first[n];
    const put = putter(item);
    put(".who bdi", row.level ? computerName(row.level) : (row.opponent ?? t("games.free_seat")));
    put(".turn", t(`games.${state(row)}`)).classList.toggle("yours", row.your_turn || state(row) === "resume_asked");
    put(".facts", [t(`preset.${row.preset}`), when(row.at)].join(" · "));
    score(item, row.phase === "waiting" ? null : row.score);
  });
}

/** @param {HTMLElement} list @param {FinishedRow[]} rows */
export function showFinished(list, rows) {
  keyed(list, rows, ({ match }) => match, finished).forEach((item, n) => {
    const row = rows[n];
    const put = putter(item);
    put(".who bdi", row.level ? computerName(row.level) : row.opponent);
    const came = row.won === null ? "over" : row.won ? "won" : "lost";
    put(".turn", t(`games.${came}`)).className = `turn ${came}`;
    put(".facts", about(row).join(" · "));
    mark(put(".delta", row.rating_change === null ? "" : signed(row.rating_change)), { "data-sign": row.rating_change === null ? null : String(Math.sign(row.rating_change)) });
    score(item, row.score);
    put(".to-replay", t("btn.replay"));
    put(".to-review", t("btn.review"));
    /** @type {HTMLElement} */ (item.querySelector(".buttons")).hidden = !row.kept || row.called_off === "aborted";
  });
}

/** @param {HTMLElement} item */
function putter(item) {
  return (/** @type {string} */ selector, /** @type {string} */ text) => {
    const node = /** @type {HTMLElement} */ (item.querySelector(selector));
    write(node, text);
    return node;
  };
}

/** @param {MatchRow} row */
function goingOn({ match }) {
  return el("li", { "data-match": match }, el("a", { class: "row", href: `/m/${match}`, "data-testid": "game" }, ...cells(el("span", { class: "who" }, bdi("")))));
}

/** @param {FinishedRow} row */
function finished({ match, player }) {
  const name = player === null ? el("span", { class: "who" }, bdi("")) : el("button", { type: "button", class: "who", "data-testid": "game-player", onclick: () => showPlayers(player) }, bdi(""));
  return el("li", { "data-match": match, "data-testid": "finished" },
    el("div", { class: "row" }, ...cells(name, el("bdi", { class: "delta", dir: "ltr" }))),
    el("div", { class: "buttons" },
      el("a", { class: "button to-replay", href: `/m/${match}/replay`, "data-testid": "game-replay" }),
      el("a", { class: "button to-review", href: `/m/${match}/review`, "data-testid": "game-review" })));
}

/** @param {HTMLElement} name @param {HTMLElement} [delta] by how much the rating moved */
function cells(name, delta) {
  return [
    name,
    el("span", { class: "turn" }),
    el("span", { class: "facts small quiet" }),
    el("span", { class: "score number" }, delta, el("span", { "aria-hidden": "true", dir: "ltr" }), el("span", { class: "hidden-text" })),
  ];
}

/** @param {HTMLElement} item @param {[number, number] | null} pair */
function score(item, pair) {
  const put = putter(item);
  put(".score > [aria-hidden]", pair ? `${pair[0]} : ${pair[1]}` : "");
  put(".score .hidden-text", pair ? t("games.score", { me: pair[0], opp: pair[1] }) : "");
}

/** @param {MatchRow} row */
function state({ phase, your_turn, proposal, seat }) {
  switch (phase) {
    case "waiting":
      return "waiting";
    case "playing":
      return your_turn ? "your_turn" : "their_turn";
    case "hand_over":
      return "next_hand";
    case "paused":
      return proposal?.what !== "resume" ? "saved" : proposal.seat === seat ? "resume_offered" : "resume_asked";
  }
}

/** Why it ended, unless by the score. @param {FinishedRow} row */
function why({ won, ended_by, called_off }) {
  if (called_off) return [t(`games.${called_off}`)];
  return ended_by && ended_by !== "score" ? [t(`games.${won ? "won" : "lost"}_${ended_by}`)] : [];
}

/** @param {FinishedRow} row */
function about(row) {
  const { at, preset, hands, rated, kept } = row;
  return [when(at), ...why(row), t("games.hands", { n: hands }), t(`preset.${preset}`), ...(rated ? [t("home.rated")] : []), ...(kept ? [] : [t("games.not_kept")])];
}

/** Today as a time, another day as a date. @param {number} at @returns {string} */
function when(at) {
  const date = new Date(at);
  const now = new Date();
  const today = date.toDateString() === now.toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const how = today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", year: date.getFullYear() === now.getFullYear() ? undefined : "numeric" };
  return new Intl.DateTimeFormat(locale(), how).format(date);
}
