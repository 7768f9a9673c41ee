// @ts-check
// The table page: hears the server, draws what it says, and turns taps, drags and keys into commands. It knows no rule:
// what may be done stands in `view.legal`, and why not in `view.blocked`.

import { Connection } from "./connection.js";
import { by, draw, el, rove, sortedHand } from "./felt.js";
import { flying, goHome, listen, sent } from "./gestures.js";
import { load, onLanguage, parts, t } from "./i18n.js";
import { keep, kept } from "./keep.js";
import { listenToKeys } from "./keys.js";
import { places, sound, sweep, travel, unlockSound } from "./motion.js";
import { button, dialog, drawPanel, drawProposal, drawScore, marriageButton, showKeys, showTricks } from "./panels.js";
import { mountTopbar } from "./topbar.js";
import { describe, logLines, nameOf, prompt, said, speak, spoken, why } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Proposal} Proposal */
/** @typedef {import("./words.js").Said} Said */

const HELD_MS = 900;
const REASON_MS = 4000;
const BACK_MS = 7000;
const SLOW_MS = 1500;
const AWAY_MS = 3000;
const FEW_EVENTS = 4;
const LOG_LINES = 200;

const match = location.pathname.split("/").filter(Boolean).pop() ?? "";

/** @type {State | null} nothing is drawn before the server has said what there is */
let state = null;
/** @type {string | null} */
let invite = null;
let unknown = false;
/** @type {{id: string, v: number | null, since: number} | null} the command under way; `v` once it is stored */
let underWay = null;
/** @type {{said: Said, choices: HTMLElement[]} | null} a question in the place of the actions */
let question = null;
/** @type {HTMLElement | null} */
let asker = null;
/** @type {(Said & {until: number}) | null} a sentence that stays for a while */
let note = null;
let noteTimer = 0;
let holdTimer = 0;
let awayTimer = 0;
let toldAway = false;
/** The preset lets players claim; known from the first view that says so. */
let claims = false;
/** @type {number | null} when the next hand is dealt */
let deadline = null;

await load();
const bar = mountTopbar(by("topbar"));
const line = new Connection(match, location.hash.slice(1) || null, {
  onLine,
  onWelcome: () => {},
  onJoined,
  onUpdate: (frame) => advance(frame.events, frame.view, frame.v, frame.left_ms),
  onPresence,
  onAck,
  onRefused,
  onFault,
});
drawPrompt();

// ---- what the server says

/** @param {import("./connection.js").LineState} now */
function onLine(now) {
  if (now !== "online") {
    goHome();
    speak(t("say.lost"), "alarm");
  }
  redraw();
}

/** @param {import("./protocol.js").Joined} frame */
function onJoined(frame) {
  const first = !state;
  invite = frame.invite;
  const late = frame.seat === null && Boolean(location.hash) && frame.view.phase !== "waiting";
  if (frame.seat !== null || late) history.replaceState(null, "", location.pathname);
  if (line.waiting) underWay = { id: line.waiting.id, v: null, since: performance.now() };
  else if (underWay?.v === null) underWay = null;
  const seats = { presence: frame.presence, watchers: frame.watchers };
  if (state) Object.assign(state, seats);
  const few = frame.recovered !== false && frame.events.length <= FEW_EVENTS;
  const before = state && { ...state };
  if (!state) state = fresh(frame.view, frame.v, seats);
  advance(few ? frame.events : [], frame.view, frame.v, frame.left_ms);
  if (!few) logLines(frame.events, frame.view).forEach(log);
  if (first) {
    if (late) tell({ key: "err.full" }, BACK_MS);
    const now = prompt(state);
    speak(t(now.key, now.params));
  } else if (frame.recovered === false) {
    log({ key: "conn.gap" });
    tell({ key: "conn.gap" }, BACK_MS);
    speak(t("conn.gap"));
  } else if (before && !few) {
    const list = logLines(frame.events, frame.view).slice(-3).map(({ key, params }) => t(key, params)).join(" · ");
    tell({ key: "conn.back", params: { list } }, BACK_MS);
    speak(t("conn.back", { list }));
  } else speak(t("say.back"));
}

/** @param {View} view @param {number} v @param {{presence: [boolean, boolean], watchers: number}} seats @returns {State} */
function fresh(view, v, seats) {
  const near = view.viewer ?? 0;
  return { view, v, near, far: /** @type {Seat} */ (1 - near), player: view.viewer !== null, live: false, pending: null, held: null, upward: kept("sort") === "up", ...seats };
}

/** The table after some events. @param {Event[]} events @param {View} view @param {number} v @param {number | null} leftMs */
function advance(events, view, v, leftMs) {
  if (!state) return;
  const before = { ...state };
  const from = places();
  if (view.viewer !== state.view.viewer) Object.assign(state, fresh(view, v, state));
  Object.assign(state, { view, v });
  deadline = leftMs === null ? null : performance.now() + leftMs;
  if (underWay && underWay.v !== null && v >= underWay.v) underWay = null;
  hold(events);
  if (question && view.to_play !== before.view.to_play) dropQuestion();
  redraw();
  travel(from, events, state);
  sound(events, state);
  logLines(events, view).forEach(log);
  const asked = events.some((event) => event.t === "proposed" && event.what === "save" && event.seat === state?.far);
  speak(spoken(events, before, state), asked ? "alarm" : "say");
}

/** A finished trick stays for a moment, though the table is free already. @param {Event[]} events */
function hold(events) {
  if (!state) return;
  clearTimeout(holdTimer);
  if (state.view.phase !== "playing" || !events.some((event) => event.t === "trick_won")) {
    // A lead of the other does not cut the moment short.
    if (state.view.phase !== "playing" || !state.held || !events.length) state.held = null;
    else holdTimer = setTimeout(letGo, HELD_MS / 2);
    return;
  }
  state.held = state.view.last_trick;
  holdTimer = setTimeout(letGo, HELD_MS);
}

function letGo() {
  if (!state?.held) return;
  holdTimer = setTimeout(() => {
    if (!state) return;
    const from = places();
    if (state.held) for (const { card } of [state.held.led, state.held.followed]) from.cards.delete(card);
    state.held = null;
    redraw();
    travel(from, [], state);
  }, sweep(state.held.winner === state.near));
}

/** @param {{seats: [boolean, boolean], watchers: number}} frame */
function onPresence(frame) {
  if (!state) return;
  state.presence = frame.seats;
  state.watchers = frame.watchers;
  clearTimeout(awayTimer);
  const here = frame.seats[state.far];
  // Whoever only loads the page again was never away.
  if (here && toldAway) tellPresence(true);
  else if (!here && !toldAway) awayTimer = setTimeout(() => tellPresence(false), AWAY_MS);
  redraw();
}

/** @param {boolean} here */
function tellPresence(here) {
  const other = state?.view.seats[state.far];
  if (!other || other.computer) return;
  toldAway = !here;
  const news = { key: here ? "opp.back" : "opp.left", params: { name: other.name } };
  log(news);
  speak(t(news.key, news.params), here ? "say" : "alarm");
}

/** @param {string} id @param {number} v */
function onAck(id, v) {
  if (underWay?.id !== id || !state) return;
  underWay.v = v;
  if (state.v < v) return;
  underWay = null;
  redraw();
}

/** @param {string} id @param {string} code */
function onRefused(id, code) {
  if (underWay?.id !== id || !state) return;
  underWay = null;
  const from = places();
  redraw();
  travel(from, [], state);
  refuse(code);
}

/** @param {string} code */
function onFault(code) {
  if (code === "UNKNOWN_MATCH") {
    unknown = true;
    by("felt").replaceChildren(el("div", { class: "nomatch" }, el("a", { class: "button primary", href: "/", text: t("table.home") })));
    return drawPrompt();
  }
  tell(underWay ? { key: "err.notsent" } : { key: `why.${code.toLowerCase()}` }, REASON_MS);
}

// ---- what the reader does

const acts = {
  next: () => state?.view.phase === "hand_over" && !state.view.seats[state.near]?.ready && submit({ t: "next_hand" }),
  stay: () => submit({ t: "stay" }),
  tricks: () => state && showTricks(state),
  menu: () => showMenu(),
  propose: (/** @type {Proposal} */ what) => submit({ t: "propose", what }),
  decline: (/** @type {Proposal} */ what) => submit({ t: "decline", what }),
};

/** @param {Command} command @param {number} [version] */
function submit(command, version) {
  if (!state?.player) return;
  dropQuestion();
  const id = line.submit(command, version);
  if (!id) return speak(t(line.online ? "say.wait" : "conn.re"));
  sent();
  underWay = { id, v: null, since: performance.now() };
  setTimeout(drawPrompt, SLOW_MS);
  note = null;
  if ("card" in command) {
    clearTimeout(holdTimer);
    state.held = null;
  }
  const from = places();
  redraw();
  travel(from, [], state);
}

/** Say why not; nothing is sent. @param {string | undefined} code */
function refuse(code) {
  if (!state) return;
  const phases = { waiting: "NOT_STARTED", paused: "MATCH_PAUSED", hand_over: "HAND_OVER", match_over: "MATCH_OVER", playing: "NOT_YOUR_TURN" };
  const reason = why(code ?? phases[state.view.phase], state.view);
  tell({ ...reason, tone: "no" }, REASON_MS);
  speak(t("say.refused", { why: t(reason.key, reason.params) }));
}

/** @param {string} move a word of `view.legal` */
function may(move) {
  return Boolean(state?.live && state.view.legal.includes(move));
}

/** @param {string} card */
function playCard(card) {
  if (may(`play:${card}`)) return submit({ t: "play_card", card });
  if (state?.live) refuse(state.view.blocked[`play:${card}`]);
}

function closeStock() {
  if (!may("close")) return state?.live ? refuse(state.view.blocked.close) : undefined;
  ask({ key: "ask.close" }, [button("btn.close", "confirm-yes", () => submit({ t: "close_stock" }), { kind: "primary" })]);
}

function exchangeTrump() {
  if (may("exchange")) submit({ t: "exchange_trump" });
  else if (state?.live) refuse(state.view.blocked.exchange);
}

function claim() {
  if (may("claim")) submit({ t: "claim" });
  else if (state?.live) refuse(state.view.blocked.claim);
}

function marriages() {
  return state?.live ? state.view.legal.filter((move) => move.startsWith("marriage:")).map((move) => move.slice(9)) : [];
}

function declareMarriage() {
  const cards = marriages();
  if (!cards.length) return state?.live ? refuse(state.view.blocked.marriage) : undefined;
  if (cards.length === 1) return submit({ t: "declare_marriage", card: cards[0] });
  ask({ key: "ask.marriage" }, cards.map((card) => marriageButton(card, state?.view.trump ?? null, () => submit({ t: "declare_marriage", card }))));
}

function concede() {
  if (!state?.player) return;
  const cost = state.view.concede_cost;
  if (cost === null) return refuse(undefined);
  const name = nameOf(state.view, state.far);
  const { v } = state;
  ask({ key: "ask.cancel", params: { name, n: cost } }, [button("btn.cancel_yes", "confirm-yes", () => submit({ t: "concede_hand" }, v), { kind: "danger" })], true);
}

function resign() {
  if (!state?.player) return;
  if (state.view.phase === "match_over") return refuse(undefined);
  ask({ key: "ask.resign" }, [button("btn.resign_yes", "confirm-yes", () => submit({ t: "resign_match" }), { kind: "danger" })], true);
}

function save() {
  if (!state?.player) return;
  if (state.view.phase !== "playing" && state.view.phase !== "hand_over") return refuse(undefined);
  if (state.view.seats[state.far]?.computer) return submit({ t: "propose", what: "save" });
  ask({ key: "ask.save", params: { name: nameOf(state.view, state.far) } }, [button("btn.save", "confirm-yes", () => submit({ t: "propose", what: "save" }), { kind: "primary" })]);
}

/** Ask in the place of the actions, so that nothing moves. @param {Said} said_ @param {HTMLElement[]} choices @param {boolean} [careful] the safe answer has the focus */
function ask(said_, choices, careful = false) {
  if (!state?.live) return;
  asker ??= /** @type {HTMLElement | null} */ (document.activeElement);
  question = { said: said_, choices: [...choices, button("ask.keep", "confirm-no", dropQuestion)] };
  redraw();
  speak(t(said_.key, said_.params));
  (careful ? question.choices.at(-1) : question.choices[0])?.focus();
}

function dropQuestion() {
  if (!question) return;
  question = null;
  redraw();
  const back = asker?.isConnected && asker !== document.body ? asker : by("hand");
  asker = null;
  back.focus({ preventScroll: true });
}

function showMenu() {
  if (!state) return;
  const close = () => menu.close();
  const item = (/** @type {string} */ key, /** @type {string | null} */ testid, /** @type {() => void} */ act) => button(key, testid, () => {
    close();
    act();
  });
  const game = state.player
    ? [item("btn.save", "btn-save", save), item("btn.cancel", "btn-cancel", concede), item("btn.resign", "btn-resign", resign), item("btn.sort", "btn-sort", flipSort)]
    : [item("btn.switch", "btn-switch", switchSide)];
  const menu = dialog("btn.menu", el("div", { class: "menu" },
    item("btn.last", "btn-last", acts.tricks), ...game, item("btn.log", "btn-log", toggleLog), item("btn.keys", "btn-keys", showKeys)));
}

function flipSort() {
  if (!state) return;
  state.upward = !state.upward;
  keep("sort", state.upward ? "up" : "down");
  const from = places();
  redraw();
  travel(from, [], state);
}

function switchSide() {
  if (!state || state.player) return;
  [state.near, state.far] = [state.far, state.near];
  redraw();
}

function toggleLog() {
  const open = document.body.classList.toggle("log-open");
  by(open ? "log-close" : "hand").focus({ preventScroll: true });
}

// ---- drawing

/** Draw all of it from the state. */
function redraw() {
  if (!state) return drawPrompt();
  state.live = state.player && line.online && !underWay && !line.waiting;
  state.pending = underWay || line.waiting ? line.waiting?.command ?? state.pending : null;
  draw(state);
  drawPanel(state, invite, acts);
  drawProposal(state, acts);
  drawScore(state);
  drawActions(state);
  drawPrompt();
  by("table").toggleAttribute("data-inert", !line.online);
  by("table").dataset.animating = String(Boolean(state.held));
  bar.badge(state.player ? null : "table.watching");
  const turn = state.player && state.view.phase === "playing" && state.view.to_play === state.near;
  document.title = turn && document.hidden ? `● ${t("say.turn")}` : t("table.title");
  drawCountdown();
}

function drawPrompt() {
  const bar_ = by("prompt");
  const now = promptNow();
  const conn = by("conn");
  const state_ = line?.state ?? "connecting";
  conn.dataset.state = state_ === "connecting" || state_ === "restarting" ? "reconnecting" : state_;
  bar_.dataset.tone = now.tone ?? "";
  const text = by("prompt-text");
  const shown = JSON.stringify([now.key, now.params, document.documentElement.lang]);
  if (text.dataset.drawn === shown) return;
  text.dataset.drawn = shown;
  text.replaceChildren(parts(now.key, now.params));
  const helpless = line && (line.state === "outdated" || line.state === "closed");
  by("reload").hidden = !helpless;
}

/** @returns {Said} */
function promptNow() {
  if (unknown) return { key: "err.nomatch", tone: "no" };
  const lines = { connecting: "conn.first", reconnecting: "conn.re", restarting: "conn.restart", outdated: "err.version", closed: "conn.closed", online: "" };
  const trouble = lines[line?.state ?? "connecting"];
  if (trouble) return { key: trouble, tone: "no" };
  if (!state) return { key: "conn.first" };
  if (underWay && performance.now() - underWay.since >= SLOW_MS) return { key: "err.notsent", tone: "no" };
  if (question) return question.said;
  return note ?? prompt(state);
}

/** A sentence in the prompt for a while. @param {Said} sentence @param {number} ms */
function tell(sentence, ms) {
  note = { ...sentence, until: performance.now() + ms };
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    note = null;
    drawPrompt();
  }, ms);
  drawPrompt();
}

/** The actions stay where they are: what is not possible now is marked, never taken away. @param {State} now */
function drawActions(now) {
  const row = by("actions");
  claims ||= "claim" in now.view.blocked || now.view.legal.includes("claim");
  const kind = `${now.player}${claims}`;
  if (row.dataset.kind !== kind) {
    row.dataset.kind = kind;
    row.replaceChildren(el("div", { class: "row" }, ...(now.player ? playerActions() : watcherActions())), el("div", { class: "question", hidden: true }));
    labels(row);
  }
  const [buttons, asking] = /** @type {HTMLElement[]} */ ([...row.children]);
  if (now.player) {
    const cards = marriages();
    const worth = cards.length === 1 ? (cards[0][0] === now.view.trump ? "btn.m40" : "btn.m20") : "btn.marriage";
    setAction("btn-marriage", cards.length > 0, "marriage", worth);
    setAction("btn-close", may("close"), "close", "btn.close");
    setAction("btn-exchange", may("exchange"), "exchange", "btn.exchange");
    setAction("btn-claim", may("claim"), "claim", "btn.claim");
  }
  buttons.inert = Boolean(question);
  asking.hidden = !question;
  if (!question) asking.replaceChildren();
  else if (asking.lastElementChild !== question.choices.at(-1)) asking.replaceChildren(...question.choices);
}

function playerActions() {
  return [
    button("btn.marriage", "btn-marriage", declareMarriage),
    button("btn.close", "btn-close", closeStock),
    button("btn.exchange", "btn-exchange", exchangeTrump),
    ...(claims ? [button("btn.claim", "btn-claim", claim)] : []),
    el("button", { type: "button", class: "icon-button dots", "data-testid": "btn-menu", "aria-haspopup": "dialog", onclick: showMenu }),
  ];
}

function watcherActions() {
  return [
    button("btn.switch", "btn-switch", switchSide),
    button("btn.log", "btn-log", toggleLog),
    el("a", { class: "button", href: "/", "data-testid": "btn-leave", "data-t": "btn.leave" }),
    el("button", { type: "button", class: "icon-button dots", "data-testid": "btn-menu", "aria-haspopup": "dialog", onclick: showMenu }),
  ];
}

/** @param {HTMLElement} row */
function labels(row) {
  row.querySelector("[data-testid=btn-menu]")?.setAttribute("aria-label", t("btn.menu"));
  const leave = row.querySelector("[data-testid=btn-leave]");
  if (leave) leave.textContent = t("btn.leave");
}

/** @param {string} testid @param {boolean} possible @param {string} move @param {string} key */
function setAction(testid, possible, move, key) {
  const node = by("actions").querySelector(`[data-testid=${testid}]`);
  if (!node || !state) return;
  const label = /** @type {HTMLElement} */ (node.firstElementChild);
  const text = t(key);
  if (label.textContent !== text) label.textContent = text;
  const code = state.view.blocked[move];
  const reason = !possible && code ? why(code, state.view) : null;
  if (possible) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
  if (reason) node.setAttribute("title", t(reason.key, reason.params));
  else node.removeAttribute("title");
}

function drawCountdown() {
  const ring = document.getElementById("ring");
  if (!ring) return;
  const left = deadline === null ? 0 : Math.ceil((deadline - performance.now()) / 1000);
  ring.hidden = deadline === null || left <= 0;
  ring.textContent = String(Math.max(0, left));
  ring.style.setProperty("--left", String(Math.max(0, left) / 20));
}

/** @param {Said} entry */
function log(entry) {
  const list = by("log");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.append(el("p", { class: entry.tone ?? "" }, parts(entry.key, entry.params)));
  while (list.children.length > LOG_LINES) list.firstElementChild?.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
}

// ---- hands on the table

/** @param {string} card */
const node = (card) => document.querySelector(`#hand [data-card="${card}"]`);

listen({
  movable: (card) => Boolean(state?.live) && card.id !== "stock",
  targets: (card) => (state ? targetsOf(card) : []),
  missed: (card, over) => over && card.id !== "trump" && state?.live && !may(`play:${card.dataset.card}`) && refuse(state.view.blocked[`play:${card.dataset.card}`]),
  tap: (card) => {
    if (!state?.player) return;
    if (card.id === "stock") return closeStock();
    if (card.id === "trump") return state.view.closed_by === null ? exchangeTrump() : undefined;
    rove(card);
    playCard(card.dataset.card ?? "");
  },
});

/** @param {HTMLElement} from @returns {import("./gestures.js").Target[]} */
function targetsOf(from) {
  const card = from.dataset.card ?? "";
  if (from.id === "trump") return may("close") ? [{ node: by("stock"), act: () => submit({ t: "close_stock" }) }] : [];
  const found = [];
  const partner = node(card[0] + (card[1] === "K" ? "Q" : "K"));
  if (may(`marriage:${card}`) && partner instanceof HTMLElement) found.push({ node: partner, act: () => submit({ t: "declare_marriage", card }) });
  // Whether is for the server to say; that the hand makes this move with the trump jack is how cards are handled.
  if (may("exchange") && card === `${state?.view.trump}J`) found.push({ node: by("trump"), act: () => submit({ t: "exchange_trump" }) });
  if (may(`play:${card}`)) found.push({ node: by("felt"), act: () => submit({ t: "play_card", card }) });
  return found;
}

listenToKeys({
  card: (key) => {
    const cards = /** @type {HTMLElement[]} */ ([...by("hand").children]);
    const chosen = cards[Number(key) - 1];
    if (!chosen || !state?.player) return;
    if (document.activeElement === chosen) return playCard(chosen.dataset.card ?? "");
    rove(chosen);
    chosen.focus();
  },
  marriage: () => state?.player && declareMarriage(),
  close: () => state?.player && closeStock(),
  exchange: () => state?.player && exchangeTrump(),
  next: () => acts.next(),
  save,
  cancel: concede,
  last: acts.tricks,
  say_table: () => state && speak(describe("table", state, [])),
  say_points: () => state && speak(describe("points", state, [])),
  say_hand: () => state?.player && speak(describe("hand", state, sortedHand(state))),
  repeat: () => speak(said()),
  keys: showKeys,
  escape: () => (flying() ? goHome() : question ? dropQuestion() : document.body.classList.contains("log-open") && toggleLog()),
}, (step) => {
  const cards = /** @type {HTMLElement[]} */ ([...by("hand").children]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = step === -Infinity ? 0 : step === Infinity ? cards.length - 1 : Math.max(0, Math.min(cards.length - 1, at < 0 ? 0 : at + step));
  rove(cards[to]);
  cards[to]?.focus();
});

by("won-me").addEventListener("click", acts.tricks);
by("won-opp").addEventListener("click", acts.tricks);
by("log-close").addEventListener("click", toggleLog);
by("reload").addEventListener("click", () => location.reload());
document.addEventListener("pointerdown", unlockSound);
document.addEventListener("keydown", unlockSound);
document.addEventListener("visibilitychange", redraw);
setInterval(drawCountdown, 250);
onLanguage(() => {
  by("actions").dataset.kind = "";
  question = null;
  redraw();
});
log({ key: "log.start" });
