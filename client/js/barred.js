// @ts-check
// In the place of a table of which there is nothing to see: what else there is to do.

import { by, el } from "./dom.js";
import { t } from "./i18n.js";
import { session } from "./session.js";

export function drawBarred() {
  by("felt").replaceChildren(el("div", { class: "nomatch" },
    session.barred === "err.nomatch" ? el("p", { text: t("err.nomatch_why") }) : null,
    el("a", { class: "button primary", href: "/#play", text: t("home.play") }), el("a", { class: "button", href: "/", text: t("table.home") }),
    // When such a match is over, everybody may look back at it.
    session.barred === "err.nowatch" ? el("a", { class: "button", href: `/m/${session.match}/replay`, text: t("btn.replay") }) : null));
}
