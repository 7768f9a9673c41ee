// @ts-check
// A line to the server that comes back by itself: hello, heartbeats, signs of death, restarts. It knows no table and no
// lobby: whoever owns it hears every frame, and says when it is of use.

import { heardOf } from "./edition.js";

/** @typedef {"connecting" | "blocked" | "online" | "unavailable" | "reconnecting" | "restarting" | "outdated" | "closed"} LineState */

/**
 * @typedef {object} Owner
 * @property {(state: LineState) => void} onState
 * @property {() => void} onOpen a new socket takes frames; the welcome is still to come, and need not be waited for
 * @property {(frame: import("./protocol.js").ServerFrame) => void} onFrame
 * @property {() => void} onLost the socket is gone, and all that was asked on it
 */

const PROTOCOL = 1;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 5000;
const CROWDED_RETRY_MS = 60_000;
const PROBE_MS = 2000;
const OPENING_MS = 8000;
const LEAVING_MS = 400;
/** So long a server that said that it restarts is believed to be on its way back. */
const RESTART_MS = 30_000;
/** Close codes after which coming back cannot help. */
const FINAL = new Set([1002, 1003, 1007, 1009, 4003]);
/** After so many sockets that never said anything it is asked whether the server can be reached in another way. */
const DUMB_TRIES = 3;
const OUTDATED = 4001;
const DEAD = 1006;
const RESTARTING = 1012;
const CROWDED = 1008;

export class Line {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {LineState} */
    this.state = "connecting";
    this.heartbeatMs = 5000;
    this.tries = 0;
    /** Something was heard on this page: sockets get through. */
    this.heard = false;
    this.blocked = false;
    this.retryMs = 0;
    this.restartsUntil = 0;
    this.silence = 0;
    this.retry = 0;
    for (const [where, name] of /** @type {const} */ ([[document, "visibilitychange"], [document, "resume"], [window, "pageshow"], [window, "online"]])) {
      where.addEventListener(name, () => document.visibilityState === "visible" && this.#check());
    }
    // Whoever leaves the page is gone at once: the server need not wait for a dead line to be noticed.
    window.addEventListener("pagehide", () => this.#drop());
    this.#open();
  }

  get online() {
    return this.state === "online";
  }

  /** The owner has got what he came for. */
  arrived() {
    this.tries = 0;
    this.restartsUntil = 0;
    this.become("online");
  }

  /** @param {LineState} state */
  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.owner.onState(state);
  }

  /** @param {import("./protocol.js").ClientFrame} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Nothing will be heard any more, and that is no sign of death. */
  expectNothing() {
    clearTimeout(this.silence);
  }

  /** Close it for good; calls back when the server has heard that, or cannot. @param {() => void} then */
  close(then) {
    const { socket } = this;
    this.state = "closed";
    clearTimeout(this.silence);
    if (socket?.readyState !== WebSocket.OPEN) {
      this.#drop();
      return then();
    }
    const gone = setTimeout(then, LEAVING_MS);
    socket.onclose = () => {
      clearTimeout(gone);
      then();
    };
    socket.close();
  }

  /** Is it alive? Somebody who looks at the page wants to know now, not after a backoff. */
  #check() {
    if (this.state === "outdated" || this.state === "closed") return;
    if ((this.online || this.state === "unavailable") && this.socket?.readyState === WebSocket.OPEN) {
      this.send({ t: "probe" });
      return this.#listenFor(PROBE_MS);
    }
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    this.tries = 0;
    this.#drop();
    if (this.online) this.become("reconnecting");
    this.#open();
  }

  #open() {
    clearTimeout(this.retry);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    this.#listenFor(OPENING_MS);
    socket.onopen = () => {
      this.send({ t: "hello", protocol: PROTOCOL });
      this.owner.onOpen();
    };
    socket.onmessage = (message) => socket === this.socket && this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.socket && this.#lost(event.code);
  }

  /** Forget the socket: whatever it still says is not for us. */
  #drop() {
    const socket = this.socket;
    this.socket = null;
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    this.owner.onLost();
    // Closing one that is not open yet is a fault on the console.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (this.state === "outdated" || this.state === "closed") return;
    if (code === OUTDATED) return this.#outdated();
    if (FINAL.has(code)) return this.become("closed");
    if (code === RESTARTING) this.restartsUntil = performance.now() + RESTART_MS;
    this.become(performance.now() < this.restartsUntil ? "restarting" : this.blocked ? "blocked" : "reconnecting");
    const backoff = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.tries++);
    const wait = code === CROWDED ? CROWDED_RETRY_MS : this.retryMs || backoff * (0.5 + Math.random() / 2);
    this.retryMs = 0;
    if (!this.heard && code === DEAD && this.tries >= DUMB_TRIES) this.#suspect();
    this.retry = setTimeout(() => this.#open(), wait);
  }

  /** A server that answers, but on no socket: something between it and this page lets none through. */
  async #suspect() {
    const there = await fetch("/ready").then(({ ok }) => ok, () => false);
    this.blocked = there && !this.heard;
    if (this.blocked && this.state === "reconnecting") this.become("blocked");
  }

  #outdated() {
    heardOf("outdated");
    this.become("outdated");
  }

  /** @param {number} ms the line counts as dead when nothing is heard for so long */
  #listenFor(ms) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#lost(DEAD), ms);
  }

  /** @param {import("./protocol.js").ServerFrame} frame */
  #hear(frame) {
    this.heard = true;
    this.blocked = false;
    this.#listenFor(2 * this.heartbeatMs + 500);
    switch (frame.t) {
      case "welcome":
        this.heartbeatMs = frame.heartbeat_ms;
        heardOf(frame.client);
        break;
      case "beat":
        if (typeof frame.n === "number") this.send({ t: "echo", n: frame.n });
        break;
      case "restarting":
        this.retryMs = frame.retry_ms;
        this.restartsUntil = performance.now() + RESTART_MS;
        return this.become("restarting");
      case "fault":
        if (frame.code === "OUTDATED") return this.#outdated();
    }
    this.owner.onFrame(frame);
  }
}
