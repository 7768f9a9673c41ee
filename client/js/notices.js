// @ts-check
// Asks for the system's notices, by a button and nowhere else, and says how it stands with them.

import { t } from "./i18n.js";
import { keep, onChoice } from "./keep.js";
import { preference } from "./preferences.js";

const known = () => "Notification" in window;
const on = () => known() && Notification.permission === "granted" && preference("notices") === "on";

/** @param {HTMLElement} button @param {HTMLElement} said @returns {() => void} writes both anew */
export function mountNotices(button, said) {
  /** This browser knows notices, and shows none for a page. */
  let refused = false;
  const show = () => {
    const denied = known() && Notification.permission === "denied";
    button.textContent = t(on() ? "settings.notices_stop" : "settings.notices_start");
    button.hidden = !known() || refused;
    said.textContent = t(!known() || refused ? "settings.notices_none" : denied ? "settings.notices_denied" : on() ? "settings.notices_on" : "settings.notices_off");
  };
  button.addEventListener("click", async () => {
    if (on()) return keep("notices", "off");
    if ((await Notification.requestPermission()) !== "granted") return show();
    try {
      // The first one says that they come; on phones only an installed application may make any.
      new Notification(t("settings.notices_on"), { tag: "settings" });
      keep("notices", "on");
    } catch {
      refused = true;
      show();
    }
  });
  onChoice("notices", show);
  return show;
}
