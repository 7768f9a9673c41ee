// @ts-check
// The link of a table as a picture to point a phone at; the server draws it.

import { Trouble } from "./api.js";
import { t } from "./i18n.js";

/**
 * The picture of `/m/<match>#<key>`, at least 180 px wide, dark on white in any theme. Null when there is none to be had:
 * the link beside it does the same. Raises nothing.
 * @param {string} path @returns {Promise<HTMLElement | null>}
 */
export async function qrCode(path) {
  try {
    const answer = await fetch("/api/qr", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ path }) });
    if (!answer.ok) throw new Trouble("err.unknown");
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (drawn.localName !== "svg") throw new Trouble("err.unknown");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", t("invite.qr"));
    drawn.setAttribute("data-testid", "invite-qr");
    const frame = document.createElement("div");
    frame.className = "qr";
    frame.append(document.importNode(drawn, true));
    return frame;
  } catch {
    return null;
  }
}
