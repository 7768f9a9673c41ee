// @ts-check
// A small board on the home page: the match that most people watch, as it is being played. Looks on and can do nothing.

import { cardBack, cardFace, suitIcon } from "./cards.js";
import { bdi, el, keyed, mark, write } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./listing.js").LiveRow} LiveRow */
/** @typedef {import("./protocol.js").View} View */

export class LiveBoard {
  /** @param {HTMLElement} element an empty link, hidden while nobody plays @param {(frame: import("./protocol.js").ClientFrame) => void} send */
  constructor(element, send) {
    this.element = element;
    this.send = send;
    /** @type {LiveRow[]} */
    this.rows = [];
    /** What is looked at. @type {string | null} */
    this.match = null;
    /** @type {View | null} */
    this.view = null;
    this.v = 0;
    /** Matches that did not let us in. @type {Set<string>} */
    this.closed = new Set();
    element.append(
      el("span", { class: "side far" }),
      el("span", { class: "middle", "aria-hidden": "true", dir: "ltr" }, el("span", { class: "deck" }), el("span", { class: "trick" })),
      el("span", { class: "side near" }),
    );
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** The matches that there are. One's own are seen at one's own table only. @param {Iterable<LiveRow>} rows @param {string} own */
  show(rows, own) {
    this.rows = [...rows].filter((row) => row.players.every(({ player }) => player !== own));
    this.#look();
  }

  /** The line is new, or was at another table meanwhile. */
  again() {
    this.match = null;
    this.#look();
  }

  /** What a table says. @param {import("./protocol.js").ServerFrame} frame */
  hear(frame) {
    if (frame.t === "fault" && this.match && !this.view) {
      this.closed.add(this.match);
      return this.#look();
    }
    if (frame.t !== "joined" && frame.t !== "update") return;
    if (frame.t === "joined" ? frame.match !== this.match : !this.view || frame.v <= this.v) return;
    this.v = frame.v;
    this.view = frame.view;
    this.draw();
  }

  draw() {
    const { view, element } = this;
    const [far, near] = view ? [view.seats[1], view.seats[0]] : [null, null];
    element.hidden = !view || !far || !near;
    if (!view || !far || !near) return;
    element.setAttribute("href", `/m/${this.match}`);
    for (const [place, seat, number] of /** @type {const} */ ([["far", far, 1], ["near", near, 0]])) {
      const node = /** @type {HTMLElement} */ (element.querySelector(`.${place}`));
      if (!node.firstElementChild) node.append(bdi(""), el("span", { class: "number" }));
      write(/** @type {Element} */ (node.firstElementChild), seat.name);
      write(/** @type {Element} */ (node.lastElementChild), t("table.game_points", { n: seat.score }));
      mark(node, { "data-turn": view.to_play === number ? "" : null });
    }
    const table = view.table.length || !view.last_trick ? view.table : [view.last_trick.led, view.last_trick.followed];
    const cards = view.phase === "playing" && (view.table.length || view.last_trick) ? table.map(({ card }) => card) : [];
    keyed(/** @type {HTMLElement} */ (element.querySelector(".trick")), cards, (card) => card, (card) => el("span", { class: "card" }, cardFace(card)));
    const deck = [...(view.trump ? [`suit-${view.trump}`] : []), ...(view.upcard && view.closed_by === null ? [view.upcard] : []), ...(view.stock ? ["back"] : [])];
    keyed(/** @type {HTMLElement} */ (element.querySelector(".deck")), deck, (what) => what, (what) =>
      el("span", { class: what.startsWith("suit-") ? "trump" : "card" }, what.startsWith("suit-") ? suitIcon(what.slice(5)) : what === "back" ? cardBack() : cardFace(what)));
    element.setAttribute("aria-label", `${t("home.watch")}: ${near.name} – ${far.name}, ${t("home.score", { x: near.score, y: far.score })}`);
  }

  /** Stays with a match to its end, then goes to the one most watched. */
  #look() {
    const stays = this.rows.some((row) => row.match === this.match) && !this.closed.has(this.match ?? "");
    if (document.hidden || !stays) this.#leave();
    if (document.hidden || stays) return;
    const best = this.rows.filter((row) => !this.closed.has(row.match)).sort((a, b) => b.watchers - a.watchers || b.at - a.at)[0];
    if (!best) return;
    this.match = best.match;
    this.send({ t: "join", match: best.match, glance: true });
  }

  #leave() {
    if (!this.match) return;
    this.match = this.view = null;
    this.send({ t: "leave" });
    this.draw();
  }
}
