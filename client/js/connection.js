// @ts-check
// The line to the server: hello, join, resume, heartbeats, and the one command that waits for its answer. No table, no DOM.

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
 * @property {(frame: {seats: [boolean, boolean], watchers: number}) => void} onPresence
 * @property {(id: string, v: number) => void} onAck
 * @property {(id: string, code: string) => void} onRefused
 * @property {(code: string) => void} onFault a fault that belongs to no command
 */

/** @typedef {{id: string, command: Command, version?: number}} Waiting */

const PROTOCOL = 1;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 5000;
const CROWDED_RETRY_MS = 60_000;
const PROBE_MS = 2000;
const OPENING_MS = 8000;
const AGAIN_MS = 1000;
/** Close codes after which coming back cannot help. */
const FINAL = new Set([1003, 1007, 1009, 4003]);
/** Codes that say "not now": the command stays and is sent again. */
const NOT_NOW = new Set(["UNAVAILABLE", "RATE_LIMITED", "BUSY"]);

/** A new name for an intent. `randomUUID` is missing on plain http outside this machine. */
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /**
   * @param {string} match
   * @param {string | null} invite the key of a free seat, until somebody sits
   * @param {Listener} listener
   */
  constructor(match, invite, listener) {
    this.match = match;
    this.invite = invite;
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
    this.store = `schnapsen.waiting.${match}`;
    this.waiting = this.#recall();
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
    sessionStorage.setItem(this.store, JSON.stringify(this.waiting));
    this.#send({ t: "submit", ...this.waiting });
    return this.waiting.id;
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

  /** @returns {Waiting | null} */
  #recall() {
    try {
      return JSON.parse(sessionStorage.getItem(this.store) ?? "null");
    } catch {
      return null;
    }
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
    else this.#send({ t: "join", match: this.match, history: true, ...(this.invite ? { invite: this.invite } : {}) });
  }

  #resend() {
    if (this.waiting) this.#send({ t: "submit", ...this.waiting });
  }

  /** @param {any} frame */
  #hear(frame) {
    this.#listenFor(2 * this.heartbeatMs + 500);
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
        if (this.#answered(frame.id)) this.listener.onRefused(frame.id, frame.code);
        return;
      case "beat":
        if (this.online && frame.v > this.v && !this.behind) {
          this.behind = true;
          this.#enter();
        }
        return;
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
    if (frame.seat === null && this.waiting) this.#answered(this.waiting.id);
    this.#become("online");
    this.listener.onJoined(frame);
    this.#resend();
  }

  /** @param {string} id whether this was the command that waits; from now on it does not */
  #answered(id) {
    if (this.waiting?.id !== id) return false;
    this.waiting = null;
    sessionStorage.removeItem(this.store);
    return true;
  }

  /** @param {{code: string, id?: string | null, retry_ms?: number | null}} fault */
  #fault({ code, id, retry_ms }) {
    if (code === "OUTDATED") return this.#become("outdated");
    const wait = Math.max(retry_ms ?? 0, AGAIN_MS);
    clearTimeout(this.again);
    if (!this.online) {
      if (NOT_NOW.has(code)) this.again = setTimeout(() => this.#enter(), wait);
      return this.listener.onFault(code);
    }
    if (NOT_NOW.has(code)) {
      this.behind = false;
      this.again = setTimeout(() => this.#resend(), wait);
      return this.listener.onFault(code);
    }
    if (id && this.#answered(id)) return this.listener.onRefused(id, code);
    this.listener.onFault(code);
  }
}
