// @ts-check
// The home page: find an opponent, start a match, return to one, see the others.

import { ask, Trouble } from "./api.js";
import { cardFace } from "./cards.js";
import { against, choices, gallery, mountChoices, setNamed } from "./choices.js";
import { Closing } from "./closing.js";
import { by } from "./dom.js";
import { keepFresh } from "./edition.js";
import { load, onLanguage, t } from "./i18n.js";
import { showOwn } from "./games.js";
import { kept, onChoice } from "./keep.js";
import { letter } from "./keys.js";
import { mountLevels } from "./level_fields.js";
import { computerName, level } from "./levels.js";
import { Listing } from "./listing.js";
import { LiveBoard } from "./live_board.js";
import { mountLists } from "./lobby.js";
import { LobbyLine } from "./lobby_line.js";
import { me, onMe } from "./me.js";
import { askHow } from "./opening.js";
import { showPlayers } from "./players.js";
import { preference } from "./preferences.js";
import { mountQueue } from "./queue.js";
import { helpLink } from "./rule.js";
import { registerWorker } from "./register.js";
import { keepSearch, keptSearch } from "./search.js";
import { play, unlockByGesture } from "./sound.js";
import { clockWords } from "./terms.js";
import { mountTopbar } from "./topbar.js";

const buttons = ["play-bot", "queue-bot", "invite", "open-table", "live-bot"].map(by);
/** @type {Trouble | null} */
let shown = null;
let starting = false;
let leaving = false;
let own = "";

/** @param {"computer" | "human"} versus @param {boolean} [listed] @param {boolean} [advised] people may ask for hints */
async function start(versus, listed = false, advised = false) {
  if (starting || leaving) return; // a double click opens one table
  setStarting(true);
  const { preset, clock, rated } = choices();
  const terms = versus === "human" ? { clock, rated: rated && !advised, listed, gallery: gallery(), hints: advised } : { level: level(), ...against() };
  const hide_points = preference("hide_points") === "on";
  try {
    const { match } = await ask("POST", "/api/matches", { preset, versus, hide_points, ...terms });
    show(null);
    if (leaving) return;
    // Whoever plays the computer goes on waiting for somebody.
    keepSearch(versus === "computer" ? line.search : null);
    location.assign(`/m/${match}`); // the table shows its opener the link for the other seat
  } catch (trouble) {
    setStarting(false);
    show(trouble);
  }
}

/** What "Play the computer" will open. */
function drawBot() {
  const { clock } = against();
  const facts = [t("home.bot_hint", { level: t(`level.${level()}`) }), clock && clockWords(clock)];
  by("bot-hint").textContent = facts.filter(Boolean).join(" · ");
  by("queue-bot-hint").textContent = t(`level.${level()}`);
}

/** @param {boolean} now */
function setStarting(now) {
  starting = now;
  for (const button of buttons) button.setAttribute("aria-disabled", String(now));
}

/** @param {unknown} trouble */
function show(trouble) {
  if (trouble && !(trouble instanceof Trouble)) throw trouble;
  shown = /** @type {Trouble | null} */ (trouble ?? null);
  by("trouble").hidden = !shown;
  by("trouble-text").textContent = shown ? t(shown.key, shown.params) : "";
  if (shown?.key === "conn.blocked") by("trouble-text").append(" ", helpLink("conn.help", "/rules#blocked"));
}

async function refresh() {
  try {
    const all = await ask("GET", "/api/matches");
    showOwn(all);
    resume(all.matches);
    if (shown && line.state !== "outdated" && line.state !== "blocked") show(null);
  } catch (trouble) {
    show(trouble);
  }
}

/** The bar takes the place of the line that says what this is: nothing on the page moves. @param {import("./protocol.js").MatchRow[]} rows */
function resume(rows) {
  const running = rows.filter((row) => row.phase === "playing" || row.phase === "hand_over");
  const row = running.find((each) => each.your_turn) ?? running[0];
  by("resume").hidden = !row;
  by("tagline").hidden = !!row;
  if (!row) return;
  by("resume").setAttribute("href", `/m/${row.match}`);
  const who = row.level ? computerName(row.level) : row.opponent;
  by("resume-who").textContent = who ?? "";
  by("resume-score").textContent = `${row.score[0]} : ${row.score[1]}`;
  by("resume-turn").textContent = row.your_turn ? ` · ${t("games.your_turn")}` : "";
}

/** Somebody with a name has a rating. */
async function learnName() {
  try {
    const { player } = await me();
    setNamed((await ask("GET", `/api/players/${player}`)).rating !== null);
  } catch {
    setNamed(false); // without a line the page says so elsewhere
  }
  drawBot();
}

/**
 * An opponent is found, or a match waits for the reader. A tab that did not search stays where it is when nobody looks at
 * it, or when the reader has been at that table and came away. @param {string} match
 */
function paired(match) {
  const searched = queue.searched();
  queue.end();
  if (!searched && (document.hidden || kept("at_table") === match)) return refresh();
  leaving = true;
  keepSearch(null);
  by("toast").hidden = false;
  by("toast").textContent = t("home.paired");
  setTimeout(() => location.assign(`/m/${match}`), play("paired")); // the sound goes with the page
}

/** @param {import("./protocol.js").ServerFrame} frame */
function hear(frame) {
  switch (frame.t) {
    case "welcome":
      own = frame.player;
      return lists.setOwn(own);
    case "lobby":
      listing.lobby(frame);
      draw();
      board.again();
      return listed();
    case "lobby_changed":
      listing.changed(frame);
      return draw();
    case "seeking":
      return queue.seeking(frame);
    case "seek_ended":
      return queue.end();
    case "paired":
      return paired(frame.match);
    default:
      closing.hear(frame);
      board.hear(frame);
  }
}

function draw() {
  lists.show(listing);
  board.show(listing.live.values(), own);
}

/** A table of one's own is closed, or somebody has sat down at it. @param {string | null} taken */
function closed(taken) {
  if (taken) return location.assign(`/m/${taken}`);
  board.again();
  refresh();
}

/** @param {string} code @param {number} retryMs */
function refused(code, retryMs) {
  queue.end();
  const seconds = Math.max(1, Math.ceil(retryMs / 1000));
  show(code === "RATE_LIMITED" ? new Trouble("err.fast", { n: seconds }) : new Trouble(code === "UNAVAILABLE" ? "err.unavailable" : "err.unknown"));
}

/** @param {import("./line.js").LineState} now */
function onLine(now) {
  queue.onLine(now);
  if (now === "outdated") show(new Trouble("err.version"));
  else if (now === "blocked") show(new Trouble("conn.blocked"));
  else if (now === "online" && shown?.key === "conn.blocked") show(null);
}

/** Resolves after so many ms. @param {number} ms */
const patience = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @type {() => void} */
let listed = () => {};
const theList = new Promise((resolve) => (listed = () => resolve(null)));

await load();
// First, for what it fetches takes longest; nothing of it is heard before all below stands.
const line = new LobbyLine({ onFrame: hear, onRefused: refused, onLine }, { search: keptSearch() });
mountTopbar(by("topbar"));
unlockByGesture();
mountChoices();
mountLevels(by("levels"), drawBot);
for (const choice of ["bot_clock", "rated_bot", "clock"]) onChoice(choice, drawBot);
by("fan").append(...["HK", "HQ", "SA", "CT", "DJ"].map(cardFace));
const listing = new Listing();
const lists = mountLists(document.body, (match) => closing.start(match));
keepSearch(null);
const queue = mountQueue({ start: () => line.seek(choices()), stop: () => line.stop() });
if (line.search) queue.begin();
const closing = new Closing(line, closed);
const board = new LiveBoard(by("live-board"), (frame) => line.send(frame));

by("play-bot").addEventListener("click", () => start("computer"));
by("queue-bot").addEventListener("click", () => start("computer"));
by("live-bot").addEventListener("click", () => start("computer"));
by("invite").addEventListener("click", () => start("human"));
by("open-table").addEventListener("click", () => starting || askHow((forAll, advised) => start("human", forAll, advised)));
by("players").addEventListener("click", () => me().then(({ player }) => showPlayers(player), show));
by("choose-name").addEventListener("click", () => /** @type {HTMLElement} */ (document.querySelector(".topbar .name")).click());
by("again").addEventListener("click", () => (line.state === "outdated" ? location.reload() : refresh()));
addEventListener("keydown", (event) => {
  const id = /** @type {Record<string, string>} */ ({ p: "play-now", b: "play-bot", i: "invite" })[letter(event)];
  if (!id || !event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  by(id).click();
});
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
addEventListener("online", refresh);
addEventListener("pageshow", (event) => {
  // Back from a table by the browser's own button: the page may be the old one, as it was left.
  setStarting(false);
  leaving = false;
  by("toast").hidden = true;
  if (event.persisted) {
    queue.end();
    refresh();
  }
});
keepFresh({ free: () => !starting && !leaving, tell: () => {}, leave: () => keepSearch(line.search) });
onMe(learnName);
onLanguage(() => {
  show(shown);
  lists.draw();
  board.draw();
  queue.draw();
  refresh();
});
// Shown whole if the games and the list come soon, and without them if they do not.
await Promise.race([Promise.all([refresh(), learnName(), theList]), patience(700)]);
document.documentElement.dataset.ready = "";
registerWorker();
const wanted = /** @type {Record<string, string>} */ ({ "#play": "play-now", "#bot": "play-bot" })[location.hash];
if (wanted) {
  // From a match that is over, the next opponent on the same terms; or from the page of those who have played none.
  history.replaceState(null, "", location.pathname);
  by(wanted).click();
}
