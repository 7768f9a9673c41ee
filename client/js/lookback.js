// @ts-check
// Looking back at the hand that is being played, without leaving the table: it shows what the reader saw at a step, until
// he comes back or it is his turn. Nothing is said to the table.

import { ask, Trouble } from "./api.js";
import { button, el } from "./dom.js";
import { t } from "./i18n.js";
import { dropQuestion, put } from "./moves.js";
import { tell } from "./prompt.js";
import { session } from "./session.js";
import { logLines, speak } from "./words.js";

const NOTE_MS = 4000;
const ICONS = { back: "M17 5l-10 7l10 7z", on: "M7 5l10 7l-10 7z" };

/** Shows the step to which this event of the hand belongs. @param {number} hand @param {number} event */
export async function lookBack(hand, event) {
  const turn = session.state?.view.to_play;
  /** @type {import("./protocol.js").Replay} */
  let found;
  try {
    found = await ask("GET", `/api/matches/${session.match}/so-far`);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    return tell({ key: trouble.key, params: trouble.params, tone: "no" }, NOTE_MS);
  }
  const { steps } = found;
  // The reader's turn may have come meanwhile, or the next hand.
  if (!session.state || found.hand !== hand || session.state.view.to_play !== turn) return;
  let left = event;
  let at = steps.findIndex(({ events }) => (left -= events.length) < 0);
  if (at < 0) return;

  const icon = (/** @type {keyof typeof ICONS} */ which, /** @type {number} */ by) => {
    const node = el("button", { type: "button", class: "icon-button", "data-testid": `look-${which}`, "aria-label": t(`replay.${which}`), onclick: () => go(at + by) });
    node.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[which]}" fill="currentColor"/></svg>`;
    return node;
  };
  const count = el("span", { class: "number" });
  const way = el("div", { class: "way", dir: "ltr" }, icon("back", -1), count, icon("on", 1));
  const done = button("replay.to_table", "look-done", dropQuestion, { kind: "primary" });

  const show = () => {
    const { view, v, events } = steps[at];
    session.looking = { view, v, held: events.some(({ t: kind }) => kind === "trick_won") ? view.last_trick : null };
    count.textContent = `${at}/${steps.length - 1}`;
    return logLines(events, view)[0];
  };
  /** @param {number} to */
  const go = (to) => {
    if (!session.looking || !steps[to]) return;
    at = to;
    const said = show();
    if (session.question) session.question.said = said;
    session.redraw();
    speak(t("replay.at", { i: at, n: steps.length - 1, what: t(said.key, said.params) }));
  };
  put(show(), [way, done], done);
}
