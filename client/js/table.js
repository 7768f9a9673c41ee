// @ts-check
// The table page: hears the server, draws what it says, and hands taps, drags and keys to the moves. It knows no rule.

import { onPresence, tickAbsence } from "./absence.js";
import { drawActions, showMenu } from "./actions.js";
import { BARRED } from "./api.js";
import { callBack, onAway } from "./attention.js";
import { drawChat, mountChat, wordsHeard, wordsRefused } from "./chat.js";
import { tickClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { onJoined, onUpdate } from "./course.js";
import { by, el } from "./dom.js";
import { keepFresh } from "./edition.js";
import { draw } from "./felt.js";
import { goHome } from "./gestures.js";
import { mountHands, showLastTricks } from "./hands.js";
import { askHint, drawHint, onHint, onNoHint } from "./hints.js";
import { load, onLanguage, t } from "./i18n.js";
import { onChoice } from "./keep.js";
import { level } from "./levels.js";
import { log } from "./log.js";
import { abort, dropQuestion, nextHand, redrawMoving, refuse, submit } from "./moves.js";
import { drawPanel, drawProposal, drawScore } from "./panels.js";
import { drawPrompt, tell, trouble } from "./prompt.js";
import { registerWorker } from "./register.js";
import { mountSeek } from "./seek.js";
import { session } from "./session.js";
import { unlockByGesture } from "./sound.js";
import { mountTopbar } from "./topbar.js";
import { nameOf, speak, tooFast } from "./words.js";

const FAULT_MS = 4000;
const NEWER_MS = 7000;
const NEXT_MS = 20_000;
const TICK_MS = 250;

await load();
session.match = location.pathname.split("/").filter(Boolean).pop() ?? "";
// First, for what it fetches takes longest; nothing of it is heard before all below stands.
const line = new Connection(session.match, location.hash.slice(1) || null, {
  onLine,
  onJoined,
  onUpdate,
  onPresence,
  onAck,
  onRefused,
  onFault,
  onHint,
  onNoHint,
  onLobby: (frame) => seek.hear(frame),
});
session.line = line;
const bar = mountTopbar(by("topbar"));
session.redraw = redraw;
mountChat();
mountHands();
unlockByGesture();
const seek = mountSeek(by("seek"));
log(() => ({ key: "log.start" }));
drawPrompt();

// ---- what the server says of the line and of what was sent; what happened is in course.js

/** @param {import("./line.js").LineState} now */
function onLine(now) {
  const said = trouble(now);
  if (said) {
    goHome();
    session.hint = null; // what was asked is not answered any more
    // A restart is in good order, and nobody need be startled.
    if (said.tone === "no") speak(t(now === "reconnecting" ? "say.lost" : said.key), "alarm");
    else speak(t(said.key));
  }
  redraw();
}

/** @param {string} id @param {number} v */
function onAck(id, v) {
  wordsHeard(id);
  if (session.underWay?.id !== id || !session.state) return;
  session.underWay.v = v;
  if (session.state.v < v) return;
  session.underWay = null;
  redraw();
}

/** @param {string} id @param {string} code @param {number} retryMs */
function onRefused(id, code, retryMs) {
  if (wordsRefused(id, code, retryMs)) return;
  if (session.underWay?.id !== id) return;
  session.underWay = null;
  redrawMoving();
  refuse(code, retryMs);
}

/** @param {string} code @param {number} retryMs */
function onFault(code, retryMs) {
  if (line.state === "unavailable") return; // the prompt says so as long as it is so
  const barred = BARRED[code];
  if (!barred) {
    const said = session.underWay ? { key: "err.notsent" } : code === "RATE_LIMITED" && retryMs ? tooFast(retryMs) : { key: `why.${code.toLowerCase()}` };
    return tell({ ...said, tone: "no" }, Math.max(FAULT_MS, retryMs));
  }
  session.barred = barred;
  drawBarred();
  drawPrompt();
}

/** In the place of the table: what else there is to do. */
function drawBarred() {
  by("felt").replaceChildren(el("div", { class: "nomatch" },
    session.barred === "err.nomatch" ? el("p", { text: t("err.nomatch_why") }) : null,
    el("a", { class: "button primary", href: "/#play", text: t("home.play") }), el("a", { class: "button", href: "/", text: t("table.home") }),
    // When such a match is over, everybody may look back at it.
    session.barred === "err.nowatch" ? el("a", { class: "button", href: `/m/${session.match}/replay`, text: t("btn.replay") }) : null));
}

keepFresh({
  free: () => session.state?.view.phase !== "playing" && !line.waiting && !line.saying && !session.question,
  tell: () => {
    if (line.state === "outdated") return; // the prompt says so, with a button
    tell({ key: "conn.newer" }, NEWER_MS);
    log(() => ({ key: "conn.newer" }));
    speak(t("conn.newer"));
  },
});

// ---- drawing

/** @type {import("./panels.js").Acts} */
const acts = {
  next: nextHand,
  stay: () => submit({ t: "stay" }),
  tricks: showLastTricks,
  menu: showMenu,
  abort,
  callComputer: () => submit({ t: "call_computer", level: level() }),
  propose: (what) => submit({ t: "propose", what }),
  decline: (what) => submit({ t: "decline", what }),
};

/** Draw all of it from what is known. */
function redraw() {
  const { state } = session;
  if (!state) return drawPrompt();
  state.live = state.player && line.online && !session.underWay && !line.waiting && !session.looking;
  state.pending = line.waiting?.command ?? (session.underWay ? state.pending : null);
  draw(session.looking ? { ...state, ...session.looking, pending: null } : state);
  drawPanel(state, session.invite, acts);
  drawProposal(state, acts);
  drawScore(state);
  drawChat(state);
  drawActions(state);
  drawHint();
  drawPrompt();
  tick();
  by("table").toggleAttribute("data-inert", !line.online);
  by("table").toggleAttribute("data-looking", Boolean(session.looking));
  by("table").dataset.animating = String(Boolean(state.held));
  bar.badge(!state.player ? "table.watching" : state.view.versus === "human" && state.view.terms.hints ? "terms.hints" : null);
  callBack(state.player && state.view.phase === "playing" && state.view.to_play === state.near, nameOf(state.view, state.far));
}

function tick() {
  tickClocks();
  tickAbsence();
  drawCountdown();
}

function drawCountdown() {
  const ring = document.getElementById("ring");
  if (!ring) return;
  const left = session.deadline === null ? 0 : Math.max(0, session.deadline - performance.now());
  ring.hidden = left === 0;
  ring.textContent = String(Math.ceil(left / 1000));
  ring.style.setProperty("--left", String(Math.min(1, left / NEXT_MS)));
}

by("hint").addEventListener("click", askHint);
by("reload").addEventListener("click", () => location.reload());
onAway(redraw);
for (const name of ["sort", "reverse"]) onChoice(name, redrawMoving);
for (const name of ["zen", "shortcuts"]) onChoice(name, redraw);
registerWorker();
setInterval(tick, TICK_MS);
onLanguage(() => {
  dropQuestion();
  if (session.barred) drawBarred();
  redraw();
});
