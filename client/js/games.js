// @ts-check
// "My games": the reader's own matches, running, paused and finished.

import { locale, t } from "./i18n.js";
import { computerName } from "./levels.js";

/** @typedef {import("./protocol.js").MatchRow} MatchRow */

/** Enough to find the last evening's matches; the list is no archive. */
const FINISHED = 20;

/** @type {Record<MatchRow["phase"], "running" | "paused" | "finished">} */
const GROUP = { waiting: "running", playing: "running", hand_over: "running", paused: "paused", match_over: "finished" };

/** Shows the rows under an element that has a [data-group] section for each group. @param {HTMLElement} element @param {MatchRow[]} rows */
export function games(element, rows) {
  /** @type {HTMLElement} */ (element.querySelector(".empty")).hidden = rows.length > 0;
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-group]"))) {
    const own = rows.filter((row) => GROUP[row.phase] === section.dataset.group);
    if (section.dataset.group === "running") own.sort((a, b) => Number(b.your_turn) - Number(a.your_turn));
    section.hidden = own.length === 0;
    fill(/** @type {HTMLElement} */ (section.querySelector("ul")), own.slice(0, FINISHED));
  }
}

/** A match keeps its row, so that focus and the screen reader's place survive a refresh. @param {HTMLElement} list @param {MatchRow[]} rows */
function fill(list, rows) {
  const before = new Map([...list.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.match, item]));
  const items = rows.map((row) => {
    const item = /** @type {HTMLElement} */ (before.get(row.match) ?? blank(row.match));
    write(item, row);
    return item;
  });
  for (const [match, item] of before) if (!rows.some((row) => row.match === match)) item.remove();
  items.forEach((item, place) => {
    if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null);
  });
}

/** @param {string} match @returns {HTMLElement} */
function blank(match) {
  const item = document.createElement("li");
  item.dataset.match = match;
  item.innerHTML = `<a class="row" data-testid="game"><span class="who"><bdi></bdi></span><span class="turn"></span>
    <span class="small quiet"><span class="rules"></span> · <time></time></span><span class="score number"><span aria-hidden="true" dir="ltr"></span><span class="hidden-text"></span></span></a><a class="button" data-testid="game-review" hidden></a>`;
  /** @type {HTMLElement} */ (item.firstElementChild).setAttribute("href", `/m/${match}`);
  /** @type {HTMLElement} */ (item.lastElementChild).setAttribute("href", `/m/${match}/review`);
  return item;
}

/** @param {HTMLElement} item @param {MatchRow} row */
function write(item, row) {
  const put = (/** @type {string} */ selector, /** @type {string} */ text) => {
    const node = /** @type {HTMLElement} */ (item.querySelector(selector));
    if (node.textContent !== text) node.textContent = text;
    return node;
  };
  put("bdi", row.level ? computerName(row.level) : (row.opponent ?? t("games.free_seat")));
  put(".turn", t(`games.${state(row)}`)).classList.toggle("yours", row.your_turn);
  put(".rules", t(`preset.${row.preset}`));
  put("time", when(row.at)).setAttribute("datetime", new Date(row.at).toISOString());
  const [own, theirs] = row.score;
  put(".score span", row.phase === "waiting" ? "" : `${own} : ${theirs}`);
  put(".button", t("btn.review")).hidden = row.phase !== "match_over" || row.called_off === "aborted";
  put(".score .hidden-text", row.phase === "waiting" ? "" : t("games.score", { me: own, opp: theirs }));
}

/** @param {MatchRow} row @returns {string} */
function state(row) {
  switch (row.phase) {
    case "waiting":
      return "waiting";
    case "playing":
      return row.your_turn ? "your_turn" : "their_turn";
    case "hand_over":
      return "next_hand";
    case "paused":
      return "saved";
    case "match_over":
      return row.score[0] >= 7 ? "won" : row.score[1] >= 7 ? "lost" : "over";
  }
}

/** Today as a time, another day as a date. @param {number} at @returns {string} */
function when(at) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const how = today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(locale(), how).format(date);
}
