// The element of one row, used again for others.

import { make, setAttribute } from "./dom.js";

let made = 0;

/** A row of the grid with a mark and a cell for each column that is near what is in sight. */
export class RowElement {
  /** The cells by the places of their columns. */
  #cells = [];
  #parts = [];
  #current = -1;
  #size;
  #number = ++made;
  /** How many of the first columns are frozen, and from which column to which there are other cells. */
  #shape = [0, 0, 0];
  // For the pointer; keys open the active row.
  #open = make("span.open", { "aria-hidden": "true" });

  /**
   * @param {string[]} columns The attributes that are shown, in order.
   * @param {ListModel} model Which of them are numbers, and how these are aligned.
   * @param {Words} words The words.
   */
  constructor(columns, { numeric, decimals }, { phrase }) {
    Object.assign(this, { columns, numeric, decimals });
    this.#open.title = phrase("Show in full");
    this.#open.style.gridColumn = columns.length + 2;
    this.element = make("div.row", { part: "row", id: `row-${this.#number}`, role: "row" },
      make("span.pin", { "aria-hidden": "true" }, make("span.mark")), this.#open);
  }

  /** Lets the first columns stay where they are, and has cells of those and of the ones from one to another. */
  shape(frozen, from, to) {
    if ([frozen, from, to].join() === this.#shape.join()) return;
    this.#shape = [frozen, from, to];
    for (let index = 0; index < this.columns.length; index++) {
      if (index < frozen || (from <= index && index < to) || index === this.#current) this.#make(index);
      else this.#remove(index);
      this.#cells[index]?.classList.toggle("frozen", index < frozen);
    }
  }

  #make(index) {
    if (this.#cells[index]) return;
    const isNumber = this.numeric.has(this.columns[index]);
    const cell = make(`span.cell${index === 0 ? ".first" : ""}${isNumber ? ".number" : ""}`, {
      id: `cell-${this.#number}-${index}`, role: index === 0 ? "rowheader" : "gridcell",
      "aria-colindex": index + 1, dir: isNumber ? "ltr" : "auto",
    });
    cell.style.setProperty("--start", `var(--frozen-${index})`);
    if (isNumber) cell.style.setProperty("--padding", `var(--padding-${index})`);
    cell.style.gridColumn = index + 2;
    const next = this.#cells.find((other, place) => place > index && other)?.previousSibling ?? this.#open;
    // White space between the cells keeps their texts apart in the name of the row.
    next.before(" ", cell);
    this.#cells[index] = cell;
    if (this.shown) this.#show(index);
  }

  #remove(index) {
    const cell = this.#cells[index];
    if (!cell) return;
    cell.previousSibling.remove();
    cell.remove();
    delete this.#cells[index];
    delete this.#parts[index];
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
    this.#cells.forEach((_, index) => this.#show(index));
  }

  #show(index) {
    const column = this.columns[index];
    const { values, highlights } = this.shown;
    this.#fill(index, text(member(values, column)), member(highlights, column));
  }

  /** Puts the points of numbers below each other. */
  align() { this.#cells.forEach((cell, index) => this.#pad(index, cell.textContent)); }

  /** Leaves the room of digits that other numbers of the column have after the point. */
  #pad(index, text) {
    const column = this.columns[index];
    if (this.numeric.has(column)) setAttribute(this.#cells[index], "data-missing", this.decimals.missing(column, text) || null);
  }

  /** Marks one cell as the one that keys act on; none if there is no such cell. @returns {?Element} It. */
  mark(column) {
    if (column === this.#current) return this.#cells[column];
    this.#cells[this.#current]?.classList.remove("current");
    this.#current = column;
    if (column < 0) return undefined;
    this.#make(column);
    this.#cells[column].classList.add("current");
    return this.#cells[column];
  }

  /** The cell of a column; undefined if that is far from what is in sight. */
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
    this.#pad(index, text);
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

/** What an attribute is called, in some words. */
export const titleOf = (name, { phrase }) => text(name) || phrase("(no name)");

/** A value as it is shown. */
export function text(value) {
  if (value === null || value === undefined) return "";
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  return text.replace(/\S/.test(text) ? unseen : blank, symbol);
}

/** Control characters, line ends, and characters that change the direction of what follows. */
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Every character: for a text that has only white space. */
const blank = /[^]/g;

/** A symbol in place of such a character, as long as it: places of matches stay right. */
function symbol(character) {
  const code = character.charCodeAt(0);
  if (character === "\n") return "⏎";
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return /\p{Zs}/u.test(character) ? "␣" : "\ufffd";
}
