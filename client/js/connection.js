// @ts-check
// The line to the server: hello, join, resume, heartbeats, the one command that waits for its answer, and what is said
// meanwhile. No table, no DOM.

import { forget, newId, recall, remember } from "./intents.js";
import { heardNow } from "./time.js";

/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").Joined} Joined */
/** @typedef {import("./protocol.js").Update} Update */
/** @typedef {"connecting" | "online" | "reconnecting" | "restarting" | "outdated" | "closed"} LineState */

/**
 * @typedef {object} Listener
 * @property {(state: LineState) => void} onLine
 * @property {(frame: {player: string, name: string}) => void} onWelcome
 * @property {(frame: Joined) => void} onJoined
 * @property {(frame: Update) => void} onUpdate
 * @property {(frame: import("./protocol.js").Presence) => void} onPresence
 * @property {(id: string, v: number) => void} onAck
 * @property {(id: string, code: string, retryMs: number) => void} onRefused
 * @property {(code: string) => void} onFault a fault that belongs to no command
 * @property {(frame: any) => void} onLobby what the lobby says of a search: seeking, seek_ended, paired
 */

/** @typedef {import("./intents.js").Waiting} Waiting */

const PROTOCOL = 1;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 5000;
const CROWDED_RETRY_MS = 60_000;
const PROBE_MS = 2000;
const OPENING_MS = 8000;
const AGAIN_MS = 1000;
const LEAVING_MS = 400;
/** Close codes after which coming back cannot help. */
const FINAL = new Set([1003, 1007, 1009, 4003]);
/** Answers to a join that no second try can better. */
const NEVER = new Set(["UNKNOWN_MATCH", "NO_WATCHERS"]);
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
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {LineState} */
    this.state = "connecting";
    this.epoch = "";
    this.v = 0;
    this.heartbeatMs = 5000;
    this.tries = 0;
    this.retryMs = 0;
    this.behind = false;
    this.silence = 0;
    this.retry = 0;
    this.again = 0;
    /** @type {Waiting | null} */
    this.waiting = recall(match);
    /** @type {Waiting | null} words on their way; the game does not wait for them */
    this.saying = null;
    for (const [where, name] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pageshow"], [window, "online"]])) {
      where.addEventListener(name, () => document.visibilityState === "visible" && this.check());
    }
    window.addEventListener("pagehide", () => this.#drop());
    this.#open();
  }

  get online() {
    return this.state === "online";
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
    this.#send({ t: "submit", ...this.waiting });
    return this.waiting.id;
  }

  /** Say something, beside whatever else is under way; one thing at a time. @param {Command} command @returns {string | null} its id */
  say(command) {
    if (!this.online || this.saying) return null;
    this.saying = { id: newId(), command };
    this.#send({ t: "submit", ...this.saying });
    return this.saying.id;
  }

  /** Get up on purpose; calls back when the server has heard it, or cannot. @param {() => void} then */
  leave(then) {
    const { socket } = this;
    if (!socket || !this.online) return then();
    this.#send({ t: "leave" });
    this.state = "closed";
    clearTimeout(this.silence);
    const gone = setTimeout(then, LEAVING_MS);
    socket.onclose = () => {
      clearTimeout(gone);
      then();
    };
    socket.close();
  }

  /** Is the line alive? Somebody who looks at the page wants to know now, not after a backoff. */
  check() {
    if (this.state === "outdated" || this.state === "closed") return;
    if (this.online && this.socket?.readyState === WebSocket.OPEN) {
      this.#send({ t: "probe" });
      this.#listenFor(PROBE_MS);
      return;
    }
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.#drop();
    this.#open();
  }

  #open() {
    clearTimeout(this.retry);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.#listenFor(OPENING_MS);
    socket.onopen = () => this.#send({ t: "hello", protocol: PROTOCOL });
    socket.onmessage = (message) => socket === this.socket && this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.socket && this.#lost(event.code);
  }

  /** Forget the socket: whatever it still says is not for us. */
  #drop() {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    socket?.close();
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    clearTimeout(this.again);
    if (this.state === "outdated") return;
    if (code === 4001) return this.#become("outdated");
    if (FINAL.has(code)) return this.#become("closed");
    this.#become(code === 1012 || this.retryMs ? "restarting" : "reconnecting");
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.tries++);
    const wait = code === 1008 ? CROWDED_RETRY_MS : this.retryMs || backoff * (0.5 + Math.random() / 2);
    this.retryMs = 0;
    this.retry = setTimeout(() => this.#open(), wait);
  }

  /** @param {LineState} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.listener.onLine(state);
  }

  /** @param {object} frame */
  #send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** @param {number} ms the line counts as dead when nothing is heard for so long */
  #listenFor(ms) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#lost(1006), ms);
  }

  #enter() {
    if (this.epoch) this.#send({ t: "resume", match: this.match, epoch: this.epoch, version: this.v });
    else this.#send({ t: "join", match: this.match, history: true, ...(this.key === "sit" ? { sit: true } : this.key ? { invite: this.key } : {}) });
  }

  #resend() {
    for (const one of [this.waiting, this.saying]) if (one) this.#send({ t: "submit", ...one });
  }

  /** @param {any} frame */
  #hear(frame) {
    this.#listenFor(2 * this.heartbeatMs + 500);
    if (typeof frame.now === "number") heardNow(frame.now);
    switch (frame.t) {
      case "welcome":
        this.heartbeatMs = frame.heartbeat_ms;
        this.listener.onWelcome(frame);
        return this.#enter();
      case "joined":
        return this.#joined(frame);
      case "update":
        if (frame.v <= this.v) return;
        this.v = frame.v;
        return this.listener.onUpdate(frame);
      case "presence":
        return this.listener.onPresence(frame);
      case "ack":
        if (this.#answered(frame.id)) this.listener.onAck(frame.id, frame.v);
        return;
      case "refused":
        if (this.#answered(frame.id)) this.listener.onRefused(frame.id, frame.code, 0);
        return;
      case "beat":
        if (typeof frame.n === "number") this.#send({ t: "echo", n: frame.n });
        if (this.online && frame.v > this.v && !this.behind) {
          this.behind = true;
          this.#enter();
        }
        return;
      case "seeking":
      case "seek_ended":
      case "paired":
        return this.listener.onLobby(frame);
      case "restarting":
        this.retryMs = frame.retry_ms;
        return this.#become("restarting");
      case "fault":
        return this.#fault(frame);
    }
  }

  /** @param {Joined} frame */
  #joined(frame) {
    this.epoch = frame.epoch;
    this.v = frame.v;
    this.tries = 0;
    this.behind = false;
    if (frame.seat === null) for (const one of [this.waiting, this.saying]) if (one) this.#answered(one.id);
    this.#become("online");
    this.listener.onJoined(frame);
    this.#resend();
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
    if (code === "OUTDATED") return this.#become("outdated");
    const wait = Math.max(retry_ms ?? 0, AGAIN_MS);
    // Words that come too fast are given back to the speaker; they are not said later, when nobody expects them.
    if (id && id === this.saying?.id && this.#answered(id)) return this.listener.onRefused(id, code, retry_ms ?? 0);
    clearTimeout(this.again);
    if (NEVER.has(code)) clearTimeout(this.silence);
    if (!this.online) {
      if (NOT_NOW.has(code)) this.again = setTimeout(() => this.#enter(), wait);
      return this.listener.onFault(code);
    }
    if (NOT_NOW.has(code)) {
      this.behind = false;
      this.again = setTimeout(() => this.#resend(), wait);
      return this.listener.onFault(code);
    }
    if (id && this.#answered(id)) return this.listener.onRefused(id, code, 0);
    this.listener.onFault(code);
  }
}
