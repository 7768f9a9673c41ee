// @ts-check
// Closing a table of one's own from the list: it is joined, called off while nobody has sat down, and left.

/** @typedef {import("./lobby_line.js").LobbyLine} LobbyLine */

export class Closing {
  /** @param {LobbyLine} line @param {(taken: string | null) => void} onDone closed, or the match if somebody has sat down meanwhile */
  constructor(line, onDone) {
    this.line = line;
    this.onDone = onDone;
    /** @type {string | null} */
    this.match = null;
  }

  /** @param {string} match */
  start(match) {
    if (this.match === match) return;
    this.match = match;
    this.line.send({ t: "join", match });
  }

  /** What a table says. @param {import("./protocol.js").ServerFrame} frame */
  hear(frame) {
    const { match } = this;
    if (!match) return;
    if (frame.t === "joined" && frame.match === match) {
      if (frame.view.phase === "waiting") this.line.send({ t: "submit", id: `close-${match}`, command: { t: "abort_match" }, version: frame.v });
      else this.#end(frame.view.phase === "match_over" ? null : match);
    } else if (frame.t === "ack") this.#end(null);
    else if (frame.t === "refused") this.#end(match);
  }

  /** @param {string | null} taken */
  #end(taken) {
    this.match = null;
    this.line.send({ t: "leave" });
    this.onDone(taken);
  }
}
