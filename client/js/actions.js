// @ts-check
// The row of actions. Actions stay where they are: what is not possible now is marked, never taken away.
// A watcher's row has no action of the game in it.

import { button, by, el } from "./dom.js";
import { language, t } from "./i18n.js";
import { later } from "./later.js";
import { claim, closeStock, declareMarriage, exchangeTrump, marriages, may } from "./moves.js";
import { session } from "./session.js";
import { why } from "./words.js";

/** The preset lets players claim: known from the first view that says so. */
let claims = false;

/** @param {import("./felt.js").State} state */
export function drawActions({ view, player }) {
  const row = by("actions");
  claims ||= "claim" in view.blocked || view.legal.includes("claim");
  const kind = JSON.stringify([player, claims, language()]);
  if (row.dataset.kind !== kind) {
    row.dataset.kind = kind;
    row.replaceChildren(el("div", { class: "row" }, ...(player ? playerActions() : watcherActions()), dots()), el("div", { class: "question", hidden: true }));
  }
  if (player) {
    const cards = marriages();
    const one = cards[0]?.[0] === view.trump ? "btn.m40" : "btn.m20";
    mark("btn-marriage", cards.length > 0, "marriage", cards.length === 1 ? one : "btn.marriage");
    mark("btn-close", may("close"), "close", "btn.close");
    mark("btn-exchange", may("exchange"), "exchange", "btn.exchange");
    mark("btn-claim", may("claim"), "claim", "btn.claim");
  }
  const news = session.unread ? t("btn.menu_news", { n: session.unread }) : t("btn.menu");
  /** @type {HTMLElement} */ (row.querySelector(".dots")).setAttribute("aria-label", news);
  /** @type {HTMLElement} */ (row.querySelector(".dots")).toggleAttribute("data-news", session.unread > 0);
  drawQuestion(/** @type {HTMLElement[]} */ ([...row.children]));
}

/** @param {HTMLElement[]} parts */
function drawQuestion([row, asking]) {
  const { question } = session;
  row.inert = Boolean(question);
  asking.hidden = !question;
  document.body.classList.toggle("asking", Boolean(question));
  if (!question) asking.replaceChildren();
  else if (asking.lastElementChild !== question.choices.at(-1)) asking.replaceChildren(...question.choices);
}

function playerActions() {
  return [
    button("btn.marriage", "btn-marriage", declareMarriage),
    button("btn.close", "btn-close", closeStock),
    button("btn.exchange", "btn-exchange", exchangeTrump),
    ...(claims ? [button("btn.claim", "btn-claim", claim)] : []),
  ];
}

function watcherActions() {
  return [
    button("btn.switch", "btn-switch", switchSide),
    button("btn.log", "btn-log", toggleLog),
    button("table.share", "btn-share", () => later(({ shareMatch }) => session.state && shareMatch(session.state))),
    el("a", { class: "button", href: "/", "data-testid": "btn-leave", text: t("btn.leave") }),
  ];
}

function dots() {
  return el("button", { type: "button", class: "icon-button dots", "data-testid": "btn-menu", "aria-haspopup": "dialog", "aria-label": t("btn.menu"), onclick: () => later(({ showMenu }) => showMenu()) });
}

/** @param {string} testid @param {boolean} possible @param {string} move @param {string} key */
function mark(testid, possible, move, key) {
  const node = by("actions").querySelector(`[data-testid=${testid}]`);
  if (!node || !session.state) return;
  const label = /** @type {HTMLElement} */ (node.firstElementChild);
  const text = t(key);
  if (label.textContent !== text) label.textContent = text;
  const code = session.state.view.blocked[move];
  const reason = !possible && code ? why(code, session.state.view) : null;
  if (possible) node.removeAttribute("aria-disabled");
  else node.setAttribute("aria-disabled", "true");
  if (reason) node.setAttribute("title", t(reason.key, reason.params));
  else node.removeAttribute("title");
}

export function switchSide() {
  const { state } = session;
  if (!state || state.player) return;
  [state.near, state.far] = [state.far, state.near];
  session.redraw();
}

export function toggleLog() {
  document.body.classList.remove("chat-open");
  const open = document.body.classList.toggle("log-open");
  by("log").scrollTop = by("log").scrollHeight; // out of sight it cannot follow
  by(open ? "log-close" : "hand").focus({ preventScroll: true });
}
