// @ts-check
// The line between felt and hand: trouble first, then a question, a sentence that stays for a while, whose turn it is.

import { by, el } from "./dom.js";
import { language, parts, t } from "./i18n.js";
import { helpLink, ruleLink } from "./rule.js";
import { session } from "./session.js";
import { prompt } from "./words.js";

/** @typedef {import("./words.js").Said} Said */

/** So long may an answer take before the prompt says that it is being tried again. */
export const SLOW_MS = 1500;

let noteTimer = 0;

export function drawPrompt() {
  const bar = by("prompt");
  const now = promptNow();
  const conn = by("conn");
  const state = session.line?.state ?? "connecting";
  conn.dataset.state = state === "connecting" || state === "restarting" ? "reconnecting" : state;
  bar.dataset.tone = now.tone ?? "";
  by("reload").hidden = Boolean(session.barred) || state !== "outdated" && state !== "closed";
  const text = by("prompt-text");
  const shown = JSON.stringify([now.key, now.params, language()]);
  if (text.dataset.drawn === shown) return;
  text.dataset.drawn = shown;
  text.replaceChildren(parts(now.key, now.params));
  const more = by("more");
  const focused = more.contains(document.activeElement);
  const link = wayOn(now);
  more.replaceChildren(...(link ? [link] : []));
  if (focused) by("hand").focus({ preventScroll: true });
}

/** What the reader can do about a sentence. @param {Said} said @returns {HTMLElement | null} */
function wayOn(said) {
  if (said.key === "err.full") return el("a", { class: "more", href: "/#play", "data-testid": "more", text: t("home.play") });
  if (said.key === "conn.blocked") return helpLink("conn.help", "/rules#blocked");
  return said.tone === "no" ? ruleLink(said) : null;
}

/** What the reader must know of his line. @param {import("./line.js").LineState} state @returns {Said | null} */
export function trouble(state) {
  if (state === "online") return null;
  if (state === "restarting") return { key: "conn.restart" };
  /** @type {Record<Exclude<import("./line.js").LineState, "online" | "restarting">, string>} */
  const keys = { blocked: "conn.blocked", connecting: "conn.first", reconnecting: "conn.re", unavailable: "conn.store", outdated: "err.version", closed: "conn.closed" };
  const offline = state === "reconnecting" && !navigator.onLine; // the device itself knows of no network
  return { key: offline ? "conn.off" : keys[state], tone: "no" };
}

/** @returns {Said} */
function promptNow() {
  if (session.barred) return { key: session.barred, tone: "no" };
  const bad = trouble(session.line?.state ?? "connecting");
  if (bad) return bad;
  if (!session.state) return { key: "conn.first" };
  if (session.underWay && performance.now() - session.underWay.since >= SLOW_MS) return { key: "err.notsent", tone: "no" };
  if (session.question) return session.question.said;
  if (session.note || !session.hint) return session.note ?? prompt(session.state);
  return { ...session.hint.said(), tone: "turn" };
}

/** A sentence in the prompt for a while. @param {Said} sentence @param {number} ms */
export function tell(sentence, ms) {
  session.note = sentence;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(forget, ms);
  drawPrompt();

  /** Not while somebody is about to follow its link. */
  function forget() {
    if (by("more").matches(":hover, :focus-within")) noteTimer = setTimeout(forget, ms);
    else {
      session.note = null;
      drawPrompt();
    }
  }
}
