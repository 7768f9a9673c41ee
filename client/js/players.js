// @ts-check
// The players: the reader's own figures, the best, and what everybody may know of each.

import { ask, Trouble } from "./api.js";
import { bdi, button, el } from "./dom.js";
import { figures } from "./figures.js";
import { parts, t } from "./i18n.js";
import { me } from "./me.js";
import { ratingWords } from "./numbers.js";
import { plot } from "./plot.js";
import { openSheet } from "./sheet.js";

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
function drawProfile(profile, avoid) {
  const { name, rating, history } = profile;
  return [
    el("h3", {}, bdi(name)),
    el("p", { class: "quiet" }, rating ? parts(rating.provisional ? "stats.provisional" : "stats.rating", { n: String(rating.value), d: String(rating.deviation) }) : t("stats.guest")),
    ...(history.length > 1 ? [plot(history)] : []),
    el("dl", { class: "figures" }, ...figures(profile)),
    ...(avoid ? [avoid] : []),
  ];
}

/** @param {TopRow[]} rows @param {(player: string) => void} show @returns {Node[]} */
function drawBest(rows, show) {
  const title = el("h3", { text: t("stats.best") });
  if (!rows.length) return [title, el("p", { class: "quiet", text: t("stats.nobody") })];
  return [title, el("ol", { class: "best" }, ...rows.map((row, n) => el("li", {},
    el("button", { type: "button", class: "row", "data-testid": "top-row", onclick: () => show(row.player) },
      el("span", { class: "who" }, `${n + 1}. `, bdi(row.name)), el("span", { class: "rating number", dir: "ltr", text: ratingWords(row.rating) })))))];
}
