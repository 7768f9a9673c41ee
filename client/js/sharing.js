// @ts-check
// What can be taken along from a replay, and where one can go from it.

import { copyText } from "./clipboard.js";
import { button, by, el } from "./dom.js";
import { t } from "./i18n.js";
import { asText } from "./steps.js";

/**
 * @param {HTMLElement} element
 * @param {{replay: import("./protocol.js").Replay, match: string, link: () => string, turn: () => void}} shown
 */
export function mountSharing(element, { replay, match, link, turn }) {
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    await copyText(text);
    by("copied").textContent = t(done);
  };
  by("copied").textContent = "";
  element.replaceChildren(
    button("replay.link", "replay-link", () => copy(link(), "invite.copied")),
    button("replay.text", "replay-text", () => copy(asText(replay, link()), "replay.text_copied")),
    button("btn.switch", "replay-switch", turn),
    ...(replay.over && replay.you !== null ? [el("a", { class: "button", href: `/m/${match}/review`, "data-testid": "to-review", text: t("btn.review") })] : []),
    el("a", { class: "button", href: `/m/${match}`, "data-testid": "to-table", text: t("review.back") }),
  );
}
