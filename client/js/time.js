// @ts-check
// The server's time on this page. It is counted on from the frames by the timer that only runs forward: the clock of
// the device may be wrong, or be set anew while the page is open.

/** So many frames are remembered; a server whose time was set back is believed after that. */
const SAMPLES = 12;

/** @type {number[]} by how much the server was ahead of the page's timer, as each frame came in */
const ahead = [];

/** @param {number} now the server's time in a frame that has just come */
export function heardNow(now) {
  ahead.push(now - performance.now());
  if (ahead.length > SAMPLES) ahead.shift();
}

/** The server's time in ms. The frame that was fastest on its way is the most right. */
export function serverNow() {
  return ahead.length ? performance.now() + Math.max(...ahead) : 0;
}
