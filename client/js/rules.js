// @ts-check
// The page of rules: one text for each language, in which the words for other presets are hidden. The address names the
// preset and the rule; "#why.<reason>" is the rule behind a refusal.

import { cardFace } from "./cards.js";
import { by, el } from "./dom.js";
import { cardName, language, load, onLanguage, t } from "./i18n.js";
import { kept } from "./keep.js";
import { keyList } from "./key_list.js";
import { mountTopbar } from "./topbar.js";

const PATIENCE_MS = 3000;

const choices = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("#presets input")]);
const text = by("text");
let latest = 0;

await load();
mountTopbar(by("topbar"));
const wanted = new URLSearchParams(location.search).get("preset") ?? kept("preset");
(choices.find(({ value }) => value === wanted) ?? choices[0]).checked = true;
for (const choice of choices) choice.addEventListener("change", () => keepPlace(choose));
addEventListener("hashchange", goToRule);
onLanguage(() => write());
await write();
document.documentElement.dataset.ready = "";
goToRule();

/** Fetches the text in the language of the page and shows it; without a line it is tried again. */
async function write() {
  const turn = ++latest;
  try {
    const answer = await fetch(new URL(`../rules/${language()}.html`, import.meta.url));
    if (!answer.ok) throw new Error(`no rules: ${answer.status}`);
    const found = await answer.text();
    if (turn === latest) keepPlace(() => fill(found));
  } catch {
    if (turn !== latest) return;
    setTimeout(write, PATIENCE_MS);
    say(t("err.offline"));
  }
}

/** @param {string} trouble */
function say(trouble) {
  by("trouble").hidden = !trouble;
  by("trouble").textContent = trouble;
}

/** @param {string} html a text of this site's own */
function fill(html) {
  say("");
  text.innerHTML = html;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("[data-card]"))) {
    const code = place.dataset.card ?? "";
    place.append(cardFace(code));
    if (place.closest(".values")) continue; // its name stands beside it
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", cardName(code));
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("span[data-rank]"))) place.textContent = t(`rank.${place.dataset.rank}`);
  text.querySelector("[data-keys]")?.replaceWith(keyList());
  by("contents").replaceChildren(...[...text.querySelectorAll("section")].map((section) =>
    el("li", {}, el("a", { href: `#${section.id}`, text: section.querySelector("h2")?.textContent ?? "" }))));
  document.title = `${t("nav.rules")} – ${t("table.title")}`;
  choose();
}

/** Shows what holds for the chosen preset, and names it in the address. */
function choose() {
  const preset = choices.find(({ checked }) => checked)?.value ?? "seed";
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (text.querySelectorAll("[data-for]"))) part.hidden = !part.dataset.for?.split(" ").includes(preset);
  history.replaceState(null, "", `?preset=${preset}${location.hash}`);
}

/** Changes the text; what stood at the top of the window stands there afterwards. @param {() => void} change */
function keepPlace(change) {
  const edge = by("presets").getBoundingClientRect().bottom;
  const top = [...text.querySelectorAll("[id]")].filter((part) => part.getClientRects().length && part.getBoundingClientRect().top < edge + 40).at(-1);
  const before = top?.getBoundingClientRect().top ?? 0;
  change();
  const after = top && document.getElementById(top.id);
  if (after?.getClientRects().length) scrollBy({ top: after.getBoundingClientRect().top - before, behavior: "instant" });
}

/** To the rule that the address names. */
function goToRule() {
  const reason = /^#why\.(\w+)$/.exec(location.hash)?.[1];
  const rule = reason ? text.querySelector(`[data-why~="${reason}"]`)?.id : location.hash.slice(1);
  let found = rule ? document.getElementById(rule) : null;
  while (found?.closest("[hidden]")) found = /** @type {HTMLElement | null} */ (found.parentElement?.closest("[id]") ?? null);
  // Naming it anew marks it and scrolls there: it was not here yet when the page came.
  if (found) location.replace(`#${found.id}`);
}
