// The element of one row, used again for others.

import { make, setAttribute } from "./dom.js";

let made = 0;

/** A row of the grid with a mark and a cell for each column that is shown. */
export class RowElement {
  #cells;
  #parts = [];
  #current;
  #size;

  /**
   * @param {string[]} columns The attributes that are shown, in order.
   * @param {Set<string>} numeric Those of them that are numbers.
   */
  constructor(columns, numeric) {
    this.columns = columns;
    this.#cells = columns.map((name, index) => make(
      `span.cell${index === 0 ? ".first" : ""}${numeric.has(name) ? ".number" : ""}`, {
        id: `cell-${made + 1}-${index}`, role: index === 0 ? "rowheader" : "gridcell",
        "aria-colindex": index + 1, dir: numeric.has(name) ? null : "auto",
      }));
    this.#cells.forEach((cell, index) => cell.style.setProperty("--start", `var(--frozen-${index})`));
    // White space between the cells keeps their texts apart in the name of the row.
    const cells = this.#cells.flatMap((cell) => [" ", cell]);
    this.element = make("div.row", { part: "row", id: `row-${++made}`, role: "row" },
      make("span.pin", { "aria-hidden": "true" }, make("span.mark")), ...cells,
      // For the pointer; keys open the active row.
      make("span.open", { "aria-hidden": "true", title: "Show in full" }));
  }

  /**
   * Shows a row.
   *
   * @param {object} row Its values, and what of them the search has matched.
   * @param {object} place Its `index` among all rows and its `number` in the grid; where there are sections,
   *   its `position` in its own, and the `size` of that.
   * @param {boolean} isSelected Whether it is selected.
   */
  show(row, { index, number, position, size }, isSelected) {
    this.index = index;
    setAttribute(this.element, "aria-rowindex", number);
    if (this.#size !== undefined || size !== undefined) {
      this.#size = size;
      setAttribute(this.element, "aria-level", size === undefined ? null : 2);
      setAttribute(this.element, "aria-posinset", position);
      setAttribute(this.element, "aria-setsize", size);
    }
    setAttribute(this.element, "aria-selected", isSelected ? "true" : "false");
    if (row === this.shown) return;
    this.shown = row;
    const { values, highlights } = row;
    this.columns.forEach((column, cell) => (
      this.#fill(cell, text(member(values, column)), member(highlights, column))));
  }

  /** Marks one cell as the one that keys act on; none if there is no such cell. @returns {?Element} It. */
  mark(column) {
    const current = this.#cells[column];
    if (current === this.#current) return current;
    this.#current?.classList.remove("current");
    current?.classList.add("current");
    this.#current = current;
    return current;
  }

  /** Lets so many of the first cells stay where they are when the others scroll. */
  freeze(count) {
    this.#cells.forEach((cell, index) => cell.classList.toggle("frozen", index < count));
  }

  /** The cell of a column. */
  cell(name) { return this.#cells[this.columns.indexOf(name)]; }

  /** Puts the row at a height. */
  place(top) {
    this.top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }

  #fill(index, text, parts = []) {
    const cell = this.#cells[index];
    const marked = parts.join();
    // A cell that was never filled is equal to an empty one.
    cell.classList.toggle("empty", text === "");
    if (marked === (this.#parts[index] ?? "") && cell.textContent === text) return;
    this.#parts[index] = marked;
    const nodes = [];
    let end = 0;
    for (const [from, to] of parts) {
      nodes.push(text.slice(end, from), make("mark", {}, text.slice(from, to)));
      end = to;
    }
    cell.replaceChildren(...nodes, text.slice(end));
  }
}

/** A member of an object that was received: attributes may be called what every object inherits. */
export function member(object, name) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** What an attribute is called. */
export const titleOf = (name) => name || "(no name)";

/** A value as it is shown. */
export function text(value) {
  if (value === null || value === undefined) return "";
  return (Array.isArray(value) ? value.join(", ") : String(value)).replace(unseen, symbol);
}

/** Control characters, line ends, and characters that change the direction of what follows. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A symbol in place of such a character, as long as it: places of matches stay right. */
function symbol(character) {
  const code = character.charCodeAt(0);
  if (character === "\n") return "⏎";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "␡" : "\ufffd";
}
