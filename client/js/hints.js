// @ts-check
// Hints: asked for by button and key, shown where the move is made, and said in words, as long as the table stands so.

import { by, mark } from "./dom.js";
import { t } from "./i18n.js";
import { later } from "./later.js";
import { refuse } from "./moves.js";
import { preference } from "./preferences.js";
import { session } from "./session.js";
import { speak } from "./words.js";

/** Events that leave the hand as it is. */
const ASIDE = new Set(["said", "clock_moved", "player_renamed", "proposed", "declined"]);

/** May the reader ask now? @returns {boolean} */
function allowed() {
  const { state } = session;
  return Boolean(state?.live && state.view.phase === "playing" && state.view.to_play === state.near);
}

export function askHint() {
  const { state, line } = session;
  if (!state?.player || !line) return;
  if (!state.view.terms.hints) return refuse("NO_HINTS");
  if (!allowed()) return refuse(undefined);
  if (session.hint || !line.askHint()) return;
  session.hint = { said: () => ({ key: "hint.thinking" }), move: null };
  session.note = null;
  speak(t("hint.thinking"));
  session.redraw();
}

/** @param {import("./protocol.js").Advice} advice */
export function onHint(advice) {
  later(({ reasonOf }) => {
    if (!session.hint) return; // the table has changed meanwhile
    session.hint = { said: () => reasonOf(advice), move: advice.move };
    const { key, params } = reasonOf(advice);
    speak(t(key, params));
    session.redraw();
  });
}

/** @param {string} code @param {number} retryMs */
export function onNoHint(code, retryMs) {
  session.hint = null;
  session.redraw();
  refuse(code, retryMs);
}

/** @param {import("./protocol.js").Event[]} events none of them: some were missed */
export function forgetHint(events) {
  if (!events.length || events.some(({ t: kind }) => !ASIDE.has(kind))) session.hint = null;
}

/** Marks the button, and what the move is made with. */
export function drawHint() {
  const { state } = session;
  const button = by("hint");
  button.hidden = !state?.player || !state.view.terms.hints;
  mark(button, { "aria-disabled": allowed() ? null : "true", "aria-keyshortcuts": preference("shortcuts") === "on" ? "i" : null });
  for (const node of document.querySelectorAll("[data-hint]")) node.removeAttribute("data-hint");
  const move = session.hint?.move;
  for (const node of move ? madeWith(move) : []) node?.setAttribute("data-hint", "");
}

/** @param {string} move @returns {(Element | null)[]} */
function madeWith(move) {
  const [kind, card] = move.split(":");
  const find = (/** @type {string} */ selector) => document.querySelector(selector);
  const inHand = (/** @type {string} */ held) => find(`#hand [data-card="${held}"]`);
  if (kind === "play") return [inHand(card)];
  if (kind === "marriage") return [inHand(card), find("[data-testid=btn-marriage]")];
  if (kind === "close") return [by("stock"), find("[data-testid=btn-close]")];
  if (kind === "exchange") return [inHand(`${session.state?.view.trump}J`), by("trump"), find("[data-testid=btn-exchange]")];
  return [find("[data-testid=btn-claim]")];
}
