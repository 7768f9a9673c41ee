// @ts-check
// What the lobby lists, as the server told it: everything once, then what changes.

/** @typedef {import("./protocol.js").TableRow} TableRow */
/** @typedef {import("./protocol.js").LiveRow} LiveRow */

export class Listing {
  constructor() {
    /** @type {Map<string, TableRow>} */
    this.tables = new Map();
    /** @type {Map<string, LiveRow>} */
    this.live = new Map();
    this.online = 0;
  }

  /** All of it, or what has changed since the position we named. @param {import("./protocol.js").Lobby} frame */
  lobby({ recovered, tables, live, drop, online }) {
    if (!recovered) {
      this.tables.clear();
      this.live.clear();
    }
    this.changed({ put: [...tables, ...live], drop, online });
  }

  /** @param {{put: (TableRow | LiveRow)[], drop: string[], online: number}} frame */
  changed({ put, drop, online }) {
    for (const match of drop) this.#drop(match);
    for (const row of put) {
      // Who sat down made a match of the table, and it moves to the other list.
      if (this.#kind(row.match) !== row.t) this.#drop(row.match);
      if (row.t === "table") this.tables.set(row.match, row);
      else this.live.set(row.match, row);
    }
    this.online = online;
  }

  /** @param {string} match */
  #kind(match) {
    return this.tables.has(match) ? "table" : this.live.has(match) ? "live" : null;
  }

  /** @param {string} match */
  #drop(match) {
    this.tables.delete(match);
    this.live.delete(match);
  }
}
