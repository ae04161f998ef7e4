// The grid: the rows in sight, of however many there are, and the one that keys act on.

import { CollapsedSections } from "./collapsed-sections.js";
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
 * An index of a row counts the rows that are not collapsed. Events: `active` reports that another row is the
 * one that keys act on, `collapse` that sections were collapsed or expanded.
 */
export class Rows extends EventTarget {
  layout = new RowLayout([], 1, 0);
  /** The row that keys act on: its index, and its id if that is known. */
  active = { index: -1, id: null };
  /** The cell of that row that keys act on; -1 for the row as a whole. */
  column = -1;
  /** The columns that are shown, in order. */
  columns = [];
  headings;
  #motion = new Motion();
  #waiting = [];
  /** The rows that were in sight when they were drawn last. */
  #sight = [];
  /** Whether these rows have gone where no rows are held yet, so that their places are not exact. */
  #isSeeking = false;
  #rest;
  /** How high a row and a heading are. */
  #heights = [0, 0];

  /**
   * @param {HTMLElement} host What the grid is put in.
   * @param {ListModel} model What the rows are taken from.
   * @param {CollapsedSections} collapsed The sections that are collapsed.
   */
  constructor(host, model, collapsed = new CollapsedSections()) {
    super();
    [this.model, this.collapsed] = [model, collapsed];
    const { words } = model.session;
    this.headings = new Headings(words);
    this.box = make("div.rows", {
      id: "rows", role: "grid", tabindex: 0, "aria-label": words.phrase("Rows"),
      "aria-multiselectable": model.hello.maximum === 1 ? "false" : "true",
    });
    const sizer = make("div.sizer", {}, this.headings.element, this.box);
    this.viewport = make("div.viewport", {}, sizer);
    this.headings.addEventListener("lost", () => this.box.focus({ preventScroll: true }));
    this.headings.addEventListener("collapse", ({ detail }) => this.collapse(detail.name, detail.isCollapsed));
    this.headings.addEventListener("go", ({ detail }) => this.#goFrom(detail.name, detail.step));
    // What the style sheet says of heights depends on the person's letters, so it is measured.
    this.probes = ["row", "heading"].map((name) => make(`div.probe.${name}-probe`));
    host.append(this.viewport, ...this.probes);
    this.space = new ScrollSpace(this.viewport, sizer);
    this.#readHeights();
    this.renderer = new RowRenderer(this.box, model);
    // Where the few rows are of sections that are expanded while all others are collapsed is not known here.
    model.needed = () => (collapsed.expandsOthers(model.sections) ? Infinity
      : this.layout.needed(this.space.position + this.space.viewHeight * (1 + reach)));
    model.wanted = (isTight) => this.#parts(isTight ? need : reach);
    model.isCollapsed = (name) => this.model.isSectioned && this.collapsed.has(name);
    model.anchors = () => this.#sight.map(({ id }) => id);
    model.followed = () => [...new Set([this.active.id, ...model.anchors()])].filter((id) => id !== null);
    model.addEventListener("change", ({ detail }) => this.#update(detail));
    this.viewport.addEventListener("scroll", () => this.#scroll());
    this.viewport.addEventListener("scrollend", () => this.#settle());
    const sizes = new ResizeObserver(() => this.#measure());
    for (const element of [this.viewport, ...this.probes]) sizes.observe(element);
  }

  /** How many rows are in sight at once, less one that stays when a page is turned. */
  get page() { return Math.max(1, Math.floor(this.space.viewHeight / this.layout.rowHeight) - 1); }

  /** The id of a row by its index; undefined if it is not held. */
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
   * @param {number} index Its index; clipped to those that there are.
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
    if (!this.model.holds(id) || this.index(id) === null) return false;
    await this.activate(this.index(id));
    return true;
  }

  /**
   * Makes a row the active one, and expands its section if that is collapsed.
   *
   * @param {number} number Its index among all rows, collapsed ones too; clipped to those that there are.
   */
  async activateNumber(number) {
    await this.model.know(number + 1);
    const { sections } = this.layout;
    let [section, start] = [0, 0];
    while (section < sections.length - 1 && number >= start + sections[section].count) {
      start += sections[section].count;
      section++;
    }
    if (!this.layout.hasRows) return;
    const index = Math.min(Math.max(0, number - start), sections[section].count - 1);
    await this.activatePlace({ section, index });
  }

  /** Makes the row at a place the active one, and expands its section if that is collapsed. */
  async activatePlace({ section, index }) {
    await this.model.know(0, section + 1);
    if (this.layout.isCollapsed(section)) this.collapse(this.layout.sections[section].name, false);
    await this.activate(this.layout.start(section) + index);
  }

  /** Goes to the rows, or to the first heading if all of them are collapsed. */
  focus() {
    if (this.layout.count > 0) this.box.focus();
    else if (this.layout.hasRows) this.#focusHeading(0);
  }

  /** Collapses a section, or expands it; its heading stays where it is. */
  collapse(name, isCollapsed) {
    this.model.flush();
    const section = this.layout.sections.findIndex((section) => section.name === name);
    if (section < 0) return;
    const above = Math.max(0, this.layout.top(section) - this.space.position);
    this.#fold(() => this.collapsed.set(name, isCollapsed), () => this.layout.top(section) - above);
  }

  /** Collapses all sections, or expands all. */
  collapseAll(isCollapsed) {
    this.model.flush();
    this.#fold(() => this.collapsed.setAll(isCollapsed), () => 0);
  }

  /** Whether there are sections, and all of them are collapsed. */
  get areAllCollapsed() { return this.layout.hasRows && this.layout.count === 0; }

  /** Changes which sections are collapsed; the active row stays, or it is the next one that is shown. */
  #fold(change, position) {
    const { index, id } = this.active;
    const section = this.layout.sectionOf(index);
    const place = index - this.layout.start(section);
    this.#motion.stop();
    change();
    this.#arrange();
    if (index >= 0 && this.layout.count > 0) {
      const start = this.layout.start(section);
      const next = Math.min(start, this.layout.count - 1);
      const isHidden = this.layout.isCollapsed(section);
      this.active = isHidden ? { index: next, id: this.id(next) ?? null } : { index: start + place, id };
    } else this.active = { index: -1, id: null };
    this.space.resize(this.layout.height, position());
    this.render();
    this.model.look();
    this.dispatchEvent(new Event("collapse"));
  }

  /** Goes from the active row to the heading of its section. */
  focusSection() {
    if (!this.model.isSectioned || this.active.index < 0) return;
    this.#reveal(this.active.index);
    this.render();
    this.#focusHeading(this.layout.sectionOf(this.active.index));
  }

  #focusHeading(section) {
    const { layout, space } = this;
    const top = layout.top(section);
    const isAbove = layout.top(section + 1) <= space.position;
    if (isAbove) space.moveTo(top);
    else if (top + layout.headingHeight > space.position + this.space.viewHeight) {
      space.moveTo(top + layout.headingHeight - this.space.viewHeight);
    }
    this.render();
    this.headings.focus(layout.sections[section].name);
    this.model.look();
  }

  /** Goes from the heading of a section to the row or the heading before or after it, or into the section. */
  #goFrom(name, step) {
    const { layout } = this;
    const section = layout.sections.findIndex((section) => section.name === name);
    const isEmpty = (index) => layout.start(index) === layout.start(index + 1);
    const target = step > 0 ? section : section - 1;
    if (target < 0) return;
    if (!isEmpty(target)) {
      this.activate(step > 0 ? layout.start(section) : layout.start(section) - 1);
      this.box.focus({ preventScroll: true });
    } else if (section + step >= 0 && section + step < layout.sections.length) this.#focusHeading(section + step);
  }

  /** Shows rows and headings as the model has them. */
  render() {
    this.renderer.render(this.layout, this.space, this.active, this.column);
    this.headings.render(this.layout, this.space);
    if (!this.#isSeeking && !this.model.isUnplaced) this.#sight = this.#inSight();
  }

  /** Shows these columns, in this order. */
  arrange(columns) {
    [this.columns, this.column] = [columns, -1];
    this.renderer.arrange(columns);
    this.render();
  }

  /** The element of the cell that keys act on; undefined for the row as a whole. */
  get currentCell() { return this.cell(this.active.id, this.columns[this.column]); }

  /** The element of a cell near what is in sight, by the id of its row and its column. */
  cell(id, name) { return this.renderer.elements.get(id)?.cell(name); }

  /** Lets so many of the first columns stay where they are. */
  freeze(count) { this.renderer.freeze(count); }

  /** Has cells of the columns from one to another; the others are far from what is in sight. */
  span(from, to) { this.renderer.span(from, to); }

  /** Puts the points of numbers below each other. */
  align() { this.renderer.align(); }

  /** Whether numbers of a column have room after them, so that their points are below each other. */
  isPadded(name) { return this.cells(name).some((cell) => cell.dataset.missing); }

  /** The cells of a column that there are. */
  cells(name) { return [...this.renderer.elements.values()].map((row) => row.cell(name)).filter(Boolean); }

  /** Goes to the next cell of the active row, or to the one before; before the first is the row as a whole. */
  aside(step) {
    if (this.active.index < 0) return;
    if (this.column < 0 && step < 0 && this.model.isSectioned) return this.focusSection();
    this.goToCell(this.column + step);
  }

  /** Goes to the cell of a column in the active row; to the row as a whole before the first. */
  goToCell(column) {
    this.column = Math.max(-1, Math.min(column, this.columns.length - 1));
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
    const below = top + layout.rowHeight - this.space.viewHeight;
    if (above < space.position) space.moveTo(above);
    else if (below > space.position) space.moveTo(below);
  }

  #measure() {
    if (this.probes[0].offsetHeight === 0) return;
    const anchor = this.#sight.find(({ index }) => index !== null);
    const isSeen = this.#isActiveSeen;
    this.#readHeights();
    this.#arrange();
    this.space.resize(this.layout.height, anchor && this.layout.topOf(anchor.index) - anchor.above);
    if (isSeen) this.#reveal(this.active.index);
    this.render();
    this.model.look();
  }

  /** Whether the active row was in sight before the height became another. */
  get #isActiveSeen() {
    if (this.active.index < 0) return false;
    const top = this.layout.topOf(this.active.index) - this.space.position;
    return top >= 0 && top + this.layout.rowHeight <= this.space.viewHeight;
  }

  /** Heights are read when they change: reading them lays out the page. */
  #readHeights() {
    this.space.measure();
    this.#heights = this.probes.map((probe) => probe.offsetHeight);
  }

  #arrange() {
    const [row, heading] = this.#heights;
    const { isSectioned, sections, sectionCount, total, query } = this.model;
    this.collapsed.divide(query.sections ?? null);
    const further = sectionCount - sections.length;
    const isShown = further > 0 && !this.collapsed.isAll;
    const rest = { sections: further, rows: isShown ? Math.max(further, total - this.model.knownRows) : 0 };
    this.layout = new RowLayout(
      sections, row || 1, isSectioned ? heading : 0, (name) => isSectioned && this.collapsed.has(name), rest);
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
    if (layout.known === 0) return parts;
    const margin = pages * this.space.viewHeight;
    const last = Math.min(layout.known - 1, layout.rowAt(space.position + this.space.viewHeight + margin));
    for (let row = layout.rowAt(space.position - margin); row <= last;) {
      const section = layout.sectionOf(row);
      const [start, end] = [layout.start(section), Math.min(last + 1, layout.start(section + 1))];
      const { name } = layout.sections[section];
      if (end > row) parts.push({ name, from: row - start, length: end - row });
      row = end;
    }
    return parts;
  }

  /** Where the person is: the rows in sight, unless that is the beginning, and the one that keys act on. */
  get place() {
    return { sight: this.#sight, id: this.active.id, name: this.columns[this.column], left: this.viewport.scrollLeft };
  }

  /** Goes to where the person was when the list was shown by another grid, as far as the rows are still there. */
  async resume({ sight, id, name, left }) {
    if (sight.length === 0 && id === null && left === 0) return;
    await this.model.settled();
    // The list answers where these rows are now.
    this.#sight = sight.map((row) => ({ ...row, index: null }));
    this.#isSeeking = true;
    this.active.id = id;
    this.model.reread();
    await this.model.settled();
    if (this.columns.includes(name)) this.goToCell(this.columns.indexOf(name));
    this.viewport.scrollLeft = left;
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
    const wasFar = this.active.index >= this.layout.known;
    this.#arrange();
    let { position } = this.space;
    if (isNew) position = 0;
    // The uppermost row that is still there stays where it was when others come above it.
    const anchor = this.#sight.find(({ id }) => this.model.holds(id) && this.index(id) !== null)
      ?? this.#sight.find(({ id }) => typeof this.index(id) === "number");
    if (anchor && !isNew) position = this.layout.topOf(this.index(anchor.id)) - anchor.above;
    this.#isSeeking = Boolean(anchor) && !isNew && !this.model.holds(anchor.id);
    this.#followActive(isNew);
    this.space.resize(this.layout.height, position);
    // Where the active row is was not known exactly.
    if (wasFar && this.active.index >= 0 && this.active.index < this.layout.known) this.#reveal(this.active.index);
    this.render();
    // The results of a new query appear without animation, because it would delay reading them.
    if (isData && !isNew) this.#motion.animate(before, this.renderer.elements, this.space);
    this.#tellWaiting();
    this.model.look();
  }

  /** The index of a row; null if it is not there or is collapsed, undefined if that is not known. */
  index(id) {
    const place = this.model.place(id);
    if (place?.section >= this.layout.sections.length) return undefined;
    if (place && this.layout.isCollapsed(place.section)) return null;
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
