// @ts-check
// "Play now" and what stands in its place while an opponent is looked for: how long, what to expect, Stop.

import { by, write } from "./dom.js";
import { t } from "./i18n.js";
import { outlook, Stopwatch } from "./search.js";

/** A second click on "Play now" is no click on "Stop", which has come to lie there. */
const DOUBLE_MS = 500;

/** @param {{start: () => void, stop: () => void}} acts */
export function mountQueue(acts) {
  const watch = new Stopwatch();
  /** @type {import("./search.js").Seeking | null} */
  let frame = null;
  let searching = false;
  let searched = false;
  let offered = false;
  let clickedAt = -DOUBLE_MS;
  let ticking = 0;
  /** @type {import("./line.js").LineState} */
  let line = "online";

  const tick = () => write(by("queue-text"), t("home.searching", { t: watch.text() }));
  const draw = () => {
    tick();
    write(by("queue-outlook"), line === "online" ? outlook(frame) : t(line === "restarting" ? "conn.restart" : "conn.re"));
    swap("play-now", "queue", searching);
    swap("play-bot", "queue-bot", searching && offered);
  };
  const begin = () => {
    if (searching) return;
    searching = true;
    offered = false;
    frame = null;
    watch.from = performance.now();
    ticking = setInterval(tick, 250);
    draw();
    by("queue-said").textContent = t("home.searching", { t: "" }).trim();
  };
  const end = () => {
    searching = searched = offered = false;
    clearInterval(ticking);
    draw();
    by("queue-said").textContent = "";
  };
  by("play-now").addEventListener("click", () => {
    if (searching) return;
    begin();
    searched = true;
    clickedAt = performance.now();
    acts.start();
  });
  by("queue-stop").addEventListener("click", () => {
    if (performance.now() - clickedAt < DOUBLE_MS) return;
    end();
    acts.stop();
  });
  return {
    begin: () => {
      begin();
      searched = true;
    },
    end,
    draw,
    /** This tab began the search that goes on. */
    searched: () => searched,
    /** The search as the server sees it, also one that began in another tab. @param {import("./search.js").Seeking} now */
    seeking: (now) => {
      begin();
      watch.set(now);
      frame = now;
      if (now.offer_computer && !offered) by("queue-said").textContent = t("home.wait_bot");
      offered ||= now.offer_computer;
      draw();
    },
    /** @param {import("./line.js").LineState} now */
    onLine: (now) => {
      line = now;
      draw();
    },
  };
}

/** One in the place of the other, and the focus with it. @param {string} usual @param {string} other @param {boolean} now */
function swap(usual, other, now) {
  const [from, to] = [by(now ? usual : other), by(now ? other : usual)];
  const focused = from.contains(document.activeElement);
  from.hidden = true;
  to.hidden = false;
  if (focused) /** @type {HTMLElement} */ (to.matches("button") ? to : to.querySelector("button")).focus({ preventScroll: true });
}
