// @ts-check
// Small choices kept in this browser and shared by its tabs; a browser that refuses storage keeps them for the page.

/** @type {Map<string, string>} */
const here = new Map();
/** @typedef {(value: string | null) => void} Changed */
/** @type {Map<string, Set<Changed>>} by key: who hears of a change in another tab */
const elsewhere = new Map();
/** @type {Map<string, Set<Changed>>} and who of one in this tab too */
const anywhere = new Map();

/** @param {string} key @returns {string | null} */
export function kept(key) {
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? null;
  } catch {
    return here.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  here.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Refused or full: the choice holds until the page goes.
  }
  tell(anywhere, key, value);
}

/** Calls back with the new value when another tab changes the choice. @param {string} key @param {Changed} changed */
export function onKept(key, changed) {
  listen(elsewhere, key, changed);
}

/** The same, and when this tab changes it. @param {string} key @param {Changed} changed */
export function onChoice(key, changed) {
  listen(elsewhere, key, changed);
  listen(anywhere, key, changed);
}

/** @param {typeof elsewhere} listeners @param {string} key @param {Changed} changed */
function listen(listeners, key, changed) {
  listeners.set(key, (listeners.get(key) ?? new Set()).add(changed));
}

/** @param {typeof elsewhere} listeners @param {string} key @param {string | null} value */
function tell(listeners, key, value) {
  for (const changed of listeners.get(key) ?? []) changed(value);
}

addEventListener("storage", ({ key, newValue }) => {
  if (key !== null) return tell(elsewhere, key, newValue);
  for (const each of elsewhere.keys()) tell(elsewhere, each, null); // all was cleared
});
// A page that comes back as it was left has heard nothing meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) for (const key of elsewhere.keys()) tell(elsewhere, key, kept(key));
});
