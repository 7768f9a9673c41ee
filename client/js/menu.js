// @ts-check
// The menu of the table: what is done more rarely than by the row of actions.

import { switchSide, toggleLog } from "./actions.js";
import { openChat } from "./chat.js";
import { dialog, showKeys, showTricks, showWatchers } from "./dialogs.js";
import { button, el } from "./dom.js";
import { keep } from "./keep.js";
import { abort, concede, leave, resign, save, stop } from "./leaving.js";
import { showPlayers } from "./players.js";
import { preference } from "./preferences.js";
import { session } from "./session.js";
import { termsOf } from "./terms.js";

export function showMenu() {
  const { state } = session;
  if (!state) return;
  const item = (/** @type {string} */ key, /** @type {string} */ testid, /** @type {() => void} */ act) => button(key, testid, () => {
    menu.close();
    act();
  });
  const { view } = state;
  const people = view.versus === "human";
  const company = people && preference("zen") === "off";
  const game = state.player
    ? [item("btn.save", "btn-save", save), item("btn.cancel", "btn-cancel", concede), item("btn.resign", "btn-resign", resign),
      view.may_abort ? item("btn.abort", "btn-abort-menu", abort) : people ? item("btn.stop", "btn-stop", stop) : null, item("btn.sort", "btn-sort", flipSort)]
    : [item("btn.switch", "btn-switch", switchSide)];
  const menu = dialog("btn.menu", el("div", { class: "menu" },
    item("btn.last", "btn-last", () => showTricks(state)), ...game, item("btn.log", "btn-log", toggleLog),
    company ? item("btn.chat", "btn-chat", openChat) : null, company ? item("spec.title", "btn-watchers", () => showWatchers(state)) : null,
    people && view.seats[state.far] ? item("stats.opponent", "btn-opponent", () => showPlayers(view.seats[state.far]?.player ?? "")) : null,
    item("btn.keys", "btn-keys", showKeys), state.player ? item("btn.leave", "btn-leave", leave) : null,
    el("p", { class: "small quiet", text: termsOf(view).join(" · ") })));
}

/** The table hears of it as of every choice. */
function flipSort() {
  keep("reverse", preference("reverse") === "on" ? "off" : "on");
}
