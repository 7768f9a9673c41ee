// @ts-check
// The log on the screen: a line for each thing that happened.

import { by, el } from "./dom.js";
import { onLanguage, parts } from "./i18n.js";
import { logLine } from "./words.js";

/** @typedef {import("./words.js").Said} Said */

/** As many as a long hand has, of this hand and the one before: of the others the score sheet tells, and each can be
 * replayed. A page of thousands of nodes would be slow on a phone. */
const LINES = 36;
/** So near to its end a reader counts as reading along. In px. */
const NEAR_END = 40;

/** What changes the table, as against words and proposals: a line of it leads back to it. */
const TURN = /^(hand|trump|stock|marriage|card|trick|claimed|match_(won|resigned|called))/;

/** The hand that is played, 0 if that is not known, and how much has happened in it. */
const place = { hand: 0, events: 0 };

/** The line of the last deal. @type {Element | null} */
let dealt = null;

/** What each line says, in the language of its reader. @type {WeakMap<Element, () => Said>} */
const words = new WeakMap();

/** Something was not told: which line belongs to what is known again from the next hand on. */
export function losePlace() {
  place.hand = 0;
  settle();
}

/** The lines of a hand that is played no more are lines and nothing else. */
function settle() {
  for (const row of by("log").querySelectorAll("button")) row.replaceWith(...row.childNodes);
}

/** @param {import("./protocol.js").Event[]} events @param {import("./protocol.js").View} view */
export function logEvents(events, view) {
  for (const event of events) {
    if (event.t === "hand_dealt") {
      settle();
      if (event.number > 2) while (dealt?.previousElementSibling) dealt.previousElementSibling.remove();
      Object.assign(place, { hand: event.number, events: 0 });
    }
    const turn = TURN.test(event.t);
    const said = logLine(event, view);
    if (said) log(() => logLine(event, view) ?? said, turn && place.hand ? `${place.hand} ${place.events}` : null);
    if (event.t === "hand_dealt") dealt = by("log").lastElementChild;
    if (turn) place.events++;
  }
}

/** @param {() => Said} said called again when the language changes @param {string | null} [at] the hand, and which event of it */
export function log(said, at = null) {
  const list = by("log");
  const line = el("p", { class: said().tone ?? "" }, at && el("button", { type: "button", class: "look", "data-at": at }));
  words.set(line, said);
  write(line);
  // One stop for the tab key, as in the hand.
  if (at) for (const row of list.querySelectorAll("button:not([tabindex])")) row.setAttribute("tabindex", "-1");
  list.append(line);
  while (list.children.length > LINES) list.firstElementChild?.remove();
  follow(list);
}

/** @param {Element} line */
function write(line) {
  const said = words.get(line)?.();
  if (said) (line.querySelector("button") ?? line).replaceChildren(parts(said.key, said.params));
}

onLanguage(() => {
  [...by("log").children].forEach(write);
  follow(by("log"));
});

/** Lists in which somebody reads what is further up. @type {WeakSet<HTMLElement>} */
const readAbove = new WeakSet();

/** From now on whoever reads the end of a list goes on reading the end, see `follow`. @param {HTMLElement} list */
export function watch(list) {
  list.addEventListener("scroll", () => {
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
    readAbove[atEnd ? "delete" : "add"](list);
  });
}

/** A list has changed. It is measured when the page is laid out in any case, for that is dear on a phone. @param {HTMLElement} list */
export function follow(list) {
  if (!readAbove.has(list)) requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
}
