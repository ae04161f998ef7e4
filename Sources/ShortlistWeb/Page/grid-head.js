// The names of columns, as people hear them who go through the cells.

import { make, setAttribute } from "./dom.js";

/**
 * A row of column headings that is not seen. The headings that are seen stand outside of the grid: they
 * are buttons, between which Tab goes, while keys in the grid go from cell to cell.
 */
export class GridHead {
  #headings;

  /** @param {string[]} columns The attributes that are shown. */
  constructor(columns) {
    this.#headings = new Map(columns.map((name, index) => (
      [name, make("span", { role: "columnheader", "aria-colindex": index + 1 }, name)])));
    this.element = make("div.hidden", { role: "row", "aria-rowindex": 1 }, ...this.#headings.values());
  }

  /** Names all columns but some. */
  hide(hidden) {
    for (const [name, heading] of this.#headings) heading.hidden = hidden.has(name);
  }

  /** Tells what rows are sorted by in the first place. */
  show(sort) {
    const [first] = sort ?? [];
    for (const [name, heading] of this.#headings) {
      setAttribute(heading, "aria-sort", name === first?.by ? first.order ?? "ascending" : null);
    }
  }
}
