// @ts-check
// The players: the reader's own figures, the best, and what everybody may know of each.

import { ask, Trouble } from "./api.js";
import { bdi, button, el } from "./dom.js";
import { locale, parts, t } from "./i18n.js";
import { me } from "./me.js";
import { openSheet } from "./sheet.js";
import { ratingWords } from "./terms.js";

/** @typedef {import("./protocol.js").RatingMark} RatingMark */
/** @typedef {import("./protocol.js").Profile} Profile */
/** @typedef {import("./protocol.js").TopRow} TopRow */

/** Opens on a player, with the best below. @param {string} player */
export async function showPlayers(player) {
  const profile = el("section", { class: "profile", "aria-live": "polite" });
  const best = el("section", {});
  const sheet = openSheet("home.players", profile, best);
  sheet.dataset.testid = "players";
  const show = async (/** @type {string} */ wanted) => fill(profile, async () => drawProfile(await ask("GET", `/api/players/${wanted}`), await avoiding(wanted)));
  await Promise.all([show(player), fill(best, async () => drawBest((await ask("GET", "/api/top")).players, show))]);
}

/** @param {HTMLElement} node @param {() => Promise<Node[]>} make */
async function fill(node, make) {
  try {
    node.replaceChildren(...(await make()));
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    node.replaceChildren(el("p", { text: t(trouble.key, trouble.params) }));
  }
}

/** Somebody else may be avoided: a button that says whether he is. @param {string} player @returns {Promise<Node | null>} */
async function avoiding(player) {
  if ((await me()).player === player) return null;
  let blocked = (await ask("GET", "/api/blocks")).players.includes(player);
  const say = () => (node.textContent = t(blocked ? "stats.unblock" : "stats.block"));
  const node = button("stats.block", "block", async () => {
    try {
      blocked = (await ask(blocked ? "DELETE" : "PUT", `/api/blocks/${player}`, {})).players.includes(player);
      say();
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      node.textContent = t(trouble.key, trouble.params);
    }
  });
  say();
  return node;
}

/** @param {Profile} profile @param {Node | null} avoid @returns {Node[]} */
function drawProfile({ name, rating, rated_matches, record, reliability, history }, avoid) {
  const percent = new Intl.NumberFormat(locale(), { style: "percent" });
  const share = record.matches ? `${record.wins} (${percent.format(record.wins / record.matches)})` : "0";
  /** @type {[string, string][]} */
  const figures = [
    ["stats.rated", String(rated_matches)],
    ["stats.matches", String(record.matches)],
    ["stats.wins", share],
    ["stats.hands_won", split(record.hands_won)],
    ["stats.hands_lost", split(record.hands_lost)],
    ["stats.closings", of(record.closings_made, record.closings_made + record.closings_failed)],
    ["stats.finished", of(reliability.finished, reliability.begun)],
  ];
  return [
    el("h3", {}, bdi(name)),
    el("p", { class: "quiet" }, rating ? parts(rating.provisional ? "stats.provisional" : "stats.rating", { n: String(rating.value), d: String(rating.deviation) }) : t("stats.guest")),
    ...(history.length > 1 ? [curve(history.map((point) => point.value))] : []),
    el("dl", { class: "figures" }, ...figures.flatMap(([key, value]) => [el("dt", { text: t(key) }), el("dd", { class: "number" }, bdi(value))])),
    ...(avoid ? [avoid] : []),
  ];
}

/** @param {number} n @param {number} all */
function of(n, all) {
  return all ? t("stats.of", { n, all }) : "–";
}

/** How many hands with one, two and three game points. @param {number[]} hands */
function split(hands) {
  return t("stats.split", { one: hands[0], two: hands[1], three: hands[2] });
}

/** How the rating went, the newest at the end. @param {number[]} values */
function curve(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, n) => `${((300 * n) / (values.length - 1)).toFixed(1)},${(52 - (44 * (value - low)) / Math.max(1, high - low)).toFixed(1)}`);
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="curve" viewBox="-4 0 308 60" role="img" dir="ltr"><polyline points="${points.join(" ")}"/></svg>`;
  const drawn = /** @type {Element} */ (holder.content.firstElementChild);
  drawn.setAttribute("aria-label", t("stats.curve", { from: String(values[0]), to: String(values[values.length - 1]) }));
  return drawn;
}

/** @param {TopRow[]} rows @param {(player: string) => void} show @returns {Node[]} */
function drawBest(rows, show) {
  const title = el("h3", { text: t("stats.best") });
  if (!rows.length) return [title, el("p", { class: "quiet", text: t("stats.nobody") })];
  return [title, el("ol", { class: "best" }, ...rows.map((row, n) => el("li", {},
    el("button", { type: "button", class: "row", "data-testid": "top-row", onclick: () => show(row.player) },
      el("span", { class: "who" }, `${n + 1}. `, bdi(row.name)), el("span", { class: "rating number", dir: "ltr", text: ratingWords(row.rating) })))))];
}
