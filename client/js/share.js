// @ts-check
// A link to hand on: by the system's own sheet where there is one, by copying, by a camera; and the picture of a result.

import { copyText } from "./clipboard.js";
import { button, el } from "./dom.js";
import { language, t } from "./i18n.js";
import { qrCode } from "./qr.js";
import { openSheet } from "./sheet.js";

/**
 * The field with a link, and the buttons beside it. Test ids begin with `name`.
 * @param {string} url @param {string} label the key of what the field is called @param {string} name
 * @returns {{field: HTMLElement, said: HTMLElement, buttons: HTMLElement[]}} `said` tells that it was copied
 */
export function linkParts(url, label, name) {
  const field = /** @type {HTMLInputElement} */ (el("input", { class: "field", readonly: true, dir: "ltr", value: url, "aria-label": t(label), "data-testid": `${name}-link` }));
  const said = el("p", { class: "small quiet", role: "status" });
  const copy = async () => {
    await copyText(url);
    field.select();
    said.textContent = t("invite.copied");
  };
  const buttons = [button("invite.copy", `${name}-copy`, copy, { kind: "primary" })];
  if ("share" in navigator) buttons.push(button("table.share", `${name}-share`, () => navigator.share({ url }).catch(() => {})));
  return { field, said, buttons };
}

/** The place for the link as a picture, which comes a moment later and moves nothing. @param {Promise<HTMLElement | null>} coming */
export function qrSlot(coming) {
  const slot = el("div", { class: "qr-slot" });
  coming.then((code) => code && slot.replaceChildren(code));
  return slot;
}

/**
 * A dialog with all the ways to hand a page of this site on, and a picture to keep.
 * @param {{path: string | null, picture?: string | null}} what the address of a page, null where nobody else may look;
 *   and that of the match whose result is to be shown
 */
export function share({ path, picture = null }) {
  const link = path ? linkParts(location.origin + path, "share.link", "share") : null;
  const shown = picture && el("img", { class: "picture", src: `${picture}/picture.svg?lang=${language()}`, alt: t("share.picture"), width: 1200, height: 630 });
  const save = picture && el("a", { class: "button", href: `${picture}/picture?lang=${language()}`, download: true, "data-testid": "share-picture", text: t("share.save") });
  const buttons = el("div", { class: "buttons" }, ...(link?.buttons ?? []), save || null);
  buttons.querySelector(".button")?.setAttribute("autofocus", "");
  openSheet("table.share", shown || null, ...(link ? [link.field, link.said] : []), buttons, link ? qrSlot(qrCode(/** @type {string} */ (path))) : null).dataset.testid = "share";
}
