// @ts-check
// The few sounds, made here: at most one for a bundle of events, and none before a gesture or when the reader wants none.

import { preference } from "./preferences.js";

/** @typedef {import("./protocol.js").Event} Event */
/** @typedef {import("./felt.js").State} State */

/** Pitches in Hz and the length of each in seconds. @type {Record<string, [number[], number]>} */
export const TUNES = {
  card: [[190], 0.05],
  trick: [[150, 120], 0.06],
  marriage: [[523, 659], 0.12],
  close: [[330, 220], 0.1],
  turn: [[440], 0.06],
  won: [[392, 494, 587], 0.12],
  lost: [[330, 294], 0.14],
  low: [[660, 660], 0.08],
  paired: [[523, 784, 1047], 0.11],
};
/** Whoever waits for an opponent may be looking elsewhere. */
const HEARD_ELSEWHERE = new Set(["paired"]);
/** At full volume; a whole tune stays below what distorts. */
const LOUDEST = 0.2;

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after a gesture, and stop it when they like: each gesture brings it back. */
export function unlockByGesture() {
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(gesture, unlock, true);
}

function unlock() {
  if (silent()) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume();
}

function silent() {
  return preference("sound") === "off" || preference("volume") === "0";
}

/** At most one sound for a bundle. @param {Event[]} events @param {State} state */
export function sound(events, state) {
  const has = (/** @type {string} */ t) => events.some((event) => event.t === t);
  const won = events.find((event) => event.t === "hand_won");
  if (won) play(won.seat === state.near ? "won" : "lost");
  else if (has("marriage_declared")) play("marriage");
  else if (has("stock_closed") || has("trump_exchanged")) play("close");
  else if (has("trick_won")) play("trick");
  else if (has("card_played")) play(state.player && state.view.to_play === state.near ? "turn" : "card");
}

/** @param {string} name of a tune @returns {number} for how many ms it sounds */
export function play(name) {
  if (!audio || audio.state !== "running" || silent()) return 0;
  if (document.hidden && !HEARD_ELSEWHERE.has(name)) return 0;
  const [pitches, seconds] = TUNES[name];
  pitches.forEach((pitch, n) => tone(/** @type {AudioContext} */ (audio), pitch, n * seconds, seconds));
  return pitches.length * seconds * 1000;
}

/** For whoever wants to know how it sounds, by a gesture of his. @param {string} name of a tune */
export async function tryOut(name) {
  unlock();
  await audio?.resume();
  play(name);
}

/** @param {AudioContext} context @param {number} pitch @param {number} start @param {number} seconds */
function tone(context, pitch, start, seconds) {
  const begin = context.currentTime + start;
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.linearRampToValueAtTime((LOUDEST * Number(preference("volume"))) / 100, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds + 0.08);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + seconds + 0.1);
}
