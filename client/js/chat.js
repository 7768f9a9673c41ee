// @ts-check
// What is said at the table: the list, the eight phrases, the field; muted per person, and for watchers off until asked for.

import { bdi, button, by, el, keyed, mark, write } from "./dom.js";
import { language, onLanguage, t } from "./i18n.js";
import { keep, kept, onKept } from "./keep.js";
import { follow, watch } from "./log.js";
import { preference } from "./preferences.js";
import { trouble } from "./prompt.js";
import { ruleLink } from "./rule.js";
import { session } from "./session.js";
import { nameOf, why } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").ChatLine} ChatLine */

/** @type {import("./protocol.js").Phrase[]} */
const PHRASES = ["hello", "good_luck", "well_played", "thanks", "sorry", "one_moment", "good_game", "goodbye"];
const NEWS_MS = 6000;
const MUTED = "muted";
const GALLERY = "gallery_chat";

/** @type {{id: string, text: string | null} | null} said, and not yet heard by the server */
let sending = null;
let newsTimer = 0;
/** So many lines at a time: of hundreds a phone would grow slow. */
const LINES = 16;
/** The list that is drawn, by its keys. */
let drawn = "";
/** Earlier lines are read, up to here; null while the list ends with what was said last. @type {number | null} */
let until = null;

/** Players whose words the reader does not want. @returns {string[]} */
function muted() {
  try {
    const list = JSON.parse(kept(MUTED) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Of all lines, those that the reader wants. @param {State} state @param {ChatLine[]} lines */
function heard({ view, near, player }, lines) {
  if (preference("zen") === "on" || (!player && kept(GALLERY) !== "on")) return [];
  const unwanted = player ? muted() : [];
  return lines.filter(({ seat }) => (player && seat === near) || !unwanted.includes(view.seats[seat]?.player ?? ""));
}

/** @param {ChatLine} line */
function words({ phrase, text }) {
  return phrase ? t(`chat.${phrase}`) : text ?? "";
}

export function mountChat() {
  by("chat-more").addEventListener("click", () => openPhrases(Boolean(by("chat-phrases").hidden)));
  by("chat-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input().value.trim();
    if (text) say({ text });
  });
  by("chat-toggle").addEventListener("click", toggleHearing);
  by("chat-close").addEventListener("click", closeChat);
  by("chat-news").addEventListener("click", openChat);
  watch(by("chat-log"));
  by("chat-panel").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closeChat();
  });
  for (const key of [MUTED, GALLERY]) onKept(key, () => session.redraw());
  const hint = () => (input().placeholder = t("chat.placeholder"));
  onLanguage(hint);
  hint();
}

function input() {
  return /** @type {HTMLInputElement} */ (by("chat-input"));
}

/** @param {State} state */
export function drawChat(state) {
  const { view, player, far } = state;
  const other = view.seats[far];
  const off = player ? Boolean(other && muted().includes(other.player)) : kept(GALLERY) !== "on";
  const toggle = by("chat-toggle");
  toggle.hidden = player && !other;
  write(toggle, player ? t(off ? "chat.unmute" : "chat.mute") : t(off ? "chat.show" : "chat.hide"));
  mark(toggle, { "data-testid": player ? "chat-mute" : "chat-show", "aria-label": player ? t(off ? "chat.unmute_name" : "chat.mute_name", { name: nameOf(view, far) }) : null });
  by("chat-form").hidden = !player;
  if (!player && !by("chat-phrases").hidden) openPhrases(false);
  write(by("chat-off"), off ? t(player ? "chat.is_muted" : "chat.is_off") : "");
  drawLines(state);
  if (session.unread && isShown()) session.unread = 0;
}

/** @param {State} state */
function drawLines(state) {
  const { view, near, player } = state;
  const lines = heard(state, session.chat);
  const end = Math.min(until ?? lines.length, lines.length);
  const start = Math.max(0, end - LINES);
  /** @type {(ChatLine | "earlier" | "later")[]} */
  const shown = [...(start ? [/** @type {const} */ ("earlier")] : []), ...lines.slice(start, end), ...(end < lines.length ? [/** @type {const} */ ("later")] : [])];
  const key = (/** @type {ChatLine | string} */ one) => typeof one === "string" ? `${one} ${language()}` : `${session.chat.indexOf(one)} ${nameOf(view, one.seat)} ${one.phrase ? language() : ""}`;
  const keys = shown.map(key).join();
  if (keys === drawn) return;
  drawn = keys;
  const list = by("chat-log");
  keyed(list, shown, key, (one) => {
    if (one === "earlier") return turn("chat.earlier", "chat-earlier", -1);
    if (one === "later") return turn("chat.later", "chat-later", 1);
    return el("p", { class: player && one.seat === near ? "own" : "" }, bdi(nameOf(view, one.seat)), ": ", el("bdi", { text: words(one) }));
  });
  if (until === null) follow(list);
}

/** A button to the lines before or after those in sight. @param {string} key @param {string} testid @param {-1 | 1} step */
function turn(key, testid, step) {
  return el("button", { type: "button", class: "button quiet", "data-testid": testid, text: t(key), onclick: () => {
    const { state } = session;
    if (!state) return;
    const count = heard(state, session.chat).length;
    const end = Math.max(LINES, (until ?? count) + step * LINES);
    until = end < count ? end : null;
    drawLines(state);
    const list = by("chat-log");
    list.focus({ preventScroll: true }); // the button may be gone
    list.scrollTop = step < 0 ? list.scrollHeight : 0; // where one has stopped reading
  } });
}

/** Somebody said something: news, where the list is not in sight. @param {ChatLine} line */
export function hearLine(line) {
  const { state } = session;
  if (!state || isShown() || !heard(state, [line]).length || (state.player && line.seat === state.near)) return;
  session.unread++;
  by("chat-news").replaceChildren(bdi(nameOf(state.view, line.seat)), ": ", bdi(words(line)));
  by("chat-news").hidden = false;
  clearTimeout(newsTimer);
  newsTimer = setTimeout(hideNews, NEWS_MS);
}

function hideNews() {
  const news = by("chat-news");
  if (news.matches(":hover, :focus")) newsTimer = setTimeout(hideNews, NEWS_MS);
  else news.hidden = true;
}

function isShown() {
  return by("chat-panel").getClientRects().length > 0;
}

/** @param {{phrase?: import("./protocol.js").Phrase, text?: string}} what */
function say({ phrase, text }) {
  const { line } = session;
  const id = line?.say({ t: "say", ...(phrase ? { phrase } : { text }) });
  note(id ? "" : t(line && trouble(line.state)?.key || "say.wait"));
  if (!id) return;
  sending = { id, text: text ?? null };
  if (phrase) {
    openPhrases(false);
    by("chat-more").focus({ preventScroll: true });
  }
}

/** @param {string} text */
function note(text) {
  write(by("chat-note"), text);
}

/** The server has taken what was said. @param {string} id */
export function wordsHeard(id) {
  if (sending?.id !== id) return;
  if (input().value.trim() === sending.text) input().value = "";
  sending = null;
}

/** The server has not; the text stays in the field. @param {string} id @param {string} code @param {number} retryMs @returns {boolean} whether it was about words at all */
export function wordsRefused(id, code, retryMs) {
  if (sending?.id !== id) return false;
  sending = null;
  const { state } = session;
  const reason = state && why(code, state.view, retryMs);
  if (!reason) return true;
  note(t(reason.key, reason.params));
  const link = ruleLink(reason);
  if (link) by("chat-note").append(" ", link);
  return true;
}

/** @param {boolean} open */
function openPhrases(open) {
  by("chat-phrases").hidden = !open;
  by("chat-phrases").replaceChildren(...(open ? PHRASES.map(phraseButton) : []));
  by("chat-more").setAttribute("aria-expanded", String(open));
}

/** @param {import("./protocol.js").Phrase} phrase */
function phraseButton(phrase) {
  const choice = button(`chat.${phrase}`, `phrase-${phrase}`, () => say({ phrase }));
  /** @type {HTMLElement} */ (choice.firstElementChild).dataset.t = `chat.${phrase}`;
  return choice;
}

/** Watchers switch the whole list, players the words of the other. */
function toggleHearing() {
  const { state } = session;
  if (!state) return;
  if (!state.player) keep(GALLERY, kept(GALLERY) === "on" ? "off" : "on");
  else {
    const player = state.view.seats[state.far]?.player ?? "";
    const list = muted();
    keep(MUTED, JSON.stringify(list.includes(player) ? list.filter((one) => one !== player) : [...list, player]));
  }
  session.redraw();
}

export function openChat() {
  if (document.body.classList.contains("no-chat")) return;
  document.body.classList.remove("log-open");
  document.body.classList.add("chat-open");
  by("chat-news").hidden = true;
  until = null;
  session.redraw();
  const list = by("chat-log");
  list.scrollTop = list.scrollHeight;
  (by("chat-form").hidden ? by("chat-toggle") : input()).focus({ preventScroll: true });
}

export function closeChat() {
  document.body.classList.remove("chat-open");
  /** @type {HTMLElement} */ (document.querySelector("#hand [tabindex='0']") ?? by("hand")).focus({ preventScroll: true });
}
