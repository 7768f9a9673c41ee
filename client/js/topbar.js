// @ts-check
// The bar on top of every page: home, what page this is, language, theme, sound, name.

import { LANGUAGES, language, onLanguage, setLanguage, t, translate } from "./i18n.js";
import { el } from "./dom.js";
import { keep, onChoice } from "./keep.js";
import { me, onMe } from "./me.js";
import { mountNameForm } from "./name_form.js";
import { preference } from "./preferences.js";
import { setTheme, theme } from "./theme.js";

const ICONS = {
  light: `<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5"/>`,
  dark: `<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"/>`,
  system: `<circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/>`,
  on: `<path d="M4 9h4l5-4v14l-5-4H4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11"/>`,
  off: `<path d="M4 9h4l5-4v14l-5-4H4zM17 9.5l5 5M22 9.5l-5 5"/>`,
  pen: `<path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"/>`,
};

const PAGES = { "/games": "nav.games", "/settings": "nav.settings", "/rules": "nav.rules" };

const BAR = `
  <a class="home" href="/" data-t-label="nav.home"><img class="logo" src="${new URL("../icon.svg", import.meta.url)}" alt="" width="32" height="32"><span class="word">Schnapsen</span></a>
  <span class="badge" hidden></span>
  <nav class="pages" id="pages" popover data-t-label="nav.top"></nav>
  <span class="gap"></span>
  <span class="pick"><span aria-hidden="true" class="code"></span><select class="language" data-t-label="settings.language"></select></span>
  <span class="pick"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"></svg><select class="theme" data-t-label="settings.theme">
    <option value="system" data-t="settings.theme_system"></option><option value="light" data-t="settings.theme_light"></option><option value="dark" data-t="settings.theme_dark"></option>
  </select></span>
  <button type="button" class="icon-button sound" data-t-label="settings.sound"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"></svg></button>
  <button type="button" class="name" data-testid="name"><bdi></bdi><svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS.pen}</svg><span class="hidden-text" data-t="settings.name_change"></span></button>
  <button type="button" class="icon-button more" popovertarget="pages" data-t-label="nav.top"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg></button>
  <form class="rename" hidden>
    <input class="field" type="text" name="name" autocomplete="nickname" spellcheck="false" maxlength="40" dir="auto" aria-describedby="name-said" data-t-label="settings.name">
    <button class="button primary" data-t="settings.name_save"></button>
    <p class="said" id="name-said" role="status"></p>
    <button type="button" class="button suggested" data-testid="name-suggested" hidden><span></span></button>
  </form>`;

/**
 * Fills the element with the top bar. `badge` is the key of a short text beside the logo; the function given back changes it.
 * @param {HTMLElement} element @param {{badge?: string | null}} [options] @returns {{badge: (key: string | null) => void}}
 */
export function mountTopbar(element, { badge = null } = {}) {
  element.classList.add("topbar", "pending");
  element.innerHTML = BAR;
  /** @type {<T extends Element>(selector: string) => T} */
  const find = (selector) => /** @type {any} */ (element.querySelector(selector));
  find(".pages").append(...Object.entries(PAGES).map(link));
  mountLanguage(find("select.language"), find(".code"));
  mountTheme(find("select.theme"));
  mountSound(find(".sound"));
  // The name decides where everything beside it stands.
  mountName(find(".name"), find(".rename")).finally(() => element.classList.remove("pending"));
  translate(element);
  const mark = /** @type {HTMLElement} */ (find(".badge"));
  const setBadge = (/** @type {string | null} */ key) => {
    mark.hidden = !key;
    mark.dataset.t = key ?? "";
    mark.textContent = key ? t(key) : "";
  };
  setBadge(badge);
  return { badge: setBadge };
}

/** Whoever sits at a table stays there: his opponent would see him go. @param {[string, string]} page */
function link([path, key]) {
  const away = document.body.classList.contains("at-table");
  return el("a", { href: path, "data-t": key, target: away && "_blank", "aria-current": location.pathname === path && "page" });
}

/** @param {HTMLSelectElement} select @param {HTMLElement} code */
function mountLanguage(select, code) {
  for (const [value, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, value);
    option.lang = value;
    select.add(option);
  }
  const show = () => {
    select.value = language();
    code.textContent = { en: "EN", de: "DE", he: "עב" }[language()];
  };
  select.addEventListener("change", () => setLanguage(select.value).catch(show));
  onLanguage(show);
  show();
}

/** @param {HTMLSelectElement} select */
function mountTheme(select) {
  const icon = /** @type {SVGElement} */ (select.previousElementSibling);
  const show = () => {
    select.value = theme();
    icon.innerHTML = ICONS[theme()];
  };
  select.addEventListener("change", () => setTheme(/** @type {import("./theme.js").Theme} */ (select.value)));
  onChoice("theme", show);
  show();
}

/** @param {HTMLElement} button */
function mountSound(button) {
  const icon = /** @type {SVGElement} */ (button.firstElementChild);
  const show = () => {
    const on = preference("sound") === "on";
    button.setAttribute("aria-pressed", String(on));
    icon.innerHTML = on ? ICONS.on : ICONS.off;
  };
  button.addEventListener("click", () => keep("sound", preference("sound") === "on" ? "off" : "on"));
  onChoice("sound", show);
  show();
}

/** @param {HTMLElement} button @param {HTMLFormElement} form @returns {Promise<unknown>} when the name is there, or is not to be had */
function mountName(button, form) {
  const shown = /** @type {HTMLElement} */ (button.querySelector("bdi"));
  const show = (/** @type {import("./me.js").Me} */ now) => (shown.textContent = now.name);
  const close = (back = true) => {
    form.hidden = true;
    if (back) button.focus();
  };
  const { field, say } = mountNameForm(form, () => close());
  onMe(show);
  button.addEventListener("click", () => {
    form.hidden = false;
    field.value = shown.textContent ?? "";
    say(t("settings.name_hint"));
    field.select();
    field.focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    event.stopPropagation(); // letters typed here are no moves
  });
  form.addEventListener("focusout", (event) => {
    // Going elsewhere gives up the change; a click on nothing (relatedTarget null) does not.
    if (event.relatedTarget instanceof Node && !form.contains(event.relatedTarget)) close(false);
  });
  return me().then(show, () => {}); // without a line the page itself says so
}
