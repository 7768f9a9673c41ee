// @ts-check
// The line to the lobby: hello, the list with its position, the search for an opponent. No DOM.

/** @typedef {{bank_ms: number, increment_ms: number}} ClockRule */
/** @typedef {{preset: string, clock: ClockRule | null, rated: boolean}} Search */

/**
 * @typedef {object} Listener
 * @property {(frame: any) => void} onFrame what the server says: welcome, lobby, lobby_changed, seeking, seek_ended, paired, and the frames of a table
 * @property {(code: string, retryMs: number) => void} onRefused the search was not taken; it is forgotten
 * @property {(online: boolean) => void} [onLine]
 */

const PROTOCOL = 1;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 5000;
const CROWDED_RETRY_MS = 60_000;
const OPENING_MS = 8000;
const PROBE_MS = 2000;
const AGAIN_MS = 1000;
/** Close codes after which coming back cannot help without a reload. */
const FINAL = new Set([1003, 1007, 1009, 4001, 4003]);

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
    this.online = false;
    this.epoch = "";
    this.v = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heartbeatMs = 5000;
    this.tries = 0;
    this.timers = { retry: 0, silence: 0, again: 0 };
    this.waiting = { lobby: false, seek: false, stop: false };
    this.over = false;
    for (const [where, name] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pageshow"], [window, "online"]])) {
      where.addEventListener(name, () => document.visibilityState === "visible" && this.#check());
    }
    // Whoever leaves the page leaves the queue: the server need not wait for a dead line to be noticed.
    window.addEventListener("pagehide", () => this.#drop());
    this.#open();
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
    this.waiting.stop = !this.online; // a search outlives its line for a moment
    this.send({ t: "stop_seeking" });
  }

  /** Nothing more is wanted. */
  close() {
    this.over = true;
    this.#drop();
  }

  /** @param {object} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  #open() {
    clearTimeout(this.timers.retry);
    if (this.over) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.#listenFor(OPENING_MS);
    socket.onopen = () => this.send({ t: "hello", protocol: PROTOCOL });
    socket.onmessage = (message) => socket === this.socket && this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.socket && this.#lost(event.code);
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.timers.silence);
    clearTimeout(this.timers.again);
    clearTimeout(this.timers.retry);
    this.#become(false);
    // Closing one that is not open yet is a fault on the console.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (FINAL.has(code)) this.over = true;
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.tries++) * (0.5 + Math.random() / 2);
    if (!this.over) this.timers.retry = setTimeout(() => this.#open(), code === 1008 ? CROWDED_RETRY_MS : backoff);
  }

  #check() {
    if (this.over || this.socket?.readyState === WebSocket.CONNECTING) return;
    if (this.online && this.socket?.readyState === WebSocket.OPEN) {
      this.send({ t: "probe" });
      return this.#listenFor(PROBE_MS);
    }
    this.tries = 0;
    this.#drop();
    this.#open();
  }

  /** @param {number} ms the line counts as dead when nothing is heard for so long */
  #listenFor(ms) {
    clearTimeout(this.timers.silence);
    this.timers.silence = setTimeout(() => this.#lost(1006), ms);
  }

  /** @param {boolean} online */
  #become(online) {
    if (online === this.online) return;
    this.online = online;
    this.listener.onLine?.(online);
  }

  #enter() {
    this.waiting.lobby = true;
    this.send({ t: "enter_lobby", ...(this.epoch ? { epoch: this.epoch, version: this.v } : {}) });
  }

  /** @param {any} frame */
  #hear(frame) {
    this.#listenFor(2 * this.heartbeatMs + 500);
    switch (frame.t) {
      case "welcome":
        this.heartbeatMs = frame.heartbeat_ms;
        this.tries = 0;
        this.#become(true);
        this.listener.onFrame(frame);
        if (this.lists) this.#enter();
        if (this.waiting.stop) this.stop();
        if (this.search) this.seek(this.search);
        return;
      case "beat":
        if (typeof frame.n === "number") this.send({ t: "echo", n: frame.n });
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

  /** Frames are carried out in turn, so the oldest that waits for an answer is the one that failed. @param {any} fault */
  #fault({ code, retry_ms }) {
    if (this.waiting.lobby && code !== "OUTDATED") {
      this.timers.again = setTimeout(() => this.#enter(), Math.max(AGAIN_MS, retry_ms ?? 0));
    } else if (this.waiting.seek) {
      this.search = null;
      this.waiting.seek = false;
      this.listener.onRefused(code, retry_ms ?? 0);
    } else this.listener.onFrame({ t: "fault", code });
  }
}
