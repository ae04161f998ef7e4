// The elements of the rows in sight.

import { make, setAttribute, setText } from "./dom.js";
import { GridHead } from "./grid-head.js";
import { RowElement, text } from "./row-element.js";

/** So many rows beyond either edge of what is in sight have elements. */
const overscan = 6;

/** Keeps the elements of a grid: one for each row near what is in sight, as long as it is. */
export class RowRenderer {
  /** The elements by the ids of their rows. @type {Map<*, RowElement>} */
  elements = new Map();
  /** Elements outside the page, to be used for other rows. */
  #idle = [];
  #words;
  #groups = new Map();
  #body = make("div");
  /** The columns that are shown, and how many of the first stay in sight. */
  #columns = [];
  #frozen = 1;
  /** From which column to which there are cells. */
  #span = [0, 0];

  /**
   * @param {HTMLElement} box The grid.
   * @param {ListModel} model What the rows are taken from.
   */
  constructor(box, model) {
    this.box = box;
    [this.model, this.#words] = [model, model.session.words];
    this.head = new GridHead(this.#words);
    box.append(this.head.element, this.#body);
  }

  /**
   * Makes the elements be those of the rows in sight, in their order.
   *
   * @param {RowLayout} layout Where rows are.
   * @param {ScrollSpace} space What of it is in sight.
   * @param {{index: number, id: *}} active A row that has an element even if it is out of sight.
   * @param {number} column The cell of it that keys act on; -1 for the row as a whole.
   */
  render(layout, space, active, column) {
    const margin = overscan * layout.rowHeight;
    const top = space.position - margin;
    const bottom = space.position + space.viewHeight + margin;
    const places = this.#places(layout, top, bottom);
    this.#addActive(places, layout, active);
    const free = this.#retire(new Set(places.map(({ id }) => id)));
    const containers = this.#containers(layout, places, layout.sectionAt(top), layout.sectionAt(bottom));
    let [container, next] = [null, null];
    for (const { id, index, section } of places) {
      if (container !== containers(section)) {
        container = containers(section);
        // The first row of a section is its own.
        next = container === this.#body ? container.firstElementChild : container.firstElementChild.nextElementSibling;
      }
      const row = this.#element(id, free);
      const values = this.model.rows.get(id) ?? row.shown;
      row.show(values, this.#place(layout, index, section), this.model.selected.has(id));
      row.element.classList.toggle("active", id === active.id);
      row.mark(id === active.id ? column : -1);
      row.place(Math.min(Math.max(layout.topOf(index), top - margin), bottom + margin) - space.base);
      while (next !== row.element && free.has(next)) next = next.nextElementSibling;
      if (row.element === next) next = next.nextElementSibling;
      else container.insertBefore(row.element, next);
    }
    this.#idle.push(...free.values());
    this.#idle.length = Math.min(this.#idle.length, 50);
    for (const element of free.keys()) element.remove();
    this.#describe(layout);
    const row = this.elements.get(active.id);
    setAttribute(this.box, "aria-activedescendant", (row?.mark(column) ?? row?.element)?.id);
  }

  /** Shows these columns, in this order. */
  arrange(columns) {
    if (columns.join("\0") === this.#columns.join("\0")) return;
    this.#columns = columns;
    for (const element of this.#retire(new Set()).keys()) element.remove();
    this.#idle = [];
    this.head.arrange(columns);
  }

  /** Lets so many of the first columns stay where they are. */
  freeze(count) {
    this.#frozen = count;
    this.#shape();
  }

  /** Has cells of the columns from one to another. */
  span(from, to) {
    this.#span = [from, to];
    this.#shape();
  }

  /** Puts the points of numbers below each other. */
  align() { for (const row of this.elements.values()) row.align(); }

  #shape() { for (const row of this.elements.values()) row.shape(this.#frozen, ...this.#span); }

  /** The id of the row of an element; undefined if it is none of a row. */
  idOf(element) { return [...this.elements].find(([, row]) => row.element === element)?.[0]; }

  /** The row of an element; undefined if it is none of a row. */
  rowOf(element) { return [...this.elements.values()].find((row) => row.element === element); }

  /** Tells of the grid as a whole. */
  #describe(layout) {
    const { isSectioned, query } = this.model;
    const sections = isSectioned ? layout.sectionCount : 0;
    setAttribute(this.box, "role", isSectioned ? "treegrid" : "grid");
    setAttribute(this.box, "aria-rowcount", layout.count + sections + 1);
    setAttribute(this.box, "aria-colcount", this.#columns.length);
    setAttribute(this.#body, "role", isSectioned || this.elements.size === 0 ? "presentation" : "rowgroup");
    this.head.show(query.sort);
  }

  /** Where a row is in the grid, whose first row are the headings. */
  #place(layout, index, section) {
    if (!this.model.isSectioned) return { index, number: index + 2 };
    const start = layout.start(section);
    return {
      index, number: index + section + 3, position: index - start + 1, size: layout.start(section + 1) - start,
    };
  }

  #places(layout, top, bottom) {
    const places = [];
    if (layout.known === 0) return places;
    const last = Math.min(layout.known - 1, layout.rowAt(bottom));
    for (let index = layout.rowAt(top), section = layout.sectionOf(index); index <= last; section++) {
      const start = layout.start(section);
      for (const end = layout.start(section + 1); index < end && index <= last; index++) {
        const id = this.model.id(section, index - start);
        if (this.model.rows.has(id) || this.elements.has(id)) places.push({ id, index, section });
      }
    }
    return places;
  }

  /** The active row is there even if it is out of sight, for it is what is read out. */
  #addActive(places, layout, { index, id }) {
    if (id === null || index >= layout.known || places.some((place) => place.id === id)) return;
    if (!this.model.rows.has(id) && !this.elements.has(id)) return;
    const place = { id, index, section: layout.sectionOf(index) };
    if (places.length > 0 && index > places[0].index) places.push(place);
    else places.unshift(place);
  }

  /**
   * Releases the elements of rows that are out of sight. They stay in the page for now: where all rows are
   * others, each element is used again in its place, and only its texts change.
   *
   * @returns {Map<Element, RowElement>} The released elements and their rows.
   */
  #retire(shown) {
    const free = new Map();
    for (const [id, row] of this.elements) {
      if (shown.has(id)) continue;
      free.set(row.element, row);
      this.elements.delete(id);
    }
    return free;
  }

  #element(id, free) {
    let row = this.elements.get(id);
    if (!row) {
      row = free.values().next().value ?? this.#idle.pop() ?? new RowElement(this.#columns, this.model, this.#words);
      free.delete(row.element);
      row.shape(this.#frozen, ...this.#span);
      this.elements.set(id, row);
    }
    return row;
  }

  /**
   * Tells what rows of a section are put in: the grid's body, or the group of the section in it. There are
   * groups of the sections that have rows among `places`, and of the collapsed ones from one to another.
   */
  #containers(layout, places, from, to) {
    const groups = new Map();
    if (this.model.isSectioned) {
      const sections = new Set(places.map(({ section }) => section));
      for (let section = from; section <= to && section < layout.sections.length; section++) {
        if (layout.isCollapsed(section)) sections.add(section);
      }
      for (const section of [...sections].sort((a, b) => a - b)) groups.set(section, this.#group(layout, section));
    }
    const shown = new Set(groups.values());
    for (const [name, group] of this.#groups) {
      if (shown.has(group)) continue;
      group.remove();
      this.#groups.delete(name);
    }
    let next = this.#body.firstElementChild;
    for (const group of shown) {
      if (group === next) next = next.nextElementSibling;
      else this.#body.insertBefore(group, next);
    }
    return (section) => groups.get(section) ?? this.#body;
  }

  /** The rows of a section, of which the first is its own and says what it is. */
  #group(layout, section) {
    const { countedRows, phrase } = this.#words;
    const { name, count } = layout.sections[section];
    const group = this.#groups.get(name) ?? make("div.group", { role: "rowgroup", "aria-label": text(name) || phrase("None") },
      make("div.hidden", { role: "row", "aria-level": 1 }, make("span", { role: "gridcell" })));
    this.#groups.set(name, group);
    const [row] = group.children;
    setAttribute(row, "aria-rowindex", layout.start(section) + section + 2);
    setAttribute(row, "aria-expanded", layout.isCollapsed(section) ? "false" : "true");
    setAttribute(row, "aria-posinset", section + 1);
    setAttribute(row, "aria-setsize", layout.sectionCount);
    setText(row.firstElementChild, `${text(name) || phrase("None")}, ${countedRows(count)}`);
    return group;
  }
}
