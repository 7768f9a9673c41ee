// @ts-check
// What is docked over or beside the table: the invitation, a result, a pause, the other's proposals, the score sheet.

import { bdi, button, by, el, when } from "./dom.js";
import { parts, t } from "./i18n.js";
import { levelField } from "./level_fields.js";
import { qrCode } from "./qr.js";
import { knownRatings } from "./ratings.js";
import { handResult, matchResult } from "./results.js";
import { linkParts, qrSlot } from "./share.js";
import { termsOf } from "./terms.js";
import { nameOf } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Proposal} Proposal */

/**
 * @typedef {object} Acts
 * @property {() => void} next
 * @property {() => void} stay
 * @property {() => void} tricks
 * @property {() => void} menu
 * @property {() => void} abort
 * @property {() => void} callComputer
 * @property {(what: Proposal) => void} propose
 * @property {(what: Proposal) => void} decline
 */

/** The link as a picture, once asked for. @type {Promise<HTMLElement | null> | null} */
let picture = null;

/** The panel over the table, if the phase has one. @param {State} state @param {string | null} invite @param {Acts} acts */
export function drawPanel(state, invite, acts) {
  const panel = by("panel");
  const { view } = state;
  const kinds = { waiting: invite ? "invitation" : "", paused: "pause", hand_over: view.result ? "hand-result" : "", match_over: "match-result", playing: "" };
  const kind = kinds[view.phase];
  panel.hidden = !kind;
  panel.dataset.testid = kind;
  document.body.dataset.panel = kind;
  const { near, player, presence } = state;
  const ready = view.seats.map((seat) => seat && [seat.ready, seat.stayed, seat.name]);
  when(panel, [kind, near, player, view.results.length, view.proposal, view.rematch, ready, presence, invite, state.live, kind === "match-result" && knownRatings(view)], () => {
    if (kind === "invitation") return invitation(state, /** @type {string} */ (invite), acts);
    if (kind === "pause") return pause(state, acts);
    if (kind === "hand-result") return handResult(state, acts);
    return kind === "match-result" ? matchResult(state, acts) : [];
  });
}

/** @param {State} state @param {string} invite @param {Acts} acts */
function invitation({ view, live }, invite, acts) {
  const url = `${location.origin}${location.pathname}#${invite}`;
  const { field, said, buttons } = linkParts(url, "table.link", "invite");
  picture ??= qrCode(`${location.pathname}#${invite}`);
  return [
    el("h2", { text: t("table.waiting") }),
    el("p", { text: t("invite.first") }),
    field,
    said,
    qrSlot(picture),
    el("p", { class: "small quiet", text: termsOf(view).join(" · ") }),
    el("div", { class: "buttons" }, ...buttons,
      el("div", { class: "call" }, button("btn.call_computer", "btn-call-computer", acts.callComputer, { "aria-disabled": !live }), levelField()),
      view.may_abort ? button("btn.close_table", "btn-abort", acts.abort, { "aria-disabled": !live }) : null),
  ];
}

/** @param {State} state @param {Acts} acts */
function pause({ view, near, player, live }, acts) {
  const asked = view.proposal?.what === "resume";
  const mine = asked && view.proposal?.seat === near;
  return [
    el("h2", { text: t("table.paused") }),
    el("p", { text: t("table.paused_note") }),
    player ? el("div", { class: "buttons" },
      mine
        ? button("table.withdraw", "btn-withdraw", () => acts.decline("resume"))
        : button(asked ? "table.accept_resume" : "btn.resume", "btn-resume", () => acts.propose("resume"), { kind: "primary", "aria-disabled": !live }),
      el("a", { class: "button", href: "/", text: t("table.home") })) : null,
    mine ? el("p", { class: "small quiet" }, parts("table.you_asked_resume", { name: nameOf(view, /** @type {Seat} */ (1 - near)) })) : null,
  ];
}

/** What the other asks for, or what the reader asked for, in the place of the opponent's strip. @param {State} state @param {Acts} acts */
export function drawProposal({ view, near, far, player }, acts) {
  const elsewhere = view.phase === "match_over" || (view.phase === "paused" && view.proposal?.what === "resume");
  const proposal = elsewhere ? null : view.proposal;
  let bar = document.getElementById("proposal");
  if (!proposal || !player) return bar?.remove();
  if (!bar) by("opp").after((bar = el("section", { id: "proposal", tabindex: "-1" })));
  const own = proposal.seat === near;
  when(bar, [proposal, nameOf(view, far)], () => [
    el("p", {}, parts(own ? `table.you_asked_${proposal.what}` : `table.asks_${proposal.what}`, { name: nameOf(view, far) })),
    ...(own
      ? [button("table.withdraw", "btn-withdraw", () => acts.decline(proposal.what))]
      : [button("btn.accept", "btn-accept", () => acts.propose(proposal.what), { kind: "primary" }), button("btn.decline", "btn-decline", () => acts.decline(proposal.what))]),
  ]);
}

/** The game points hand by hand. @param {State} state */
export function drawScore({ view, near, far, names: looking }) {
  const names = [nameOf(view, near), nameOf(view, far)];
  when(by("score"), [view.results, names, view.seats[near]?.score, view.seats[far]?.score, looking], () => [
    el("h2", { text: t("table.score") }),
    el("table", { class: "number" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t("res.hand") }), ...names.map((name) => el("th", { scope: "col" }, bdi(name))))),
      el("tbody", {}, ...view.results.map((result) => el("tr", {},
        el("td", { text: String(result.number) }),
        // The mark keeps the sign before the number in any language.
        ...[near, far].map((seat) => el("td", { text: result.winner === seat ? `\u200e+${result.game_points}` : "" }))))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row", text: t("res.total") }), ...[near, far].map((seat) => el("td", { text: String(view.seats[seat]?.score ?? 0) }))))),
    el("ul", { class: "terms small quiet", "data-testid": "terms" }, ...termsOf(view).map((text) => el("li", { text }))),
    looking.length ? el("div", { class: "onlookers" }, el("p", { class: "small quiet", text: t("spec.title") }), el("ul", { class: "names small" }, ...looking.map((name) => el("li", {}, bdi(name))))) : null,
  ]);
}
