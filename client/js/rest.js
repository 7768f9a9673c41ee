// @ts-check
// The rest of the table, which comes later: see later.js, by which alone it is reached.

import { noticePresence, tickAbsence } from "./absence.js";
import { reasonOf } from "./advice.js";
import { drawBarred } from "./barred.js";
import { closeChat, drawChat, hearLine, mountChat, openChat, wordsHeard, wordsRefused } from "./chat.js";
import { showKeys, showTricks } from "./dialogs.js";
import { by } from "./dom.js";
import { abort, concede, save } from "./leaving.js";
import { level } from "./levels.js";
import { lookBack } from "./lookback.js";
import { showMenu } from "./menu.js";
import { nextHand, submit } from "./moves.js";
import { drawPanel, drawProposal, drawScore } from "./panels.js";
import { shareMatch, tickCountdown } from "./results.js";
import { mountSeek } from "./seek.js";
import { session } from "./session.js";
import { spoken } from "./spoken.js";

/** @type {import("./panels.js").Acts} */
const acts = {
  next: nextHand,
  stay: () => submit({ t: "stay" }),
  tricks: () => session.state && showTricks(session.state),
  menu: showMenu,
  abort,
  callComputer: () => submit({ t: "call_computer", level: level() }),
  propose: (what) => submit({ t: "propose", what }),
  decline: (what) => submit({ t: "decline", what }),
};

/** @type {ReturnType<typeof mountSeek>} */
let seek;

function mount() {
  mountChat();
  seek = mountSeek(by("seek"));
}

/** @param {import("./felt.js").State} state */
function draw(state) {
  drawPanel(state, session.invite, acts);
  drawProposal(state, acts);
  drawScore(state);
  drawChat(state);
}

function tick() {
  tickAbsence();
  tickCountdown();
}

/** What the lobby says of a search. @param {import("./protocol.js").ServerFrame} frame */
function hearLobby(frame) {
  seek.hear(frame);
}

export const REST = Object.freeze({
  mount, draw, tick, drawBarred,
  noticePresence, hearLine, wordsHeard, wordsRefused, hearLobby, reasonOf, spoken,
  openChat, closeChat, showKeys, showMenu, showTricks, shareMatch, lookBack, concede, save,
});
