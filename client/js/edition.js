// @ts-check
// Is this page of the edition that the server sends now? If not, it is loaded again when that disturbs nobody. All that
// is under way is with the server, so the new page goes on where the old one was.

const KEY = "schnapsen.reloaded";
const LOOK_MS = 500;
/** What this page was loaded under; nothing where its modules come one by one. */
const OWN = /\/static\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1] ?? "";

let newer = "";

/** What the server sends now. @param {string} edition a digest, or "outdated" if the server does not talk to this page */
export function heardOf(edition) {
  newer = OWN && edition && edition !== OWN ? edition : "";
}

/**
 * Looks after the page from now on. `tell` is called once if it cannot be loaded again at once, `leave` just before it is.
 * @param {{free: () => boolean, tell: () => void, leave?: () => void}} page
 */
export function keepFresh({ free, tell, leave }) {
  let told = "";
  setInterval(() => {
    if (!newer || tried()) return;
    if (free() && !busy()) {
      leave?.();
      return reload();
    }
    if (told !== newer) {
      told = newer;
      tell();
    }
  }, LOOK_MS);
}

/** Something is being written or read that the new page would not show. */
function busy() {
  const written = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input.field:not([readonly])"));
  return Boolean(document.querySelector("dialog[open]")) || [...written].some((field) => field.value && !field.closest("[hidden]"));
}

/** Once for each edition: among servers of several editions a page would otherwise be loaded for ever. */
function tried() {
  try {
    return sessionStorage.getItem(KEY) === newer;
  } catch {
    return true; // it could not be remembered
  }
}

function reload() {
  try {
    sessionStorage.setItem(KEY, newer);
  } catch {
    return;
  }
  newer = "";
  location.reload();
}
