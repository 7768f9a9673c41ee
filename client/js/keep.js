// @ts-check
// Small choices kept in this browser and shared by its tabs; a browser that refuses storage keeps them for the page.

/** @type {Map<string, string>} */
const here = new Map();

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
}

/** Calls back with the new value when another tab changes the choice. @param {string} key @param {(value: string | null) => void} changed */
export function onKept(key, changed) {
  addEventListener("storage", (event) => {
    if (event.key === key) changed(event.newValue);
  });
}
