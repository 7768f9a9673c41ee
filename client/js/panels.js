// @ts-check
// What is docked over or beside the table: the invitation, results, a pause, the other's proposals, the score sheet, tricks to look at.

import { suitIcon } from "./cards.js";
import { bdi, by, el, face } from "./felt.js";
import { cardName, language, parts, suitName, t } from "./i18n.js";
import { KEYS } from "./keys.js";
import { nameOf, reasons } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").View} View */
/** @typedef {import("./protocol.js").Proposal} Proposal */

/**
 * @typedef {object} Acts
 * @property {() => void} next
 * @property {() => void} stay
 * @property {() => void} tricks
 * @property {() => void} menu
 * @property {(what: Proposal) => void} propose
 * @property {(what: Proposal) => void} decline
 */

/** @param {string} key @param {string | null} testid @param {() => void} act @param {Record<string, any>} [more] */
export function button(key, testid, act, more = {}) {
  const { kind = "", ...rest } = more;
  return el("button", { type: "button", class: `button ${kind}`, "data-testid": testid, onclick: act, ...rest }, el("span", { text: t(key) }));
}

/** Draws the part anew only if what it shows has changed, and gives the focus back to the same button.
 * @param {HTMLElement} node @param {unknown} shown @param {() => (Node | null)[]} make
 */
function when(node, shown, make) {
  const key = JSON.stringify([shown, language()]);
  if (node.dataset.drawn === key) return;
  node.dataset.drawn = key;
  const focused = node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.testid ?? "" : null;
  node.replaceChildren(.../** @type {Node[]} */ (make().filter(Boolean)));
  if (focused === null) return;
  const again = focused && node.querySelector(`[data-testid="${focused}"]`);
  /** @type {HTMLElement} */ (again || (node.hidden ? by("hand") : node)).focus({ preventScroll: true });
}

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
  when(panel, [kind, near, player, view.results.length, view.proposal, view.rematch, ready, presence, invite, state.live], () => {
    if (kind === "invitation") return invitation(/** @type {string} */ (invite));
    if (kind === "pause") return pause(state, acts);
    if (kind === "hand-result") return handResult(state, acts);
    return kind === "match-result" ? matchResult(state, acts) : [];
  });
}

/** @param {string} invite */
function invitation(invite) {
  const url = `${location.origin}${location.pathname}#${invite}`;
  const field = /** @type {HTMLInputElement} */ (el("input", { class: "field", readonly: true, dir: "ltr", value: url, "aria-label": t("table.link"), "data-testid": "invite-link" }));
  const copied = el("p", { class: "small quiet", role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      document.execCommand("copy"); // plain http has no clipboard object
    }
    copied.textContent = t("invite.copied");
  };
  const share = "share" in navigator && button("table.share", "invite-share", () => navigator.share({ url }).catch(() => {}));
  return [
    el("h2", { text: t("table.waiting") }),
    el("p", { text: t("invite.first") }),
    field,
    el("div", { class: "buttons" }, button("invite.copy", "invite-copy", copy, { kind: "primary" }), share || null),
    copied,
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

/** @param {State} state */
function headline({ view, near, player }) {
  const result = /** @type {NonNullable<View["result"]>} */ (view.result);
  const won = result.winner === near;
  const words = player ? [t(won ? "res.won" : "res.lost")] : [parts("res.winner", { name: nameOf(view, result.winner) })];
  return el("h2", { class: player ? (won ? "won" : "lost") : "" },
    el("span", { class: "worth", "data-testid": "result-points", text: String(result.game_points) }),
    el("span", {}, ...words, el("small", { text: t("table.game_points", { n: result.game_points }) })));
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
function handResult(state, acts) {
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

/** @param {State} state @param {Acts} acts */
function matchResult(state, acts) {
  const { view, near, far, player } = state;
  const winner = /** @type {Seat} */ (view.winner ?? near);
  const won = winner === near;
  const title = player ? [t(won ? "match.won" : "match.lost")] : [parts("match.winner", { name: nameOf(view, winner) })];
  const why = view.ended_by === "resigned" ? [el("p", { class: "reason" }, parts("match.resigned", { name: nameOf(view, /** @type {Seat} */ (1 - winner)) }))] : whyLines(state);
  const rows = view.results.map((result) => el("tr", {},
    el("td", { text: String(result.number) }),
    el("td", {}, bdi(nameOf(view, result.winner))),
    el("td", { text: String(result.game_points) }),
    el("td", { text: t(`res.short.${result.reason}`) })));
  return [
    el("h2", { class: player ? (won ? "won" : "lost") : "" }, el("span", {}, ...title)),
    el("p", { class: "final number" }, bdi(nameOf(view, near)), el("b", { dir: "ltr", text: `${view.seats[near]?.score ?? 0} : ${view.seats[far]?.score ?? 0}` }), bdi(nameOf(view, far))),
    ...why,
    rows.length ? el("div", { class: "hands" }, el("table", { class: "number" },
      el("thead", {}, el("tr", {}, ...["res.hand", "res.winner_of", "res.points", "res.how"].map((key) => el("th", { scope: "col", text: t(key) })))),
      el("tbody", {}, ...rows))) : null,
    rematch(state, acts),
  ];
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
  else if (!player) return box;
  else if (state === "offered") box.append(button("table.withdraw", "rematch", () => acts.decline("rematch"), { "data-state": state }), el("p", { class: "small quiet" }, parts("match.offered", { name })));
  else if (state === "asked") {
    box.append(el("p", {}, parts("table.asks_rematch", { name })), button("btn.accept", "rematch", () => acts.propose("rematch"), { ...more, kind: "primary glow" }),
      button("btn.decline", "btn-decline", () => acts.decline("rematch")));
  } else {
    box.append(button("match.rematch", "rematch", () => there && acts.propose("rematch"), more));
    if (!there) box.append(el("p", { class: "small quiet" }, parts("match.gone", { name })));
  }
  box.append(el("a", { class: "button", href: "/", text: t("match.new") }));
  return box;
}

/** What the other asks for, or what the reader asked for, in the place of the opponent's strip. @param {State} state @param {Acts} acts */
export function drawProposal({ view, near, far, player }, acts) {
  const proposal = view.phase === "match_over" || view.phase === "paused" ? null : view.proposal;
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
export function drawScore({ view, near, far }) {
  const names = [nameOf(view, near), nameOf(view, far)];
  when(by("score"), [view.results, names, view.seats[near]?.score, view.seats[far]?.score], () => [
    el("h2", { text: t("table.score") }),
    el("table", { class: "number" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col", text: t("res.hand") }), ...names.map((name) => el("th", { scope: "col" }, bdi(name))))),
      el("tbody", {}, ...view.results.map((result) => el("tr", {},
        el("td", { text: String(result.number) }),
        ...[near, far].map((seat) => el("td", { text: result.winner === seat ? `+${result.game_points}` : "" }))))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row", text: t("res.total") }), ...[near, far].map((seat) => el("td", { text: String(view.seats[seat]?.score ?? 0) }))))),
    el("p", { class: "small quiet", text: t(`preset.${view.preset}`) }),
  ]);
}

/** A dialog over everything: focus goes in, Escape closes, focus comes back. @param {string} title @param {...(Node | null)} children */
export function dialog(title, ...children) {
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: "sheet", "aria-label": t(title) }, el("h2", { text: t(title) }), ...children));
  const done = button("btn.done", "dialog-close", () => node.close());
  node.append(el("div", { class: "dialog-buttons" }, done));
  node.addEventListener("close", () => node.remove());
  node.addEventListener("click", (event) => event.target === node && node.close());
  document.body.append(node);
  node.showModal();
  return node;
}

/** @param {State} state */
export function showTricks({ view, near, far }) {
  const pair = (/** @type {string[]} */ cards) => el("li", { class: "pair", role: "img", "aria-label": cards.map(cardName).join(", ") }, ...cards.map((card) => face(card, "small")));
  const last = view.last_trick;
  const parts_ = [near, far].filter((seat) => view.seats[seat]?.won.length).map((seat) => el("section", {},
    el("h3", {}, bdi(nameOf(view, seat))),
    el("ul", { class: "pairs" }, ...(view.seats[seat]?.won ?? []).map(pair))));
  dialog("btn.last", last
    ? el("section", {}, el("p", {}, parts("log.trick_won", { name: nameOf(view, last.winner), n: last.points })), el("ul", { class: "pairs" }, pair([last.led.card, last.followed.card])))
    : el("p", { class: "quiet", text: t("table.no_trick") }), ...parts_);
}

/** The key list. */
export function showKeys() {
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const [key, act] of Object.entries(KEYS)) keys.set(act, [...(keys.get(act) ?? []), /[A-Z]/.test(key) ? `Shift + ${key}` : key.toUpperCase()]);
  dialog("btn.keys", el("dl", { class: "keys" }, ...[...keys].flatMap(([act, names]) => [
    el("dt", {}, el("kbd", { dir: "ltr", text: names.length > 1 ? `${names[0]} … ${names.at(-1)}` : names[0] })),
    el("dd", { text: t(`table.key_${act}`) }),
  ])));
}

/** A button for one of several marriages. @param {string} card @param {string | null} trump @param {() => void} act */
export function marriageButton(card, trump, act) {
  return el("button", { type: "button", class: "button", "data-testid": "marriage-choice", "data-choice": card, onclick: act },
    suitIcon(card[0]), el("span", { text: `${card[0] === trump ? "40" : "20"} · ${t(`rank.${card[1]}`)}` }), el("span", { class: "hidden-text", text: suitName(card[0]) }));
}
