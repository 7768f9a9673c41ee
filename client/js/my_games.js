// @ts-check
// The page of the reader's own matches: how he stands, what goes on, and what is over.

import { ask, Trouble } from "./api.js";
import { by, el, mark, write } from "./dom.js";
import { figures } from "./figures.js";
import { showFinished, showGoingOn } from "./games.js";
import { load, onLanguage, parts, t } from "./i18n.js";
import { me, onMe } from "./me.js";
import { plot, plotTable } from "./plot.js";
import { mountTopbar } from "./topbar.js";

/** @typedef {import("./protocol.js").FinishedRow} FinishedRow */
/** @typedef {import("./protocol.js").MatchRow} MatchRow */
/** @typedef {{finished: FinishedRow[], next: string | null}} Page */

const TABS = ["running", "paused", "finished"];
const DAY_MS = 24 * 3600 * 1000;
const TILES = 4;

/** @type {MatchRow[]} */
let matches = [];
/** @type {Page} all pages that were read, as one */
let over = { finished: [], next: null };
/** @type {import("./protocol.js").Profile | null} */
let profile = null;
let isEmpty = false;
let days = 90;
/** @type {Trouble | null} */
let shown = null;
const filter = /** @type {HTMLSelectElement} */ (by("only"));
const ranges = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-days]")]);
const tabs = TABS.map((name) => by(`tab-${name}`));

await load();
mountTopbar(by("topbar"));
tabs.forEach((tab, n) => {
  tab.addEventListener("click", () => choose(n));
  tab.addEventListener("keydown", onKey);
});
filter.addEventListener("change", () => attempt(async () => (over = await page())));
by("more").addEventListener("click", () => attempt(more));
for (const range of ranges) {
  range.addEventListener("click", () => {
    days = Number(range.dataset.days);
    drawStanding();
  });
}
by("as-table").addEventListener("click", () => {
  mark(by("as-table"), { "aria-pressed": String(by("as-table").getAttribute("aria-pressed") !== "true") });
  drawStanding();
});
await attempt(refresh);
choose(first(), false);
onLanguage(draw);
onMe(() => attempt(refresh));
document.documentElement.dataset.ready = "";
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && attempt(refresh));
addEventListener("online", () => attempt(refresh));
addEventListener("pageshow", (event) => event.persisted && attempt(refresh));

/** What is asked of the server, and what goes wrong with it. @param {() => Promise<unknown>} act */
async function attempt(act) {
  try {
    await act();
    shown = null;
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    shown = trouble;
  }
  draw();
}

async function refresh() {
  const { player } = await me();
  const [all, standing] = await Promise.all([ask("GET", "/api/matches"), ask("GET", `/api/players/${player}`)]);
  const newest = filter.value ? await page() : all;
  matches = all.matches;
  profile = standing;
  isEmpty = !all.matches.length && !all.finished.length;
  const known = new Set(newest.finished.map((/** @type {FinishedRow} */ { match }) => match));
  const older = over.finished.filter(({ match }) => !known.has(match));
  // Where the newest page reaches what was read before, the pages behind it are still there.
  over = older.length < over.finished.length ? { finished: [...newest.finished, ...older], next: over.next } : newest;
}

/** @param {string} [before] @returns {Promise<Page>} */
function page(before) {
  const asked = new URLSearchParams({ ...(filter.value && { only: filter.value }), ...(before && { before }) });
  return ask("GET", `/api/matches/finished?${asked}`);
}

async function more() {
  if (!over.next) return;
  const { finished, next } = await page(over.next);
  const place = over.finished.length;
  over = { finished: [...over.finished, ...finished], next };
  draw();
  write(by("said"), t("games.shown", { n: over.finished.length }));
  const row = by("list-finished").children[place];
  if (!next) /** @type {HTMLElement | null} */ (row?.querySelector("button, a"))?.focus(); // the button is gone
}

function draw() {
  by("trouble").hidden = !shown;
  write(by("trouble"), shown ? t(shown.key, shown.params) : "");
  by("none").hidden = !isEmpty;
  by("matches").hidden = isEmpty || !profile;
  const paused = matches.filter(({ phase }) => phase === "paused");
  const running = matches.filter(({ phase }) => phase !== "paused");
  showGoingOn(by("list-running"), running);
  showGoingOn(by("list-paused"), paused);
  showFinished(by("list-finished"), over.finished);
  [running, paused, over.finished].forEach((rows, n) => (by(`empty-${TABS[n]}`).hidden = rows.length > 0));
  const turns = running.filter((row) => row.your_turn).length;
  tab(0, running.length, turns > 0);
  tab(1, paused.length, paused.some(({ proposal, seat }) => proposal?.what === "resume" && proposal.seat !== seat));
  by("more").hidden = !over.next;
  drawStanding();
}

/** How many there are, and whether one of them waits for the reader. @param {number} n @param {number} count @param {boolean} waits */
function tab(n, count, waits) {
  write(/** @type {HTMLElement} */ (tabs[n].querySelector(".count")), count ? String(count) : "");
  tabs[n].classList.toggle("waits", waits);
  write(/** @type {HTMLElement} */ (tabs[n].querySelector(".hidden-text")), waits ? t("games.waits") : "");
}

function drawStanding() {
  by("standing").hidden = isEmpty || !profile;
  if (!profile) return;
  const { rating, record, history } = profile;
  const played = record.matches > 0 || history.length > 0;
  by("no-record").hidden = played;
  by("record").hidden = !played;
  if (!played) return;
  by("rating").replaceChildren(rating ? parts(rating.provisional ? "stats.provisional" : "stats.rating", { n: String(rating.value), d: String(rating.deviation) }) : t("stats.guest"));
  const told = figures(profile);
  by("tiles").replaceChildren(...told.slice(0, TILES));
  by("figures").replaceChildren(...told.slice(TILES));
  by("course").hidden = !history.length;
  for (const range of ranges) mark(range, { "aria-pressed": String(Number(range.dataset.days) === days) });
  const points = days ? history.filter(({ at }) => at >= Date.now() - days * DAY_MS) : history;
  const asTable = by("as-table").getAttribute("aria-pressed") === "true";
  by("plot").replaceChildren(points.length ? (asTable ? plotTable(points) : plot(points)) : el("p", { class: "quiet", text: t("stats.none_then") }));
}

/** The tab that the address names, else the first with something in it. */
function first() {
  const named = TABS.indexOf(location.hash.slice(1));
  if (named >= 0) return named;
  const phases = matches.map(({ phase }) => (phase === "paused" ? 1 : 0));
  return phases.length ? Math.min(...phases) : 2;
}

/** @param {number} chosen @param {boolean} [keep] */
function choose(chosen, keep = true) {
  tabs.forEach((tab, n) => {
    mark(tab, { "aria-selected": String(n === chosen), tabindex: n === chosen ? "0" : "-1" });
    by(`panel-${TABS[n]}`).hidden = n !== chosen;
  });
  if (keep) history.replaceState(null, "", `#${TABS[chosen]}`);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const forward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const now = tabs.indexOf(/** @type {HTMLElement} */ (event.currentTarget));
  const step = event.key === forward ? 1 : event.key === "ArrowLeft" || event.key === "ArrowRight" ? -1 : 0;
  const next = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : (now + step + TABS.length) % TABS.length;
  if (next === now) return;
  event.preventDefault();
  choose(next);
  tabs[next].focus();
}
