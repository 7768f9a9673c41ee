// @ts-check
// Links to what can be read about a sentence: the rule behind a no, help with a trouble. They open beside the match.

import { el } from "./dom.js";
import { t } from "./i18n.js";
import { session } from "./session.js";

/** @param {string} key @param {string} href @returns {HTMLElement} */
export function helpLink(key, href) {
  return el("a", { class: "more", href, target: "_blank", rel: "noopener", "data-testid": "more" },
    el("span", { text: t(key) }), el("span", { class: "hidden-text", text: ` (${t("rules.new_tab")})` }));
}

/** The rule behind a reason why not. @param {import("./words.js").Said} said @returns {HTMLElement | null} */
export function ruleLink({ key }) {
  const reason = key === "err.fast" ? "rate_limited" : /^why\.(\w+)$/.exec(key)?.[1];
  const preset = session.state ? `?preset=${session.state.view.preset}` : "";
  return reason ? helpLink("rules.rule", `/rules${preset}#why.${reason}`) : null;
}
