// The names of columns, as people hear them who go through the cells.

import { make, setAttribute } from "./dom.js";
import { titleOf } from "./row-element.js";

/**
 * A row of column headings that is not seen. The headings that are seen stand outside of the grid: they
 * are buttons, between which Tab goes, while keys in the grid go from cell to cell.
 */
export class GridHead {
  #headings = new Map();
  #words;
  element = make("div.hidden", { role: "row", "aria-rowindex": 1 });

  /** @param {Words} words The words. */
  constructor(words) { this.#words = words; }

  /** Names these columns, in this order. */
  arrange(columns) {
    this.#headings = new Map(columns.map((name, index) => (
      [name, make("span", { role: "columnheader", "aria-colindex": index + 1 }, titleOf(name, this.#words))])));
    this.element.replaceChildren(...this.#headings.values());
  }

  /** Tells what rows are sorted by in the first place. */
  show(sort) {
    const [first] = sort ?? [];
    for (const [name, heading] of this.#headings) {
      setAttribute(heading, "aria-sort", name === first?.by ? first.order ?? "ascending" : null);
    }
  }
}
