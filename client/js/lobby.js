// @ts-check
// The two lists of the home page: tables with a free seat, and matches to watch.

import { bdi, button, el, mark, write } from "./dom.js";
import { isWanted, mountFilters } from "./filters.js";
import { t } from "./i18n.js";
import { Rows } from "./rows.js";
import { ratingWords } from "./numbers.js";
import { clockWords } from "./terms.js";

/** @typedef {import("./protocol.js").ListedPlayer} ListedPlayer */
/** @typedef {import("./listing.js").TableRow} TableRow */
/** @typedef {import("./listing.js").LiveRow} LiveRow */

const MOST = 60;

/** The lists, empty still; `close` ends a table of the reader's own. @param {HTMLElement} page @param {(match: string) => void} close */
export function mountLists(page, close) {
  let own = "";
  /** @type {import("./listing.js").Listing | null} */
  let shown = null;
  const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (page.querySelector(`#${id}`));
  const isOwn = (/** @type {TableRow} */ row) => row.host.player === own;

  const tables = new Rows(find("tables"), {
    most: MOST,
    key: (/** @type {TableRow} */ row) => row.match,
    make: (row) => makeRow(`/m/${row.match}${isOwn(row) ? "" : "#sit"}`, "table-row", isOwn(row) ? button("home.close", "table-close", () => close(row.match)) : null),
    write: (node, row) => {
      greyOrNot(node, row !== null, "home.taken");
      if (!row) return;
      writeNames(node, [row.host]);
      write(part(node, ".do"), t(isOwn(row) ? "home.own_table" : "home.sit"));
      write(part(node, ".facts"), [facts(row), finished(row.host)].filter(Boolean).join(" · "));
      const closing = node.querySelector("button");
      if (closing) closing.textContent = t("home.close");
    },
  });
  const live = new Rows(find("live"), {
    most: MOST,
    key: (/** @type {LiveRow} */ row) => row.match,
    make: (row) => makeRow(`/m/${row.match}`, "live-row", null),
    write: (node, row) => {
      greyOrNot(node, row !== null, "home.ended");
      if (!row) return;
      writeNames(node, row.players);
      write(part(node, ".do"), t("home.watch"));
      write(part(node, ".facts"), [facts(row), row.watchers ? t("spec.n", { n: row.watchers }) : ""].filter(Boolean).join(" · "));
      write(part(node, ".standing span"), `${row.score[0]} : ${row.score[1]}`);
      write(part(node, ".standing .hidden-text"), t("home.score", { x: row.score[0], y: row.score[1] }));
    },
  });

  const draw = () => {
    if (!shown) return;
    const waiting = [...shown.tables.values()].filter((row) => isOwn(row) || isWanted(row)).sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.at - b.at);
    const played = [...shown.live.values()].sort((a, b) => b.watchers - a.watchers || a.at - b.at);
    write(find("tables-none"), t(shown.tables.size ? "home.none_wanted" : "home.no_tables"));
    tables.show(waiting);
    live.show(played);
    more(find("tables-more"), waiting.length);
    more(find("live-more"), played.length);
    write(find("online"), t("home.online", { n: Math.max(1, shown.online) }));
  };
  mountFilters(find("filters"), () => {
    tables.clear(); // the reader asked for another list: nothing of the old one need hold still
    draw();
  });
  return {
    /** @param {import("./listing.js").Listing} listing */
    show: (listing) => {
      shown = listing;
      draw();
    },
    /** Whose tables are the reader's own. @param {string} player */
    setOwn: (player) => {
      own = player;
      draw();
    },
    /** In another language. */
    draw,
  };
}

/** @param {HTMLElement} node @param {number} all */
function more(node, all) {
  node.hidden = all <= MOST;
  write(node, t("home.more", { n: Math.max(0, all - MOST) }));
}

/** @param {string} href @param {string} testid @param {HTMLElement | null} extra */
function makeRow(href, testid, extra) {
  const standing = el("span", { class: "standing number" }, el("span", { "aria-hidden": "true", dir: "ltr" }), el("span", { class: "hidden-text" }));
  return el("li", {},
    el("a", { class: "row", href, "data-testid": testid },
      el("span", { class: "who" }), el("span", { class: "do" }), el("span", { class: "facts small quiet" }), testid === "live-row" && standing),
    extra);
}

/** @param {Element} node @param {string} selector @returns {HTMLElement} */
function part(node, selector) {
  return /** @type {HTMLElement} */ (node.querySelector(selector));
}

/** @param {HTMLElement} node @param {ListedPlayer[]} players */
function writeNames(node, players) {
  const who = part(node, ".who");
  const said = JSON.stringify(players);
  if (who.dataset.said === said) return;
  who.dataset.said = said;
  who.replaceChildren(...players.flatMap((player, n) => [
    ...(n ? [" – "] : []),
    bdi(player.name),
    ...(player.rating ? [" ", el("span", { class: "rating number", dir: "ltr", text: ratingWords(player.rating) })] : []),
  ]));
}

/** @param {TableRow | LiveRow} row */
function facts(row) {
  const hidden = row.t === "table" && row.hide_points ? [t("terms.hide_points")] : [];
  return [clockWords(row.clock), t(`preset.${row.preset}`), t(row.rated ? "home.rated" : "home.unrated"), ...hidden].join(" · ");
}

/** How many of his last matches somebody played to the end; nothing of who has not played yet. @param {ListedPlayer} player */
function finished({ reliability: { finished: n, begun: all } }) {
  return all ? t("home.finished", { n, all }) : "";
}

/** @param {HTMLElement} node @param {boolean} there @param {string} gone what to say of it when it is not */
function greyOrNot(node, there, gone) {
  mark(node, { class: there ? null : "gone" });
  mark(/** @type {Element} */ (node.firstElementChild), { "aria-disabled": there ? null : "true" });
  if (!there) write(part(node, ".do"), t(gone));
}
