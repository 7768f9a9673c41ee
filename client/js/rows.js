// @ts-check
// A list that lives and yet holds still: no row moves under a pointer or away from the focus.
//
// Rows are places. A row that is gone turns grey and keeps its place for a while; a new row takes the place of a grey
// one, or goes to the end. Places are closed up only where nobody points or tabs.

/** Grey for at least so long, so that it is seen to go. */
const GREY_MS = 2000;
/** After rows have moved, a tap may have been meant for what was there before. */
const STEADY_MS = 500;
const LOOK_MS = 250;

const points = matchMedia("(hover: hover)");

/**
 * @template Row
 * @typedef {object} Kind
 * @property {(row: Row) => string} key
 * @property {(row: Row) => HTMLElement} make
 * @property {(node: HTMLElement, row: Row | null) => void} write null: the row is gone
 * @property {number} most rows shown
 */

/** @template Row */
export class Rows {
  /** @param {HTMLElement} list @param {Kind<Row>} kind */
  constructor(list, kind) {
    this.list = list;
    this.kind = kind;
    /** @type {Map<string, Row>} */
    this.wanted = new Map();
    this.movedAt = -STEADY_MS;
    this.touched = false;
    this.timer = 0;
    list.dataset.rows = "";
    list.addEventListener("click", (event) => this.#guard(event), true);
    list.addEventListener("pointerdown", () => (this.touched = true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (this.touched = false));
  }

  /** All rows that there are, those first that are to be seen first; what is shown already stays. @param {Row[]} rows */
  show(rows) {
    const there = new Set(this.#nodes().map((node) => node.dataset.k));
    const [shown, others] = [true, false].map((now) => rows.filter((row) => there.has(this.kind.key(row)) === now));
    this.wanted = new Map([...shown, ...others].slice(0, this.kind.most).map((row) => [this.kind.key(row), row]));
    for (const node of this.#nodes()) {
      const row = this.wanted.get(node.dataset.k ?? "");
      this.kind.write(node, row ?? null);
      if (row) delete node.dataset.gone;
      else node.dataset.gone ??= String(performance.now());
    }
    this.#settle();
  }

  /** Forget what is shown. */
  clear() {
    this.list.replaceChildren();
  }

  #nodes() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** Fill free places and close up what may be closed up. */
  #settle() {
    clearTimeout(this.timer);
    const held = this.#held();
    // A page that gets shorter is scrolled back by the browser, and the held row with it.
    this.list.style.minBlockSize = held ? `${this.list.offsetHeight}px` : "";
    const fresh = [...this.wanted].filter(([key]) => !this.#nodes().some((node) => node.dataset.k === key));
    for (const node of this.#nodes().filter((one) => this.#isOld(one) && one !== held)) {
      const next = fresh.shift();
      if (!next) break;
      node.replaceWith(this.#made(next[1]));
    }
    if (!this.#isFrozen()) {
      const nodes = this.#nodes();
      const from = held ? nodes.indexOf(held) + 1 : 0;
      const old = nodes.slice(from).filter((node) => this.#isOld(node));
      if (old.some((node) => node !== nodes.at(-1))) this.movedAt = performance.now();
      for (const node of old) node.remove();
      for (const [, row] of fresh.splice(0, this.kind.most - this.list.children.length)) this.list.append(this.#made(row));
    }
    if (held || fresh.length || this.#nodes().some((node) => node.dataset.gone)) this.timer = setTimeout(() => this.#settle(), LOOK_MS);
  }

  /** @param {Row} row */
  #made(row) {
    const node = this.kind.make(row);
    node.dataset.k = this.kind.key(row);
    this.kind.write(node, row);
    return node;
  }

  /** @param {HTMLElement} node */
  #isOld(node) {
    return node.dataset.gone !== undefined && performance.now() - Number(node.dataset.gone) >= GREY_MS;
  }

  /** The row that must not move: the pointer or the focus is on it. @returns {HTMLElement | undefined} */
  #held() {
    return this.#nodes().filter((node) => (points.matches && node.matches(":hover")) || node.contains(document.activeElement)).pop();
  }

  /** A finger is down, or what stands below this list is pointed at. */
  #isFrozen() {
    if (this.touched) return true;
    const own = this.list.getBoundingClientRect();
    for (const other of document.querySelectorAll("[data-rows]")) {
      if (other === this.list || !((points.matches && other.matches(":hover")) || other.contains(document.activeElement))) continue;
      const box = other.getBoundingClientRect();
      if (box.top >= own.bottom && box.left < own.right && own.left < box.right) return true;
    }
    return false;
  }

  /** @param {Event} event */
  #guard(event) {
    const node = /** @type {Element} */ (event.target).closest("[data-k]");
    const gone = node instanceof HTMLElement && node.dataset.gone !== undefined;
    const moving = event instanceof MouseEvent && event.detail > 0 && performance.now() - this.movedAt < STEADY_MS;
    if (!gone && !moving) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
