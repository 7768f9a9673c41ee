// @ts-check
// Calls the reader back when it has become his turn and he looks elsewhere: in the title, by the icon of the tab, and by a
// notice of the system if he asked for those. Nothing flashes, and all of it goes when he is back.

import { t } from "./i18n.js";
import { preference } from "./preferences.js";

const MARK = "●";
const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
const usual = icon.href;
const calling = new URL("../icon_turn.svg", import.meta.url).href;

/** @type {Notification | null} */
let notice = null;
let waited = false;

const away = () => document.hidden || !document.hasFocus();

/** @param {boolean} turn whether the table waits for the reader @param {string} about what a notice says of it */
export function callBack(turn, about) {
  const now = turn && away();
  const title = now ? `${MARK} ${t("say.turn")}` : t("table.title");
  if (document.title !== title) document.title = title;
  const shown = now ? calling : usual;
  if (icon.href !== shown) icon.href = shown;
  if (!now) {
    notice?.close();
    notice = null;
  } else if (!waited) notice = notify(about);
  waited = turn; // who goes away while it is his turn knows that
}

/** @param {string} about @returns {Notification | null} */
function notify(about) {
  if (preference("notices") !== "on" || !("Notification" in window) || Notification.permission !== "granted") return null;
  try {
    const made = new Notification(t("say.turn"), { body: about, icon: calling, tag: location.pathname });
    made.onclick = () => {
      window.focus();
      made.close();
    };
    return made;
  } catch {
    return null; // on phones only an installed application may
  }
}

/** Calls back when the reader comes or goes. @param {() => void} changed */
export function onAway(changed) {
  document.addEventListener("visibilitychange", changed);
  addEventListener("focus", changed);
  addEventListener("blur", changed);
}
