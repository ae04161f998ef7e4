// The headings of the columns, which sort.

import { make, setAttribute, setText } from "./dom.js";

const orders = { ascending: ["▲", "sorted ascending"], descending: ["▼", "sorted descending"] };

/** A button for each column. `change` tells the keys to sort by. */
export class Columns extends EventTarget {
  #buttons;

  /**
   * @param {string[]} columns The attributes that are shown.
   * @param {Set<string>} numeric Those of them that are numbers.
   * @param {{by: string, order: string}[]} sort The keys at first.
   */
  constructor(columns, numeric, sort) {
    super();
    this.#buttons = new Map(columns.map((name) => [name, this.#make(name, numeric.has(name))]));
    const buttons = [...this.#buttons.values()].map(({ button }) => button);
    this.element = make("div.columns", { role: "group", "aria-label": "Sort by" },
      make("span.mark", { "aria-hidden": "true" }), ...buttons);
    this.show(sort);
  }

  /** Shows what is sorted by. */
  show(sort) {
    this.sort = sort ?? [];
    for (const [name, { arrow, order }] of this.#buttons) {
      const [sign, words] = orders[this.sort.find(({ by }) => by === name)?.order] ?? ["", ""];
      setText(arrow, sign);
      setText(order, words);
    }
  }

  #make(name, isNumeric) {
    const arrow = make("span.arrow", { "aria-hidden": "true" });
    const order = make("span.hidden");
    const button = make(isNumeric ? "button.column.number" : "button.column", { type: "button" },
      make("span.name", {}, name), arrow, order);
    setAttribute(button, "title", "Sort; with Shift also by this");
    button.addEventListener("click", (event) => this.#sort(name, event.shiftKey));
    return { button, arrow, order };
  }

  /** Sorts by a column: ascending, then descending, then not; besides others if it `isFurther`. */
  #sort(by, isFurther) {
    const others = isFurther ? this.sort : this.sort.filter((key) => key.by === by);
    const known = others.find((key) => key.by === by);
    const order = { undefined: "ascending", ascending: "descending" }[known?.order];
    const key = order ? [{ by, order }] : [];
    this.show(known ? others.flatMap((other) => (other === known ? key : [other])) : [...others, ...key]);
    this.dispatchEvent(new CustomEvent("change", { detail: { sort: this.sort } }));
  }
}

/**
 * The widths of columns as a grid has them: those of the usual texts in them if there is room; if not,
 * long ones give way before short ones.
 *
 * @param {string[]} columns The attributes that are shown.
 * @param {string[][]} texts The texts in each of them.
 */
export function widths(columns, texts) {
  return columns.map((name, index) => {
    const lengths = texts[index].map(({ length }) => length).sort((a, b) => a - b);
    const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0;
    return `minmax(2rem, ${Math.min(Math.max(usual, name.length + 2, 4), 60) + 1}ch)`;
  }).join(" ");
}
