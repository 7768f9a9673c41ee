// @ts-check
// A form in which the reader changes his name: checked by the server, and answered in words.

import { Trouble } from "./api.js";
import { parts, t } from "./i18n.js";
import { rename, suggestion } from "./me.js";

/**
 * @param {HTMLFormElement} form with a field called "name", a place to answer, .said, and a button for a better name, .suggested
 * @param {(say: (text: string) => void) => void} done the name is changed
 * @returns {{field: HTMLInputElement, say: (text: string) => void}}
 */
export function mountNameForm(form, done) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  const said = /** @type {HTMLElement} */ (form.querySelector(".said"));
  const suggested = /** @type {HTMLElement} */ (form.querySelector(".suggested"));
  const say = (/** @type {string} */ text, wrong = false) => {
    said.textContent = text;
    said.classList.toggle("wrong", wrong);
    field.setAttribute("aria-invalid", String(wrong));
    suggested.hidden = true;
  };
  const suggest = (/** @type {string | null} */ name) => {
    suggested.hidden = !name;
    suggested.firstElementChild?.replaceChildren(name ? parts("err.name_try", { name }) : "");
    suggested.onclick = () => {
      field.value = name ?? "";
      say(t("settings.name_hint"));
      field.focus();
    };
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await rename(field.value.trim());
      done(say);
    } catch (trouble) {
      if (!(trouble instanceof Trouble)) throw trouble;
      say(t(trouble.key, trouble.params), true);
      suggest(trouble.key === "err.name" ? suggestion(field.value) : null);
      field.focus();
    }
  });
  return { field, say };
}
