// @ts-check
// How a rating went: a line over time, and the same numbers as a table. Time runs to the right in every language.

import { el } from "./dom.js";
import { locale, t } from "./i18n.js";
import { signed } from "./numbers.js";

/** @typedef {import("./protocol.js").RatingPoint} Point */

const STEPS = [10, 20, 50, 100, 200, 500, 1000];
const MOST_STEPS = 4;

/** @param {Point[]} points at least one, the oldest first */
export function plot(points) {
  const values = points.map(({ value }) => value);
  const [first, last] = [points[0], points[points.length - 1]];
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [top, bottom] = [ticks[0], ticks[ticks.length - 1]];
  const x = (/** @type {Point} */ { at }) => ((100 * (at - first.at)) / Math.max(1, last.at - first.at)).toFixed(2);
  const y = (/** @type {number} */ value) => ((100 * (top - value)) / (top - bottom)).toFixed(2);
  const holder = document.createElement("template");
  // Stretched to its place; the width of a line is not, and a line of no length with round ends is a dot.
  holder.innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img">
    <path class="grid" d="${ticks.map((tick) => `M0 ${y(tick)}H100`).join("")}"/>
    <polyline points="${points.map((point) => `${x(point)},${y(point.value)}`).join(" ")}"/>
    <path class="dot" d="M${points.length > 1 ? x(last) : 50} ${y(last.value)}h.01"/></svg>`;
  const drawn = /** @type {Element} */ (holder.content.firstElementChild);
  drawn.setAttribute("aria-label", t("stats.plot", { n: points.length, from: day(first.at), to: day(last.at), first: String(first.value), last: String(last.value), low: String(Math.min(...values)), high: String(Math.max(...values)) }));
  return el("div", { class: "plot", dir: "ltr", "data-testid": "plot" },
    drawn,
    el("div", { class: "values number", "aria-hidden": "true" }, ...ticks.map((tick) => el("span", { text: String(tick) }))),
    el("div", { class: "days", "aria-hidden": "true" }, ...ends(first.at, last.at).map((text) => el("span", { text, dir: "auto" }))));
}

/** @param {Point[]} points the oldest first; the newest stands on top */
export function plotTable(points) {
  const rows = [...points].reverse().map(({ at, value, change }) => el("tr", {}, el("td", { text: day(at) }), el("td", { text: String(value) }), el("td", {}, el("bdi", { dir: "ltr", text: signed(change) }))));
  return el("div", { class: "plot-table", tabindex: "0", role: "region", "aria-label": t("stats.table") }, el("table", { class: "number" },
    el("thead", {}, el("tr", {}, ...["stats.day", "stats.value", "stats.change"].map((key) => el("th", { scope: "col", text: t(key) })))),
    el("tbody", {}, ...rows)));
}

/** Round numbers around all that is shown, the highest first. @param {number} low @param {number} high */
function ticksOf(low, high) {
  const step = STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) <= MOST_STEPS) ?? STEPS[STEPS.length - 1];
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  return Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => top - n * step);
}

/** Of one day the times, else the days. @param {number} from @param {number} to */
function ends(from, to) {
  const name = new Date(from).toDateString() === new Date(to).toDateString() ? time : day;
  return name(from) === name(to) ? [name(from)] : [name(from), name(to)];
}

/** @param {number} at */
function day(at) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at);
}

/** @param {number} at */
function time(at) {
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(at);
}
