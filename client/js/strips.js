// @ts-check
// The two strips beside the felt: who sits there, and how the match stands.

import { by, el, mark, write } from "./dom.js";
import { t } from "./i18n.js";
import { ratingWords } from "./numbers.js";
import { nameOf } from "./words.js";

/** @typedef {import("./felt.js").State} State */
/** @typedef {import("./protocol.js").Seat} Seat */

/** @param {"opp" | "me"} id @param {State} state @param {Seat} seat */
export function drawStrip(id, state, seat) {
  const strip = by(id);
  const seated = state.view.seats[seat];
  if (!strip.firstElementChild) {
    strip.append(
      el("span", { class: "dot", "data-testid": id === "opp" ? "opp-conn" : "own-conn", role: "img" }),
      el("bdi", { class: "name" }),
      el("span", { class: "rating number", dir: "ltr" }),
      el("span", { class: "pips", role: "img", "data-testid": `gp-${id}` }, ...Array.from({ length: 7 }, () => el("i"))),
      el("span", { class: "pending", dir: "ltr" }),
      el("span", { class: "points", "data-testid": `points-${id}` }),
      el("span", { class: "tricks" }),
      el("span", { id: `clock-${id}`, class: "clock number", dir: "ltr", role: "timer", "data-testid": `clock-${id}` }),
      ...(id === "opp" ? [el("span", { class: "watchers", "data-testid": "spectators" }, eye())] : []),
    );
  }
  const [dot, name, rating, pips, pending, points, tricks, , watchers] = /** @type {HTMLElement[]} */ ([...strip.children]);
  const here = seated?.computer || state.presence[seat];
  mark(strip, { "data-free": seated ? null : "", "data-turn": state.view.to_play === seat ? "" : null });
  mark(dot, { "data-state": here ? "online" : "away", "aria-label": t(here ? "table.here" : "table.away") });
  write(name, nameOf(state.view, seat));
  write(rating, ratingWords(seated?.rating ?? null));
  [...pips.children].forEach((pip, n) => pip.classList.toggle("on", n < (seated?.score ?? 0)));
  mark(pips, { "aria-label": t("table.game_points", { n: seated?.score ?? 0 }), "data-n": String(seated?.score ?? 0) });
  const playing = seated && state.view.hand_number > 0;
  write(points, playing && seated.points !== null ? t("table.points", { n: seated.points }) : "");
  write(tricks, playing ? t("table.tricks", { n: seated.tricks }) : "");
  write(pending, playing && seated.pending ? `+${seated.pending}` : "");
  const later = playing && seated.pending ? t("pend.20", { n: seated.pending }) : null;
  mark(pending, { title: later, "aria-label": later, role: later && "img" });
  if (watchers) drawWatchers(watchers, state.watchers, state.names);
}

function eye() {
  const icon = document.createElement("template");
  icon.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M2 12q10-14 20 0q-10 14-20 0z"/><circle cx="12" cy="12" r="3"/></svg><span aria-hidden="true"></span>`;
  return icon.content;
}

/** @param {HTMLElement} node @param {number} n @param {string[]} names */
function drawWatchers(node, n, names) {
  node.hidden = n === 0;
  write(/** @type {Element} */ (node.lastElementChild), String(n));
  mark(node, { role: "img", "aria-label": t("spec.n", { n }), title: names.join(", ") || t("spec.n", { n }), "data-n": String(n) });
}
