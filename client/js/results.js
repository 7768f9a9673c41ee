// @ts-check
// How a hand ended and why it counts so much; how the match ended, and the way to the next one.

import { bdi, button, el } from "./dom.js";
import { parts, t } from "./i18n.js";
import { matchEnd, reasons } from "./outcome.js";
import { ratingLine } from "./ratings.js";
import { session } from "./session.js";
import { share } from "./share.js";
import { nameOf } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./panels.js").Acts} Acts */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").View} View */

/** So long is the reader waited for after a hand. */
const NEXT_MS = 20_000;

/** @param {State} state */
function headline({ view, near, player }) {
  const result = /** @type {NonNullable<View["result"]>} */ (view.result);
  const won = result.winner === near;
  const words = player ? [t(won ? "res.won" : "res.lost")] : [parts("res.winner", { name: nameOf(view, result.winner) })];
  return el("h2", { class: player ? (won ? "won" : "lost") : "" },
    el("span", { class: "worth", "data-testid": "result-points", text: String(result.game_points) }),
    el("span", {}, ...words, el("small", { text: t("table.game_points", { n: result.game_points }) })),
    // While the match goes on nobody is to leave the table for it.
    el("a", { class: "button", href: replayOf(result.number), target: "_blank", "data-testid": "to-replay", "aria-label": t("btn.replay_hand"), text: t("btn.replay") }));
}

/** @param {number} [hand] */
function replayOf(hand) {
  return `/m/${session.match}/replay${hand ? `?hand=${hand}` : ""}`;
}

/** @param {State} state */
function whyLines({ view }) {
  if (!view.result) return [];
  const [how, ...worth] = reasons(view.result, view).map(({ key, params }) => el("span", { "data-key": key }, parts(key, params)));
  return [el("p", { class: "reason" }, how), el("p", { class: "reason" }, ...worth.flatMap((line, n) => (n ? [", ", line] : [line])))];
}

/** @param {State} state */
function counts({ view, near, far }) {
  const result = /** @type {NonNullable<View["result"]>} */ (view.result);
  /** @param {string} key @param {[number, number]} pair */
  const row = (key, pair) => el("tr", {}, el("th", { scope: "row", text: t(key) }), el("td", { text: String(pair[near]) }), el("td", { text: String(pair[far]) }));
  return el("table", { class: "counts number" },
    el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, bdi(nameOf(view, near))), el("th", { scope: "col" }, bdi(nameOf(view, far))))),
    el("tbody", {}, row("res.tricks", result.tricks), row("res.marriages", result.marriages), row("res.total", result.points),
      el("tr", { class: "score" }, el("th", { scope: "row", text: t("res.score") }), el("td", {}, strokes(result, near)), el("td", {}, strokes(result, far)))));
}

/** The score as seven strokes with the fresh ones marked. @param {NonNullable<View["result"]>} result @param {Seat} seat */
function strokes(result, seat) {
  const score = result.score[seat];
  const fresh = result.winner === seat ? result.game_points : 0;
  const pips = Array.from({ length: 7 }, (_, n) => el("i", { class: n < score ? (n >= score - fresh ? "on fresh" : "on") : "" }));
  return el("span", { class: "pips", role: "img", "aria-label": t("table.game_points", { n: score }) }, ...pips);
}

/** @param {State} state @param {Acts} acts */
export function handResult(state, acts) {
  const { view, near, player, live } = state;
  const me = view.seats[near];
  const waiting = player && me?.ready;
  const next = button("btn.next", "btn-next", acts.next, { kind: "primary", "aria-disabled": !live });
  next.append(el("span", { id: "ring", class: "ring number", hidden: true, "aria-hidden": true }));
  return [
    headline(state),
    ...whyLines(state),
    counts(state),
    player
      ? el("div", { class: "buttons" },
        waiting ? el("p", { class: "quiet" }, parts("table.wait", { name: nameOf(view, /** @type {Seat} */ (1 - near)) })) : next,
        waiting || me?.stayed ? null : button("btn.stay", "btn-stay", acts.stay),
        button("btn.tricks", "btn-tricks", acts.tricks),
        el("button", { type: "button", class: "icon-button dots", "data-testid": "btn-more", "aria-label": t("btn.menu"), onclick: acts.menu }))
      : el("p", { class: "quiet", text: t("table.hand_over") }),
  ];
}

/** The time until the next hand, on its button. */
export function tickCountdown() {
  const ring = document.getElementById("ring");
  if (!ring) return;
  const left = session.deadline === null ? 0 : Math.max(0, session.deadline - performance.now());
  ring.hidden = left === 0;
  ring.textContent = String(Math.ceil(left / 1000));
  ring.style.setProperty("--left", String(Math.min(1, left / NEXT_MS)));
}

/** @param {State} state @param {Acts} acts */
export function matchResult(state, acts) {
  const { view, near, far, player } = state;
  const { winner } = view;
  const won = winner === near;
  const title = winner === null ? [t("match.no_result")] : player ? [t(won ? "match.won" : "match.lost")] : [parts("match.winner", { name: nameOf(view, winner) })];
  const end = matchEnd(view);
  const why = end ? [el("p", { class: "reason", "data-key": end.key }, parts(end.key, end.params))] : whyLines(state);
  const rows = view.results.map((result) => el("tr", {},
    el("td", { text: String(result.number) }),
    el("td", { dir: "auto", text: nameOf(view, result.winner) }),
    el("td", { text: String(result.game_points) }),
    el("td", { text: t(`res.short.${result.reason}`) })));
  return [
    el("h2", { class: player && winner !== null ? (won ? "won" : "lost") : "" }, el("span", {}, ...title)),
    el("p", { class: "final number" }, bdi(nameOf(view, near)), el("b", { text: String(view.seats[near]?.score ?? 0) }), ":", el("b", { text: String(view.seats[far]?.score ?? 0) }), bdi(nameOf(view, far))),
    ...why,
    ratingLine(state),
    rows.length ? el("div", { class: "hands", tabindex: "0", role: "region", "aria-label": t("res.hands") }, el("table", { class: "number" },
      el("thead", {}, el("tr", {}, ...["res.hand", "res.winner_of", "res.points", "res.how"].map((key) => el("th", { scope: "col", text: t(key) })))),
      el("tbody", {}, ...rows))) : null,
    ...ways(state, acts),
  ];
}

/** What can be done when it is over; a watcher has nothing but the sharing. @param {State} state @param {Acts} acts */
function ways(state, acts) {
  const box = rematch(state, acts);
  const sharing = button("table.share", "result-share", () => shareMatch(state));
  if (!box.hidden) box.append(sharing);
  return box.hidden ? [box, el("div", { class: "buttons" }, sharing)] : [box];
}

/** The match as others may see it, and its result as a picture once there is one. @param {State} state */
export function shareMatch({ view }) {
  const path = `/m/${session.match}`;
  share({ path: view.terms.gallery === "closed" ? null : path, picture: view.phase === "match_over" ? path : null });
}

/** @param {State} state @param {Acts} acts */
function rematch({ view, near, far, player, presence, live }, acts) {
  const asked = view.proposal?.what === "rematch" ? view.proposal.seat : null;
  const there = presence[far] || view.seats[far]?.computer;
  const state = view.rematch ? "started" : asked === near ? "offered" : asked === far ? "asked" : there ? "idle" : "unavailable";
  const box = el("div", { class: "buttons", "data-testid": "rematch-box", "data-state": state });
  const more = { "data-state": state, kind: "primary", "aria-disabled": !live || state === "unavailable" };
  const name = nameOf(view, far);
  if (state === "started") box.append(el("a", { class: "button primary", href: `/m/${view.rematch}`, "data-testid": "rematch", "data-state": state, text: t(player ? "match.to_rematch" : "match.watch_rematch") }));
  else if (!player || !view.seats[far]) box.hidden = !player && !view.hand_number;
  else if (state === "offered") box.append(button("table.withdraw", "rematch", () => acts.decline("rematch"), { "data-state": state }), el("p", { class: "small quiet" }, parts("match.offered", { name })));
  else if (state === "asked") {
    box.append(el("p", {}, parts("table.asks_rematch", { name })), button("btn.accept", "rematch", () => acts.propose("rematch"), { ...more, kind: "primary glow" }),
      button("btn.decline", "btn-decline", () => acts.decline("rematch")));
  } else {
    box.append(button("match.rematch", "rematch", () => there && acts.propose("rematch"), more));
    if (!there) box.append(el("p", { class: "small quiet" }, parts("match.gone", { name })));
  }
  if (player) box.append(el("a", { class: "button", href: "/#play", "data-testid": "new-opponent", text: t("match.new") }));
  if (view.hand_number) box.append(el("a", { class: "button", href: replayOf(), "data-testid": "to-replay", text: t(player ? "btn.replay" : "btn.view_replay") }));
  if (player && view.called_off !== "aborted") box.append(el("a", { class: "button", href: `/m/${session.match}/review`, "data-testid": "to-review", text: t("btn.review") }));
  return box;
}
