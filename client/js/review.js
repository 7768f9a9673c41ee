// @ts-check
// The page of a review: asks the server until every decision is judged, and shows what has been found so far.

import { moveName, reasonOf } from "./advice.js";
import { ask, Trouble } from "./api.js";
import { by, el, mark, write } from "./dom.js";
import { load, locale, onLanguage, parts, t } from "./i18n.js";
import { position } from "./position.js";
import { mountTopbar } from "./topbar.js";

/** @typedef {import("./protocol.js").Review} Review */
/** @typedef {import("./protocol.js").Mistake} Mistake */

const AGAIN_MS = 700;
const TROUBLE_MS = 3000;
/** No second try can better these. @type {Record<number, string>} */
const NEVER = { 403: "review.not_yours", 404: "err.nomatch", 409: "why.match_running" };

const match = location.pathname.split("/").filter(Boolean)[1] ?? "";
/** @type {Review | null} */
let review = null;
/** @type {{key: string, params?: Record<string, number>} | null} */
let trouble = null;

await load();
mountTopbar(by("topbar"));
by("to-table").setAttribute("href", `/m/${match}`);
by("to-replay").setAttribute("href", `/m/${match}/replay`);
onLanguage(() => {
  by("mistakes").replaceChildren();
  draw();
});
document.documentElement.dataset.ready = "";
await look();

async function look() {
  try {
    review = await ask("GET", `/api/matches/${match}/review`);
    trouble = null;
  } catch (found) {
    if (!(found instanceof Trouble)) throw found;
    const never = NEVER[found.status];
    trouble = never ? { key: never } : found;
    if (never) return draw();
  }
  draw();
  if (!review || review.done < review.of) setTimeout(look, trouble ? TROUBLE_MS : AGAIN_MS);
}

function draw() {
  by("trouble").hidden = !trouble;
  write(by("trouble"), trouble ? t(trouble.key, trouble.params) : "");
  if (!review) return;
  const working = review.done < review.of;
  const bar = /** @type {HTMLProgressElement} */ (by("progress"));
  bar.hidden = !working;
  bar.max = Math.max(1, review.of);
  bar.value = review.done;
  bar.setAttribute("aria-label", t("review.working", { done: review.done, all: review.of }));
  mark(by("total"), { "aria-live": working ? "off" : "polite" }); // the end is worth a word, not every step
  const { decisions, lost, mistakes } = review;
  const total = mistakes.length ? t("review.total", { lost: number(lost), m: mistakes.length, n: decisions }) : t("review.none", { n: decisions });
  write(by("total"), working ? t("review.working", { done: review.done, all: review.of }) : total);
  const list = by("mistakes");
  for (const mistake of mistakes.slice(list.children.length)) list.append(item(mistake));
}

/** @param {Mistake} mistake */
function item({ v, view, played, better, lost }) {
  const reason = reasonOf(better);
  const marks = { [played]: "played", [better.move]: "better" };
  return el("li", { class: "panel", "data-testid": "mistake" },
    el("h2", {}, t("review.hand", { hand: view.hand_number }), el("span", { class: "lost number", text: t("review.lost", { lost: number(lost) }) })),
    position(view, marks),
    el("dl", {},
      el("dt", { class: "played", text: t("review.played") }), el("dd", { text: moveName(played, view) }),
      el("dt", { class: "better", text: t("review.better") }), el("dd", {}, el("strong", { text: moveName(better.move, view) }), el("br"), parts(reason.key, reason.params))),
    el("a", { class: "button", href: `/m/${match}/replay?hand=${view.hand_number}&v=${v}&eyes=${view.viewer}`, "data-testid": "mistake-replay", text: t("btn.replay_hand") }));
}

/** @param {number} value */
function number(value) {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
