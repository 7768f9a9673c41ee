// @ts-check
// The line of the lobby: the list with its position, the search for an opponent. No DOM.

import { Line } from "./line.js";

/** @typedef {import("./protocol.js").ClockRule} ClockRule */
/** @typedef {import("./protocol.js").ServerFrame} ServerFrame */
/** @typedef {{preset: import("./protocol.js").Preset, clock: ClockRule | null, rated: boolean}} Search */

/**
 * @typedef {object} Listener
 * @property {(frame: ServerFrame) => void} onFrame what the server says: welcome, lobby, lobby_changed, seeking, seek_ended, paired, and the frames of a table
 * @property {(code: string, retryMs: number) => void} onRefused the search was not taken; it is forgotten
 * @property {(state: import("./line.js").LineState) => void} [onLine]
 */

const AGAIN_MS = 1000;

export class LobbyLine {
  /**
   * @param {Listener} listener
   * @param {{lists?: boolean, search?: Search | null}} [options] with `lists` the list is told; `search` is asked for at once
   */
  constructor(listener, { lists = true, search = null } = {}) {
    this.listener = listener;
    this.lists = lists;
    /** What is searched for, as long as it is: asked for again after a lost line. @type {Search | null} */
    this.search = search;
    this.epoch = "";
    this.v = 0;
    this.again = 0;
    this.waiting = { lobby: false, seek: false, stop: false };
    this.line = new Line({
      onState: (state) => this.listener.onLine?.(state),
      onOpen: () => this.lists && this.#enter(),
      onFrame: (frame) => this.#hear(frame),
      onLost: () => clearTimeout(this.again),
    });
  }

  get state() {
    return this.line.state;
  }

  /** @param {Search} search */
  seek(search) {
    this.search = search;
    this.waiting.stop = false;
    this.waiting.seek = true;
    this.send({ t: "seek", ...search });
  }

  /** Ends the search in all tabs. */
  stop() {
    this.search = null;
    this.waiting.seek = false;
    this.waiting.stop = !this.line.online; // a search outlives its line for a moment
    this.send({ t: "stop_seeking" });
  }

  /** @param {import("./protocol.js").ClientFrame} frame */
  send(frame) {
    this.line.send(frame);
  }

  #enter() {
    this.waiting.lobby = true;
    this.send({ t: "enter_lobby", ...(this.epoch ? { epoch: this.epoch, version: this.v } : {}) });
  }

  /** @param {ServerFrame} frame */
  #hear(frame) {
    switch (frame.t) {
      case "welcome":
        this.line.arrived();
        this.listener.onFrame(frame);
        if (this.waiting.stop) this.stop();
        if (this.search) this.seek(this.search);
        return;
      case "beat":
        return;
      case "fault":
        return this.#fault(frame);
      case "lobby":
        this.waiting.lobby = false;
        this.epoch = frame.epoch;
        this.v = frame.v;
        break;
      case "lobby_changed":
        this.v = Math.max(this.v, frame.v);
        break;
      case "seeking":
        if (this.waiting.stop) return;
        this.waiting.seek = false;
        break;
      case "paired":
      case "seek_ended":
        this.search = null;
        this.waiting.seek = false;
        break;
    }
    this.listener.onFrame(frame);
  }

  /** Frames are carried out in turn, so the oldest that waits for an answer is the one that failed. @param {import("./protocol.js").Fault} fault */
  #fault(fault) {
    if (this.waiting.lobby) {
      this.again = setTimeout(() => this.#enter(), Math.max(AGAIN_MS, fault.retry_ms ?? 0));
    } else if (this.waiting.seek) {
      this.search = null;
      this.waiting.seek = false;
      this.listener.onRefused(fault.code, fault.retry_ms ?? 0);
    } else this.listener.onFrame(fault);
  }
}
