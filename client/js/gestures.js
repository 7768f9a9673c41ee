// @ts-check
// Taps and drags of cards by mouse, finger or pen. What a card may do, the table says; nothing is decided here.

import { animate, pace } from "./pace.js";

/**
 * A place where the card in the air may come down.
 * @typedef {{node: HTMLElement, act: () => void}} Target
 */

/**
 * @typedef {object} Table
 * @property {(card: HTMLElement) => boolean} movable
 * @property {(card: HTMLElement) => Target[]} targets the first one under the pointer takes the card
 * @property {(card: HTMLElement, over: HTMLElement | null) => void} missed it came down where it may not; `over` is the felt or nothing
 * @property {(card: HTMLElement) => void} tap
 * @property {(card: HTMLElement) => void} press the same by keyboard, on what has the focus
 */

const FAR_ENOUGH = 8;
const SAME_SPOT = 12;
const DOUBLE_MS = 300;
const CLICK_MS = 700;
const CARDS = "#hand button.card, #trump, #stock";

/** @typedef {{node: HTMLElement, pointer: number, x: number, y: number, flying: boolean, over: Target | null}} Drag */

/** @type {Drag | null} */
let drag = null;
let lastPointer = { time: -DOUBLE_MS, x: 0, y: 0 };
let lastSent = { time: -DOUBLE_MS, x: 0, y: 0 };

/** Something was sent: a second tap on the same spot right after it is the other half of a double click. */
export function sent() {
  lastSent = { ...lastPointer, time: performance.now() };
}

/** @param {PointerEvent | MouseEvent} event */
function secondHalf({ clientX, clientY, detail, type }) {
  if (type === "click" && detail === 0) return false;
  const soon = performance.now() - lastSent.time < DOUBLE_MS;
  return soon && Math.hypot(clientX - lastSent.x, clientY - lastSent.y) < SAME_SPOT;
}

/** @param {Table} table */
export function listen(table) {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", (event) => move(event, table));
  document.addEventListener("pointerup", (event) => up(event, table));
  document.addEventListener("pointercancel", () => goHome());
  document.addEventListener("lostpointercapture", () => drag?.flying && !drag.node.isConnected && goHome());
  for (const id of ["hand", "stock-zone"]) document.getElementById(id)?.addEventListener("touchmove", noThrow, { passive: false });
  document.addEventListener("click", (event) => swallow(event), true);
  // The keyboard and assistive technology come as a click with no pointer before it. The click behind a pointer is none
  // to play from: after a mouse drag there is one too many, after a touch drag one too few.
  document.addEventListener("click", (event) => {
    const card = cardAt(event);
    if (card && (event.detail === 0 || performance.now() - lastPointer.time > CLICK_MS)) table.press(card);
  });
}

/** A card that is let go in full flight is no scroll: else the browser spends the next tap on stopping it. @param {TouchEvent} event */
function noThrow(event) {
  if (flying() && event.cancelable) event.preventDefault();
}

/** @param {MouseEvent} event */
function swallow(event) {
  if (!secondHalf(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a card is in the air; Escape sends it home. */
export function flying() {
  return Boolean(drag?.flying);
}

/** @param {Event} event @returns {HTMLElement | null} */
function cardAt(event) {
  return event.target instanceof Element ? event.target.closest(CARDS) : null;
}

/** @param {PointerEvent} event */
function down(event) {
  lastPointer = { time: performance.now(), x: event.clientX, y: event.clientY };
  if (drag) return goHome();
  const node = cardAt(event);
  if (!node || event.button !== 0 || !event.isPrimary) return;
  drag = { node, pointer: event.pointerId, x: event.clientX, y: event.clientY, flying: false, over: null };
}

/** @param {PointerEvent} event @param {Table} table */
function move(event, table) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.flying) {
    if (Math.hypot(dx, dy) < FAR_ENOUGH || !table.movable(drag.node)) return;
    drag.flying = true;
    drag.node.setPointerCapture(drag.pointer);
    drag.node.classList.add("flying");
    document.body.classList.add("dragging");
  }
  drag.node.style.translate = `${dx}px ${dy}px`;
  const targets = table.targets(drag.node);
  drag.over = targets.find(({ node }) => inside(node, event)) ?? null;
  for (const old of document.querySelectorAll(".drop")) if (!targets.some(({ node }) => node === old)) old.classList.remove("drop", "over");
  for (const target of targets) {
    target.node.classList.add("drop");
    target.node.classList.toggle("over", target === drag.over);
  }
}

/** What lies on top, by the id of what it covers: the felt ends at the stock and its trump card, which ends at the stock. @type {Record<string, string>} */
const COVERS = { felt: "stock-zone", trump: "stock" };

/** @param {HTMLElement} node @param {PointerEvent} event */
function inside(node, { clientX, clientY }) {
  const within = (/** @type {DOMRect} */ { left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  const above = document.getElementById(COVERS[node.id] ?? "");
  return within(node.getBoundingClientRect()) && !(above && within(above.getBoundingClientRect()));
}

/** @param {PointerEvent} event @param {Table} table */
function up(event, table) {
  if (!drag || event.pointerId !== drag.pointer) return;
  lastPointer = { time: performance.now(), x: event.clientX, y: event.clientY };
  const { node, flying: flew, over, x, y } = drag;
  if (!flew) {
    drag = null;
    if (Math.hypot(event.clientX - x, event.clientY - y) < FAR_ENOUGH * 2 && !secondHalf(event)) table.tap(node);
    return;
  }
  const felt = /** @type {HTMLElement} */ (document.getElementById("felt"));
  // The act comes before the card goes home, so that its way starts where it was let go.
  if (over && node.isConnected) over.act();
  else table.missed(node, inside(felt, event) ? felt : null);
  goHome();
}

/** Put the card that is in the air back to its place. */
export function goHome() {
  if (!drag) return;
  const { node, pointer, flying: flew } = drag;
  drag = null;
  for (const target of document.querySelectorAll(".drop")) target.classList.remove("drop", "over");
  document.body.classList.remove("dragging");
  if (!flew) return;
  if (node.hasPointerCapture(pointer)) node.releasePointerCapture(pointer);
  const from = node.style.translate;
  node.style.translate = "";
  node.classList.remove("flying");
  const now = pace();
  if (now && node.isConnected) animate(node, [{ translate: from }, { translate: "0 0" }], { duration: now.home });
}
