// The elements of the rows in sight.

import { make, setAttribute } from "./dom.js";
import { RowElement } from "./row-element.js";

/** So many rows beyond either edge of what is in sight have elements. */
const overscan = 6;

/** Keeps the elements of a list box: one for each row near what is in sight, as long as it is. */
export class RowRenderer {
  /** The elements by the ids of their rows. @type {Map<*, RowElement>} */
  elements = new Map();
  #pool = [];
  #groups = new Map();

  /**
   * @param {HTMLElement} box The list box.
   * @param {ListModel} model What the rows are taken from.
   */
  constructor(box, model) {
    this.box = box;
    this.model = model;
  }

  /**
   * Makes the elements be those of the rows in sight, in their order.
   *
   * @param {RowLayout} layout Where rows are.
   * @param {ScrollSpace} space What of it is in sight.
   * @param {{index: number, id: *}} active A row that has an element even if it is out of sight.
   */
  render(layout, space, active) {
    const margin = overscan * layout.rowHeight;
    const top = space.position - margin;
    const bottom = space.position + space.viewport.clientHeight + margin;
    const places = this.#places(layout, top, bottom);
    this.#addActive(places, layout, active);
    this.#retire(new Set(places.map(({ id }) => id)));
    const containers = this.#containers(layout, places);
    let [container, next] = [null, null];
    for (const { id, index, section } of places) {
      if (container !== containers(section)) {
        container = containers(section);
        next = container.firstElementChild;
      }
      const row = this.#element(id);
      const values = this.model.rows.get(id) ?? row.shown;
      row.show(values, index, layout.count, this.model.selected.has(id));
      row.element.classList.toggle("active", id === active.id);
      row.place(Math.min(Math.max(layout.topOf(index), top - margin), bottom + margin) - space.base);
      if (row.element === next) next = next.nextElementSibling;
      else container.insertBefore(row.element, next);
    }
    this.#pool.length = Math.min(this.#pool.length, 50);
    setAttribute(this.box, "aria-activedescendant", this.elements.get(active.id)?.element.id);
  }

  #places(layout, top, bottom) {
    const places = [];
    if (layout.count === 0) return places;
    const last = layout.rowAt(bottom);
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
    if (id === null || index >= layout.count || places.some((place) => place.id === id)) return;
    if (!this.model.rows.has(id) && !this.elements.has(id)) return;
    const place = { id, index, section: layout.sectionOf(index) };
    if (places.length > 0 && index > places[0].index) places.push(place);
    else places.unshift(place);
  }

  /** Takes out the elements of rows that are out of sight, to be used for others. */
  #retire(shown) {
    for (const [id, row] of this.elements) {
      if (shown.has(id)) continue;
      row.element.remove();
      this.#pool.push(row);
      this.elements.delete(id);
    }
  }

  #element(id) {
    let row = this.elements.get(id);
    if (!row) {
      row = this.#pool.pop() ?? new RowElement(this.model.columns, this.model.numeric);
      this.elements.set(id, row);
    }
    return row;
  }

  /** Tells what rows of a section are put in: the box, or the group of the section in it. */
  #containers(layout, places) {
    const groups = new Map();
    if (this.model.isSectioned) {
      for (const { section } of places) groups.set(section, this.#group(layout.sections[section].name));
    }
    const shown = new Set(groups.values());
    for (const [name, group] of this.#groups) {
      if (shown.has(group)) continue;
      group.remove();
      this.#groups.delete(name);
    }
    let next = this.box.firstElementChild;
    for (const group of shown) {
      if (group === next) next = next.nextElementSibling;
      else this.box.insertBefore(group, next);
    }
    return (section) => groups.get(section) ?? this.box;
  }

  #group(name) {
    const group = this.#groups.get(name)
      ?? make("div.group", { role: "group", "aria-label": name || "None" });
    this.#groups.set(name, group);
    return group;
  }
}
