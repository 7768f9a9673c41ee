// @ts-check
// The page of a replay: a hand that is over, step by step, through the eyes that the reader chooses. What each step shows,
// the server has said; nothing is worked out here.

import { ask, Trouble } from "./api.js";
import { by, el, mark } from "./dom.js";
import { draw } from "./felt.js";
import { cardName, load, onLanguage, t, translate } from "./i18n.js";
import { places, travel } from "./motion.js";
import { mountSharing } from "./sharing.js";
import { inNodes, inWords, stepButtons } from "./steps.js";
import { drawTimeline, mountTimeline, pause } from "./timeline.js";
import { mountTopbar } from "./topbar.js";
import { nameOf, speak } from "./words.js";

/** @typedef {import("./protocol.js").Replay} Replay */
/** @typedef {import("./protocol.js").Seat} Seat */
/** @typedef {import("./protocol.js").Step} Step */
/** @typedef {import("./felt.js").State} State */

const TROUBLE_MS = 3000;

const match = location.pathname.split("/").filter(Boolean)[1] ?? "";
const asked = new URLSearchParams(location.search);
/** What was asked for before; a hand that is over does not change. @type {Map<string, Promise<Replay>>} */
const found = new Map();
/** @type {Replay | null} */
let replay = null;
let at = 0;
let turned = false; // the other side of the table than usual is near
let latest = 0;

await load();
mountTopbar(by("topbar"));
mountTimeline({
  at: () => at,
  last,
  trick,
  go: show,
  more: () => {
    const open = document.body.classList.toggle("log-open");
    if (open) by("log-close").focus();
  },
});
by("log-close").addEventListener("click", closeLog);
document.addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.contains("log-open") && closeLog());
by("eyes").addEventListener("change", () => open(replay?.hand ?? null, /** @type {HTMLSelectElement} */ (by("eyes")).value));
onLanguage(redraw);
translate(by("table"));
await open(whole(asked.get("hand")), asked.get("eyes"), startingStep);

function closeLog() {
  document.body.classList.remove("log-open");
  /** @type {HTMLElement} */ (document.querySelector("[data-testid=replay-more]")).focus();
}

function last() {
  return Math.max(0, (replay?.steps.length ?? 0) - 1);
}

/** @param {string | null} text @returns {number | null} */
function whole(text) {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

/** Where the link leads: to a step, or to the version of the match that a review speaks of. @param {Step[]} steps */
function startingStep(steps) {
  const v = whole(asked.get("v"));
  if (v === null) return whole(asked.get("step")) ?? 0;
  return steps.filter((step) => step.v <= v).length - 1;
}

/** The step where the next trick ends, or the one before. @param {number} from @param {boolean} onward */
function trick(from, onward) {
  const ends = (replay?.steps ?? []).flatMap(({ events }, n) => (events.some((event) => event.t === "trick_won") ? [n] : []));
  return onward ? ends.find((n) => n > from) ?? last() : ends.filter((n) => n < from).pop() ?? 0;
}

/** Shows a hand, from its beginning if nothing else is said. @param {number | null} hand @param {string | null} eyes @param {(steps: Step[]) => number} [start] */
async function open(hand, eyes, start = () => at) {
  const turn = ++latest;
  pause();
  const query = new URLSearchParams({ ...(hand ? { hand: String(hand) } : {}), ...(eyes && /^(both|0|1|gallery)$/.test(eyes) ? { eyes } : {}) });
  const path = `/api/matches/${match}/replay?${query}`;
  if (!found.has(path)) found.set(path, ask("GET", path));
  let answer;
  try {
    answer = await /** @type {Promise<Replay>} */ (found.get(path));
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    found.delete(path);
    if (turn !== latest) return;
    bar(trouble.key, trouble.params);
    if (!(trouble.status >= 400 && trouble.status < 500)) setTimeout(() => turn === latest && open(hand, eyes, start), TROUBLE_MS);
    return;
  }
  if (turn !== latest) return;
  if (!answer.hand) return bar("replay.none");
  document.getElementById("nothing")?.remove();
  replay = answer;
  at = Math.min(Math.max(0, start(replay.steps)), last());
  redraw();
  if (hand !== null && hand !== replay.hand) speak(t("replay.not_over", { hand }));
}

/** Nothing to be seen, and why. @param {string} key @param {Record<string, number>} [params] */
function bar(key, params) {
  document.getElementById("nothing")?.remove();
  by("table").append(el("div", { id: "nothing", class: "nomatch", "data-testid": "trouble", role: "alert" },
    el("p", { text: t(key, params), "data-t": params && Object.keys(params).length ? null : key }),
    el("a", { class: "button primary", href: `/m/${match}`, text: t("review.back"), "data-t": "review.back" })));
}

/** @param {number} to @param {boolean} [still] */
function show(to, still = false) {
  if (!replay) return;
  const before = at;
  at = Math.min(Math.max(0, to), last());
  if (at === before) return;
  const step = replay.steps[at];
  const from = places();
  const state = drawStep();
  if (!still && Math.abs(at - before) === 1) travel(from, at > before ? step.events : [], state);
  if (document.activeElement !== by("slider")) speak(words());
}

function words() {
  const step = /** @type {Replay} */ (replay).steps[at];
  return t("replay.at", { i: at, n: last(), what: inWords(step) });
}

/** @returns {string} */
function link() {
  const { hand, eyes, may } = /** @type {Replay} */ (replay);
  return `${location.pathname}?hand=${hand}&step=${at}${eyes === may[0] ? "" : `&eyes=${eyes}`}`;
}

/** @returns {State} */
function stateNow() {
  const { steps, eyes, you } = /** @type {Replay} */ (replay);
  const { view, v, events } = steps[at];
  const own = eyes === "0" ? 0 : eyes === "1" ? 1 : (you ?? 0);
  const near = /** @type {Seat} */ (turned ? 1 - own : own);
  const ended = events.some((event) => event.t === "trick_won");
  return {
    view, v, near, far: /** @type {Seat} */ (1 - near), player: false, live: false, pending: null, held: ended ? view.last_trick : null,
    presence: [true, true], watchers: 0, names: [], grace: [null, null], burning: null, heardAt: 0,
  };
}

/** The table, and where in the hand it stands. */
function drawStep() {
  const { steps } = /** @type {Replay} */ (replay);
  const state = stateNow();
  draw(state);
  for (const card of /** @type {Iterable<HTMLElement>} */ (by("hand").children)) if (card.dataset.face) card.dataset.card = card.dataset.face;
  const own = state.view.seats[state.near];
  mark(by("hand"), { "aria-label": own?.hand ? own.hand.map(cardName).join(", ") : t("table.backs", { n: own?.cards ?? 0 }) });
  by("prompt-text").replaceChildren(el("span", { class: "count number", text: `${at}/${last()}`, dir: "ltr", "aria-hidden": true }), " ", ...inNodes(steps[at]));
  drawTimeline(at, last(), words());
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (by("log").querySelectorAll("[data-step]"))) {
    const current = Number(button.dataset.step) === at;
    mark(button, { "aria-current": current ? "step" : null });
    if (current) button.scrollIntoView({ block: "nearest" });
  }
  history.replaceState(null, "", link());
  return state;
}

/** All of it anew: another hand, other eyes, another language. */
function redraw() {
  if (!replay) return;
  const { hand, hands, steps, may, eyes } = replay;
  const { view } = steps[0];
  document.title = `${t("replay.title")} · ${t("review.hand", { hand })}`;
  by("hands").replaceChildren(...Array.from({ length: hands }, (_, n) => el("button", {
    type: "button", class: "button number", "data-testid": "replay-hand", "aria-label": t("review.hand", { hand: n + 1 }),
    "aria-current": n + 1 === hand ? "true" : null, text: String(n + 1), onclick: () => chooseHand(n + 1),
  })));
  by("hands").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  // An option holds no elements: the name is kept apart by marks.
  const saw = (/** @type {Seat} */ seat) => t("replay.saw", { name: `\u2068${nameOf(view, seat)}\u2069` });
  const names = { both: t("replay.both"), 0: saw(0), 1: saw(1), gallery: t("replay.gallery") };
  by("eyes").replaceChildren(...may.map((one) => el("option", { value: one, selected: one === eyes, dir: "auto", text: names[one] })));
  by("log").replaceChildren(...stepButtons(steps, show));
  mountSharing(by("share"), {
    replay,
    match,
    link: () => location.origin + link(),
    turn: () => {
      turned = !turned;
      drawStep();
    },
  });
  drawStep();
}

/** @param {number} hand */
async function chooseHand(hand) {
  await open(hand, replay?.eyes ?? null, () => 0);
  /** @type {HTMLElement | null} */ (by("hands").querySelector("[aria-current]"))?.focus();
}
