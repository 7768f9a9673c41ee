// @ts-check
// For the table page: a search for an opponent that goes on while its player plays the computer.

import { button, el } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { LobbyLine } from "./lobby_line.js";
import { keepSearch, keptSearch, Stopwatch } from "./search.js";
import { play } from "./sound.js";

/**
 * Fills the element with a bar that says how the search stands, and leads to the match when an opponent is found. It is
 * hidden without a search. It has a line of its own while this tab searches; what the table's own line hears of a search
 * (`seeking`, `seek_ended`, `paired`) is to be given to `hear`.
 * @param {HTMLElement} element @returns {{hear: (frame: import("./protocol.js").ServerFrame) => void}}
 */
export function mountSeek(element) {
  const watch = new Stopwatch();
  const said = el("p", { class: "seek-said" });
  const left = el("span", { class: "number", "data-testid": "paired-left" });
  const spoken = el("p", { class: "hidden-text", role: "alert" });
  const stop = button("home.stop", "queue-stop", () => end(true));
  const go = el("a", { class: "button primary", "data-testid": "paired-go" });
  /** @type {LobbyLine | null} */
  let line = null;
  /** @type {"" | "searching" | "paired"} */
  let state = "";
  let ticking = 0;
  /** Until when, by this page's stopwatch, the place at the new table is kept. @type {number | null} */
  let until = null;

  element.classList.add("seek-bar");
  element.setAttribute("data-testid", "queue");
  element.append(said, stop, go, spoken);

  const draw = () => {
    element.hidden = !state;
    said.textContent = state === "searching" ? t("home.searching", { t: watch.text() }) : state ? t("home.paired") : "";
    if (state === "paired" && until !== null) {
      const seconds = Math.ceil((until - performance.now()) / 1000);
      if (seconds <= 0) return become(""); // too late: the match is called off
      left.textContent = t("home.come_within", { n: seconds });
      said.append(" ", left);
    }
    stop.textContent = t("home.stop");
    go.textContent = t("home.go");
    stop.hidden = state !== "searching";
    go.hidden = state !== "paired";
  };
  const become = (/** @type {typeof state} */ now) => {
    state = now;
    clearInterval(ticking);
    if (state) ticking = setInterval(draw, 1000);
    draw();
  };
  const end = (/** @type {boolean} */ byReader) => {
    if (byReader) {
      line ??= new LobbyLine(listener, { lists: false });
      line.stop();
    }
    keepSearch(null);
    become("");
  };
  const hear = (/** @type {import("./protocol.js").ServerFrame} */ frame) => {
    if (frame.t === "seeking") {
      watch.set(frame);
      if (state !== "paired") become("searching");
    } else if (frame.t === "seek_ended" && state === "searching") end(false);
    else if (frame.t === "paired") {
      keepSearch(null);
      if (location.pathname === `/m/${frame.match}`) return become("");
      go.setAttribute("href", `/m/${frame.match}`);
      if (state !== "paired") play("paired"); // it comes again until the reader is there
      if (frame.within_ms !== null) until = performance.now() + frame.within_ms;
      become("paired");
      spoken.textContent = t("home.paired");
    }
  };
  const listener = { onFrame: hear, onRefused: () => end(false) };

  const search = keptSearch();
  if (search) {
    line = new LobbyLine(listener, { lists: false, search });
    become("searching");
  } else draw();
  onLanguage(draw);
  return { hear };
}
