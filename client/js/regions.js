// @ts-check
// The parts of the table that F6 leads through, one after the other.

import { by } from "./dom.js";

/** In the order in which they are visited; some are hidden on small screens. */
const REGIONS = ["hand", "actions", "felt", "log", "chat-panel"];
const STOPS = "button:not([tabindex='-1'], :disabled), a[href], input, [tabindex='0']";

/** @param {HTMLElement} region @returns {HTMLElement | null} where the focus goes in it */
function stop(region) {
  if (!region.checkVisibility({ visibilityProperty: true })) return null;
  if (region.matches(STOPS)) return region;
  const stops = /** @type {HTMLElement[]} */ ([...region.querySelectorAll(STOPS)]);
  return stops.find((node) => !node.closest("[inert]") && node.checkVisibility({ visibilityProperty: true })) ?? (region.tabIndex === -1 && region.hasAttribute("tabindex") ? region : null);
}

/** @param {1 | -1} step */
export function nextRegion(step) {
  const now = REGIONS.findIndex((id) => by(id).contains(document.activeElement));
  const length = REGIONS.length;
  for (let n = 1; n <= length; n++) {
    // From elsewhere the first one is the hand, or the last one backwards.
    const at = now < 0 && step < 0 ? length - n : (now + step * n + length * n) % length;
    const target = stop(by(REGIONS[at]));
    if (target) return target.focus({ preventScroll: true });
  }
}
