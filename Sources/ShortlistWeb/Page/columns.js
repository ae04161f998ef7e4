// The headings of the columns, which sort.

import { make, setAttribute, setText } from "./dom.js";

const orders = { ascending: ["▲", "sorted ascending"], descending: ["▼", "sorted descending"] };

/** A button for each column. `change` tells the keys to sort by. */
export class Columns extends EventTarget {
  #buttons;
  #first;

  /**
   * @param {string[]} columns The attributes that are shown.
   * @param {Set<string>} numeric Those of them that are numbers.
   * @param {{by: string, order: string}[]} sort The keys at first.
   */
  constructor(columns, numeric, sort) {
    super();
    [this.#first] = columns;
    this.#buttons = new Map(columns.map((name) => [name, this.#make(name, numeric.has(name))]));
    const buttons = [...this.#buttons.values()].map(({ button }) => button);
    this.element = make("div.columns", { part: "columns", role: "group", "aria-label": "Sort by" },
      make("span.pin", { "aria-hidden": "true" }), ...buttons, make("span"));
    this.show(sort);
  }

  /** Shows what is sorted by. */
  show(sort) {
    this.sort = sort ?? [];
    for (const [name, { arrow, order }] of this.#buttons) {
      const place = this.sort.findIndex(({ by }) => by === name);
      const [sign, words] = orders[this.sort[place]?.order] ?? ["", ""];
      // Of several keys it is told which comes first.
      const isOne = place < 0 || this.sort.length === 1;
      setText(arrow, isOne ? sign : `${sign}${place + 1}`);
      setText(order, isOne ? words : `${words}, ${place + 1} of ${this.sort.length}`);
    }
  }

  /** Shows all columns but some. */
  hide(hidden) {
    for (const [name, { button }] of this.#buttons) button.hidden = hidden.has(name);
  }

  #make(name, isNumeric) {
    const arrow = make("span.arrow", { "aria-hidden": "true" });
    const order = make("span.hidden");
    const first = name === this.#first ? ".first" : "";
    const button = make((isNumeric ? "button.column.number" : "button.column") + first, { type: "button" },
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

/** The least width of a column of texts, if its usual texts are longer, and the greatest, in letters. */
const [least, greatest] = [16, 60];

/** The widths of columns: those of what was seen in them so far, so that they do not become narrower. */
export class Widths {
  #lengths;
  #hidden = new Set();

  /**
   * @param {string[]} columns The attributes that are shown.
   * @param {Set<string>} numeric Those of them that are numbers, which are never cut.
   */
  constructor(columns, numeric) {
    [this.columns, this.numeric] = [columns, numeric];
    this.#lengths = columns.map((name) => Math.max(name.length + 2, 4));
  }

  /**
   * Takes account of texts. @returns {boolean} Whether a column becomes wider.
   *
   * @param {string[][]} texts The texts in each column.
   */
  add(texts) {
    const lengths = texts.map((column, index) => {
      const sorted = column.map(({ length }) => length).sort((a, b) => a - b);
      const usual = this.numeric.has(this.columns[index]) ? sorted.at(-1)
        : sorted[Math.floor(sorted.length * 0.9)];
      return Math.max(this.#lengths[index], Math.min(usual ?? 0, greatest));
    });
    const isWider = lengths.some((length, index) => length > this.#lengths[index]);
    this.#lengths = lengths;
    return isWider;
  }

  /** Leaves out some columns. */
  hide(hidden) { this.#hidden = hidden; }

  #least(index) {
    const length = this.#lengths[index];
    return (this.numeric.has(this.columns[index]) ? length : Math.min(length, least)) + 1;
  }

  /** The columns of a grid, and the least width of all of them together, as properties of a style. */
  get style() {
    const shown = [...this.columns.keys()].filter((index) => !this.#hidden.has(this.columns[index]));
    const columns = shown.map((index) => `minmax(${this.#least(index)}ch, ${this.#lengths[index] + 1}ch)`);
    const letters = shown.reduce((sum, index) => sum + this.#least(index), 0);
    const width = `calc(${letters}ch + ${shown.length * 0.75 + 5}em)`;
    return { "--columns": columns.join(" "), "--columns-width": width };
  }
}
