// @ts-check
// The page of puzzles: a position, the reader's moves, the solver's answers. The address names the puzzle.

import { moveName } from "./advice.js";
import { ask, Trouble } from "./api.js";
import { by, el, write } from "./dom.js";
import { load, onLanguage, t } from "./i18n.js";
import { position } from "./position.js";
import { mountTopbar } from "./topbar.js";
import { nameOf } from "./words.js";

/** @typedef {import("./protocol.js").Puzzle} Puzzle */

let number = Math.max(1, Number(location.hash.slice(1)) || 1);
/** @type {string[]} */
let moves = [];
/** @type {Puzzle | null} */
let puzzle = null;
let asking = false;

await load();
mountTopbar(by("topbar"));
onLanguage(() => draw());
by("again").addEventListener("click", () => start(number));
by("next").addEventListener("click", () => start(puzzle && number >= puzzle.of ? 1 : number + 1));
addEventListener("hashchange", () => start(Math.max(1, Number(location.hash.slice(1)) || 1)));
await look([]);
document.documentElement.dataset.ready = "";

/** @param {number} which */
function start(which) {
  number = which;
  history.replaceState(null, "", `#${which}`);
  look([]);
}

/** @param {string} move */
function make(move) {
  if (!asking) look([...moves, move]);
}

/** @param {string[]} wanted */
async function look(wanted) {
  asking = true;
  const query = wanted.map((move) => `move=${encodeURIComponent(move)}`).join("&");
  try {
    puzzle = await ask("GET", `/api/puzzles/${number}?${query}`);
    moves = wanted;
    show(null);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    show(trouble);
  } finally {
    asking = false;
  }
  draw();
}

/** @param {Trouble | null} trouble */
function show(trouble) {
  by("trouble").hidden = !trouble;
  write(by("trouble"), trouble ? t(trouble.key, trouble.params) : "");
}

function draw() {
  if (!puzzle) return;
  const { view, theirs, played } = puzzle;
  const focused = by("board").contains(document.activeElement);
  write(by("title"), t("puzzle.title", { i: puzzle.number, all: puzzle.of }));
  write(by("told"), told(puzzle));
  by("board").replaceChildren(position(view, {}, { theirs, play: (card) => make(`play:${card}`) }));
  by("announce").replaceChildren(...view.legal.filter((move) => move.startsWith("marriage:")).map((move) =>
    el("button", { type: "button", class: "button", "data-testid": "announce", text: moveName(move, view), onclick: () => make(move) })));
  by("course").replaceChildren(...played.map(({ seat, move, lost }) => el("li", { class: lost ? "lost" : "" },
    t("puzzle.move", { who: seat === view.viewer ? t("review.played") : nameOf(view, seat), move: moveName(move, view) }), lost ? ` ${t("puzzle.lost", { n: lost })}` : "")));
  if (focused) /** @type {HTMLElement} */ (by("board").querySelector("button.card") ?? by("again")).focus({ preventScroll: true });
}

/** What there is to do, or what came of it. @param {Puzzle} now */
function told({ view, played, reachable }) {
  if (!view.result) {
    const last = played.at(-1);
    const given = played.reduce((sum, { lost }) => sum + lost, 0);
    if (given) return t("puzzle.failed", { n: given });
    return [last ? t("puzzle.move", { who: nameOf(view, last.seat), move: moveName(last.move, view) }) : "", t(reachable > 0 ? "puzzle.win" : "puzzle.save", { n: Math.abs(reachable) })].filter(Boolean).join(" · ");
  }
  const points = view.result.game_points * (view.result.winner === view.viewer ? 1 : -1);
  return points >= reachable ? t("puzzle.solved") : t("puzzle.failed", { n: reachable - points });
}
