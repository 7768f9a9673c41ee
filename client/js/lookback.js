// @ts-check
// Looking back at the hand that is being played, without leaving the table: it shows what the reader saw at a step, until
// he comes back or it is his turn. Nothing is said to the table.
//
// Fetched when first asked for. The page comes joined in one file, so whatever has a state is handed in: an import here
// would make a second one of it.

/**
 * @typedef {object} Tools
 * @property {import("./session.js").Session} session
 * @property {(method: string, path: string) => Promise<import("./protocol.js").Replay>} ask
 * @property {typeof import("./dom.js").el} el
 * @property {typeof import("./dom.js").button} button
 * @property {typeof import("./i18n.js").t} t
 * @property {typeof import("./words.js").logLines} logLines
 * @property {(said: import("./words.js").Said, choices: HTMLElement[], first: HTMLElement) => void} put
 * @property {() => void} leave
 * @property {(text: string) => void} speak
 */

const ICONS = { back: "M17 5l-10 7l10 7z", on: "M7 5l10 7l-10 7z" };

/**
 * Shows the step to which this event of the hand belongs; raises Trouble.
 * @param {number} hand @param {number} event @param {Tools} tools
 */
export async function lookBack(hand, event, { session, ask, el, button, t, logLines, put, leave, speak }) {
  const turn = session.state?.view.to_play;
  const { steps, ...found } = await ask("GET", `/api/matches/${session.match}/so-far`);
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
  const done = button("replay.to_table", "look-done", leave, { kind: "primary" });

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
