// @ts-check
// The line of a table: join, resume, the one command that waits for its answer, and what is said meanwhile. No DOM.

import { forget, newId, recall, remember } from "./intents.js";
import { Line } from "./line.js";
import { heardNow } from "./time.js";

/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").Joined} Joined */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {import("./line.js").LineState} LineState */

/**
 * @typedef {object} Listener
 * @property {(state: LineState) => void} onLine
 * @property {(frame: Joined) => void} onJoined
 * @property {(frame: Update) => void} onUpdate
 * @property {(frame: import("./protocol.js").Presence) => void} onPresence
 * @property {(id: string, v: number) => void} onAck
 * @property {(id: string, code: string, retryMs: number) => void} onRefused
 * @property {(advice: import("./protocol.js").Advice) => void} onHint
 * @property {(code: string, retryMs: number) => void} onNoHint
 * @property {(code: string, retryMs: number) => void} onFault a fault that belongs to no command
 * @property {(frame: import("./protocol.js").ServerFrame) => void} onLobby what the lobby says of a search: seeking, seek_ended, paired
 */

/** @typedef {import("./intents.js").Waiting} Waiting */

const AGAIN_MS = 1000;
/** Answers to a join that no second try can better. */
const NEVER = new Set(["UNKNOWN_MATCH", "NO_WATCHERS", "NEWER_MATCH", "DAMAGED_MATCH"]);
/** Codes that say "not now": the command stays and is sent again. */
const NOT_NOW = new Set(["UNAVAILABLE", "RATE_LIMITED", "BUSY"]);

export class Connection {
  /**
   * @param {string} match
   * @param {string | null} key of a free seat, until somebody sits; "sit" for a seat of a listed table
   * @param {Listener} listener
   */
  constructor(match, key, listener) {
    this.match = match;
    this.key = key;
    this.listener = listener;
    this.epoch = "";
    this.v = 0;
    this.at = 0;
    /** What this socket was last asked for is here. */
    this.joined = false;
    this.again = 0;
    /** @type {Waiting | null} */
    this.waiting = recall(match);
    /** @type {Waiting | null} words on their way; the game does not wait for them */
    this.saying = null;
    /** @type {string | null} a question for advice that is not answered */
    this.asking = null;
    this.line = new Line({
      onState: (state) => this.listener.onLine(state),
      onOpen: () => this.#enter(),
      onFrame: (frame) => this.#hear(frame),
      onLost: () => {
        this.joined = false;
        this.asking = null;
        clearTimeout(this.again);
      },
    });
  }

  get state() {
    return this.line.state;
  }

  get online() {
    return this.line.online;
  }

  /**
   * Send a command and keep it until it is answered. Refuses a second one meanwhile.
   * @param {Command} command
   * @param {number} [version] refuse it if the table has moved on
   * @returns {string | null} its id
   */
  submit(command, version) {
    if (!this.online || this.waiting) return null;
    this.waiting = { id: newId(), command, ...(version === undefined ? {} : { version }) };
    remember(this.match, this.waiting);
    this.line.send({ t: "submit", ...this.waiting });
    return this.waiting.id;
  }

  /** Say something, beside whatever else is under way; one thing at a time. @param {Command} command @returns {string | null} its id */
  say(command) {
    if (!this.online || this.saying) return null;
    this.saying = { id: newId(), command };
    this.line.send({ t: "submit", ...this.saying });
    return this.saying.id;
  }

  /** Ask what to do now; one question at a time. @returns {string | null} its id */
  askHint() {
    if (!this.online || this.asking) return null;
    this.asking = newId();
    this.line.send({ t: "ask_hint", id: this.asking });
    return this.asking;
  }

  /** Get up on purpose; calls back when the server has heard it, or cannot. @param {() => void} then */
  leave(then) {
    this.line.send({ t: "leave" });
    this.line.close(then);
  }

  #enter() {
    this.joined = false;
    if (this.epoch) this.line.send({ t: "resume", match: this.match, epoch: this.epoch, version: this.v, at: this.at });
    else this.line.send({ t: "join", match: this.match, recent: true, ...(this.key === "sit" ? { sit: true } : this.key ? { invite: this.key } : {}) });
  }

  #resend() {
    for (const one of [this.waiting, this.saying]) if (one) this.line.send({ t: "submit", ...one });
  }

  /** @param {import("./protocol.js").ServerFrame} frame */
  #hear(frame) {
    switch (frame.t) {
      case "joined":
        heardNow(frame.now);
        return this.#joined(frame);
      case "update":
        heardNow(frame.now);
        if (!this.joined || frame.v <= this.v) return; // who asked to be shown everything since, is
        this.v = frame.v;
        this.at = frame.at;
        this.#stores();
        return this.listener.onUpdate(frame);
      case "presence":
        return this.listener.onPresence(frame);
      case "ack":
        if (!this.#answered(frame.id)) return;
        this.#stores();
        return this.listener.onAck(frame.id, frame.v);
      case "refused":
        if (!this.#answered(frame.id)) return;
        this.#stores();
        return this.listener.onRefused(frame.id, frame.code, 0);
      case "hint":
        if (frame.id !== this.asking) return;
        this.asking = null;
        return this.listener.onHint(frame.advice);
      case "beat":
        heardNow(frame.now);
        if (frame.v === null || !this.joined) return;
        if (!this.waiting) this.#stores();
        if (this.online && frame.v > this.v) this.#enter();
        return;
      case "seeking":
      case "seek_ended":
      case "paired":
        return this.listener.onLobby(frame);
      case "fault":
        return this.#fault(frame);
    }
  }

  /** @param {Joined} frame */
  #joined(frame) {
    this.epoch = frame.epoch;
    this.v = frame.v;
    this.at = frame.at;
    this.joined = true;
    clearTimeout(this.again);
    if (frame.seat === null) for (const one of [this.waiting, this.saying]) if (one) this.#answered(one.id);
    this.line.arrived();
    this.listener.onJoined(frame);
    this.#resend();
  }

  /** What came could not have come from a server without its store. */
  #stores() {
    if (this.state === "unavailable") this.line.become("online");
  }

  /** @param {string} id whether this was a command that waits; from now on it does not */
  #answered(id) {
    if (this.saying?.id === id) {
      this.saying = null;
      return true;
    }
    if (this.waiting?.id !== id) return false;
    this.waiting = null;
    forget(this.match);
    return true;
  }

  /** @param {{code: string, id?: string | null, retry_ms?: number | null}} fault */
  #fault({ code, id, retry_ms }) {
    if (id && id === this.asking) {
      this.asking = null;
      return this.listener.onNoHint(code, retry_ms ?? 0);
    }
    // Words that come too fast are given back to the speaker; they are not said later, when nobody expects them.
    if (id && id === this.saying?.id && this.#answered(id)) return this.listener.onRefused(id, code, retry_ms ?? 0);
    if (NEVER.has(code)) this.line.expectNothing();
    if (NOT_NOW.has(code)) {
      if (code === "UNAVAILABLE") this.line.become("unavailable");
      clearTimeout(this.again);
      if (this.joined && !this.waiting) return this.listener.onFault(code, retry_ms ?? 0); // the next beat with a version ends it
      this.again = setTimeout(() => (this.joined && this.waiting ? this.#resend() : this.#enter()), Math.max(retry_ms ?? 0, AGAIN_MS));
    } else if (id && this.joined && this.#answered(id)) return this.listener.onRefused(id, code, 0);
    this.listener.onFault(code, retry_ms ?? 0);
  }
}
