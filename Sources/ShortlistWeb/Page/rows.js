// The grid: the rows in sight, of however many there are, and the one that keys act on.

import { make } from "./dom.js";
import { Headings } from "./headings.js";
import { Motion } from "./motion.js";
import { RowLayout } from "./row-layout.js";
import { RowRenderer } from "./row-renderer.js";
import { ScrollSpace } from "./scroll-space.js";

/** So many pages beyond either edge of what is in sight are asked for; so many must be held. */
const [reach, need] = [1.5, 0.5];

/**
 * A grid of which only the rows near what is in sight exist.
 *
 * `active` tells that another row is the one that keys act on.
 */
export class Rows extends EventTarget {
  layout = new RowLayout([], 1, 0);
  /** The row that keys act on: its index among all rows, and its id if that is known. */
  active = { index: -1, id: null };
  /** The cell of that row that keys act on; -1 for the row as a whole. */
  column = -1;
  /** The columns that are not shown. */
  hidden = new Set();
  headings = new Headings();
  #motion = new Motion();
  #waiting = [];
  /** The rows that were in sight when they were drawn last. */
  #sight = [];
  /** Whether these rows have gone where no rows are held yet, so that their places are not exact. */
  #isSeeking = false;
  #rest;

  /**
   * @param {HTMLElement} host What the grid is put in.
   * @param {ListModel} model What the rows are taken from.
   */
  constructor(host, model) {
    super();
    this.model = model;
    this.box = make("div.rows", {
      id: "rows", role: "grid", tabindex: 0, "aria-label": "Rows",
      "aria-multiselectable": model.hello.maximum === 1 ? "false" : "true",
    });
    const sizer = make("div.sizer", {}, this.headings.element, this.box);
    this.viewport = make("div.viewport", {}, sizer);
    this.headings.addEventListener("lost", () => this.box.focus({ preventScroll: true }));
    // What the style sheet says of heights depends on the person's letters, so it is measured.
    this.probes = ["row", "heading"].map((name) => make(`div.probe.${name}-probe`));
    host.append(this.viewport, ...this.probes);
    this.space = new ScrollSpace(this.viewport, sizer);
    this.renderer = new RowRenderer(this.box, model);
    model.wanted = (isTight) => this.#parts(isTight ? need : reach);
    model.anchors = () => this.#sight.map(({ id }) => id);
    model.followed = () => [...new Set([this.active.id, ...model.anchors()])].filter((id) => id !== null);
    model.addEventListener("change", ({ detail }) => this.#update(detail));
    this.viewport.addEventListener("scroll", () => this.#scroll());
    this.viewport.addEventListener("scrollend", () => this.#settle());
    const sizes = new ResizeObserver(() => this.#measure());
    for (const element of [this.viewport, ...this.probes]) sizes.observe(element);
  }

  /** How many rows are in sight at once, less one that stays when a page is turned. */
  get page() { return Math.max(1, Math.floor(this.viewport.clientHeight / this.layout.rowHeight) - 1); }

  /** The id of a row by its index among all rows; undefined if it is not held. */
  id(index) {
    if (index < 0 || index >= this.layout.count) return undefined;
    const section = this.layout.sectionOf(index);
    return this.model.id(section, index - this.layout.start(section));
  }

  /** The element of a row near what is in sight, by its id. */
  element(id) { return this.renderer.elements.get(id)?.element; }

  /**
   * Makes a row the active one, and brings it into sight.
   *
   * @param {number} index Its index among all rows; clipped to those that there are.
   * @returns {Promise<*>} Its id when that is known; undefined if there are no rows.
   */
  async activate(index) {
    this.model.flush();
    if (this.layout.count === 0) return undefined;
    const clipped = Math.min(Math.max(0, index), this.layout.count - 1);
    this.active = { index: clipped, id: this.id(clipped) ?? null };
    this.#motion.stop();
    this.#isSeeking = false;
    this.#reveal(clipped);
    this.render();
    this.model.look();
    this.dispatchEvent(new Event("active"));
    if (this.active.id !== null) return this.active.id;
    return new Promise((tell) => this.#waiting.push(tell));
  }

  /**
   * Makes a row the active one if it is still held.
   *
   * @param {*} id Its id.
   * @returns {Promise<boolean>} Whether it is.
   */
  async activateRow(id) {
    this.model.flush();
    if (!this.model.holds(id)) return false;
    const { section, index } = this.model.place(id);
    await this.activate(this.layout.start(section) + index);
    return true;
  }

  /** Shows rows and headings as the model has them. */
  render() {
    this.renderer.render(this.layout, this.space, this.active, this.column);
    this.headings.render(this.layout, this.space);
    if (!this.#isSeeking && !this.model.isUnplaced) this.#sight = this.#inSight();
  }

  /** Shows all columns but some. */
  hide(hidden) {
    this.hidden = hidden;
    this.column = -1;
    this.renderer.hide(hidden);
    this.render();
  }

  /** Goes to the next cell of the active row, or to the one before; before the first is the row as a whole. */
  aside(step) {
    if (this.active.index < 0) return;
    const shown = [...this.model.columns.keys()].filter((column) => !this.hidden.has(this.model.columns[column]));
    const place = Math.min(shown.indexOf(this.column) + step, shown.length - 1);
    this.column = shown[place] ?? -1;
    this.render();
    const row = this.element(this.active.id);
    // Where a row has two lines, nothing is beyond an edge.
    if (!row || getComputedStyle(row).display !== "grid") return;
    if (this.column < 0) this.viewport.scrollLeft = 0;
    else row.querySelector(".current")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #reveal(index) {
    const { layout, space } = this;
    const top = layout.topOf(index);
    const above = top - layout.headingHeight;
    const below = top + layout.rowHeight - this.viewport.clientHeight;
    if (above < space.position) space.moveTo(above);
    else if (below > space.position) space.moveTo(below);
  }

  #measure() {
    if (this.probes[0].offsetHeight === 0) return;
    const [anchor] = this.#sight;
    this.#arrange();
    this.space.resize(this.layout.height, anchor && this.layout.topOf(anchor.index) - anchor.above);
    this.render();
    this.model.look();
  }

  #arrange() {
    const [row, heading] = this.probes.map((probe) => probe.offsetHeight);
    this.layout = new RowLayout(this.model.sections, row || 1, this.model.isSectioned ? heading : 0);
  }

  #scroll() {
    this.model.flush();
    if (!this.space.follow()) return;
    this.#motion.stop();
    this.#isSeeking = false;
    this.render();
    this.#sight = this.#inSight();
    this.model.look();
    if ("onscrollend" in window) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), 150);
  }

  #settle() {
    this.space.settle();
    this.render();
  }

  /** The parts of sections that are in sight, or so many pages around that. */
  #parts(pages) {
    const { layout, space } = this;
    const parts = [];
    if (layout.count === 0) return parts;
    const margin = pages * this.viewport.clientHeight;
    const last = layout.rowAt(space.position + this.viewport.clientHeight + margin);
    for (let row = layout.rowAt(space.position - margin); row <= last;) {
      const section = layout.sectionOf(row);
      const [start, end] = [layout.start(section), Math.min(last + 1, layout.start(section + 1))];
      const { name } = layout.sections[section];
      if (end > row) parts.push({ name, from: row - start, length: end - row });
      row = end;
    }
    return parts;
  }

  /** The rows that are wholly in sight and held, unless that is the beginning of the list. */
  #inSight() {
    const { layout, space } = this;
    if (layout.count === 0 || space.position === 0) return [];
    const first = layout.rowAt(space.position + layout.rowHeight - 1);
    return Array.from({ length: this.page }, (_, offset) => first + offset)
      .map((index) => ({ index, id: this.id(index) ?? null }))
      .filter(({ id }) => id !== null)
      .map((row) => ({ ...row, above: layout.topOf(row.index) - space.position }));
  }

  #update({ isNew, isData }) {
    const before = this.#motion.places(this.renderer.elements, this.space);
    this.#arrange();
    let { position } = this.space;
    if (isNew) position = 0;
    // The uppermost row that is still there stays where it was when others come above it.
    const anchor = this.#sight.find(({ id }) => this.model.holds(id))
      ?? this.#sight.find(({ id }) => typeof this.index(id) === "number");
    if (anchor && !isNew) position = this.layout.topOf(this.index(anchor.id)) - anchor.above;
    this.#isSeeking = Boolean(anchor) && !isNew && !this.model.holds(anchor.id);
    this.#followActive(isNew);
    this.space.resize(this.layout.height, position);
    this.render();
    if (isData) this.#motion.animate(before, this.renderer.elements, this.space);
    this.#tellWaiting();
    this.model.look();
  }

  /** The index among all rows of one; null if it is not there, undefined if that is not known. */
  index(id) {
    const place = this.model.place(id);
    return place && this.layout.start(place.section) + place.index;
  }

  #followActive(isNew) {
    const { index, id } = this.active;
    const found = id === null || isNew ? null : this.index(id);
    if (isNew || this.layout.count === 0) this.active = { index: -1, id: null };
    else if (found === null) {
      const next = Math.min(index, this.layout.count - 1);
      this.active = { index: next, id: this.id(next) ?? null };
    } else if (found !== undefined) this.active = { index: found, id };
    // A row whose place is not known is located soon.
    else this.active.index = Math.min(index, this.layout.count - 1);
  }

  #tellWaiting() {
    if (this.active.id === null && this.active.index >= 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell(this.active.id ?? undefined);
  }
}
