// @ts-check
// The table page: hears the server, draws what it says, and hands taps, drags and keys to the moves. It knows no rule.

import { drawActions } from "./actions.js";
import { BARRED } from "./api.js";
import { callBack, onAway } from "./attention.js";
import { tickClocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { onJoined, onPresence, onUpdate } from "./course.js";
import { by } from "./dom.js";
import { keepFresh } from "./edition.js";
import { draw } from "./felt.js";
import { goHome } from "./gestures.js";
import { mountHands } from "./hands.js";
import { askHint, drawHint, onHint, onNoHint } from "./hints.js";
import { load, onLanguage, t } from "./i18n.js";
import { onChoice } from "./keep.js";
import { fetchRest, here, isMissing, later } from "./later.js";
import { log } from "./log.js";
import { dropQuestion, redrawMoving, refuse } from "./moves.js";
import { preference } from "./preferences.js";
import { drawPrompt, tell, trouble } from "./prompt.js";
import { registerWorker } from "./register.js";
import { session } from "./session.js";
import { unlockByGesture } from "./sound.js";
import { mountTopbar } from "./topbar.js";
import { nameOf, speak, tooFast } from "./words.js";

const FAULT_MS = 4000;
const NEWER_MS = 7000;
const TICK_MS = 250;

await load();
session.match = location.pathname.split("/").filter(Boolean).pop() ?? "";
// First, for what it fetches takes longest; nothing of it is heard before all below stands.
const line = new Connection(session.match, location.hash.slice(1) || null, {
  onLine,
  onJoined: (frame) => {
    onJoined(frame);
    fetchRest();
  },
  onUpdate,
  onPresence,
  onAck,
  onRefused,
  onFault,
  onHint,
  onNoHint,
  onLobby: (frame) => later(({ hearLobby }) => hearLobby(frame)),
});
session.line = line;
const bar = mountTopbar(by("topbar"));
session.redraw = redraw;
mountHands();
unlockByGesture();
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
  here()?.wordsHeard(id);
  if (session.underWay?.id !== id || !session.state) return;
  session.underWay.v = v;
  if (session.state.v < v) return;
  session.underWay = null;
  redraw();
}

/** @param {string} id @param {string} code @param {number} retryMs */
function onRefused(id, code, retryMs) {
  if (here()?.wordsRefused(id, code, retryMs)) return;
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
  later(({ drawBarred }) => drawBarred());
  drawPrompt();
}

keepFresh({
  // A page that lacks a part for good is no place to stay.
  free: () => isMissing() || session.state?.view.phase !== "playing" && !line.waiting && !line.saying && !session.question,
  tell: () => {
    if (line.state === "outdated") return; // the prompt says so, with a button
    tell({ key: "conn.newer" }, NEWER_MS);
    log(() => ({ key: "conn.newer" }));
    speak(t("conn.newer"));
  },
});

// ---- drawing

/** Draw all of it from what is known. */
function redraw() {
  const { state } = session;
  if (!state) return drawPrompt();
  state.live = state.player && line.online && !session.underWay && !line.waiting && !session.looking;
  state.pending = line.waiting?.command ?? (session.underWay ? state.pending : null);
  document.body.classList.toggle("no-chat", state.view.versus === "computer" || preference("zen") === "on");
  draw(session.looking ? { ...state, ...session.looking, pending: null } : state);
  here()?.draw(state);
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
  here()?.tick();
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
  if (session.barred) here()?.drawBarred();
  redraw();
});
