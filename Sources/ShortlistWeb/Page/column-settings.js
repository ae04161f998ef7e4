// How the person has arranged the columns.

/** The least and the greatest width that a person can give a column, in ems. */
const [least, greatest] = [2.5, 80];

/**
 * The order of columns, their widths, which are not shown, and how many of the first stay in sight.
 *
 * `change` reports another arrangement: with `isWidth` if only a width is another.
 */
export class ColumnSettings extends EventTarget {
  #names;
  #order;
  #hidden = new Set();
  #widths = new Map();
  /** How many of the columns shown first stay where they are when the others scroll. */
  frozen = 1;

  /**
   * @param {string[]} names The columns that can be shown, in their order at first.
   * @param {string} text Their arrangement, in the form of `text`.
   */
  constructor(names, text = "") {
    super();
    this.#names = [...names];
    this.#read(text);
  }

  /** All columns, in order. */
  get order() { return [...this.#order]; }

  /** The columns that are shown, in order. */
  get shown() { return this.#order.filter((name) => !this.#hidden.has(name)); }

  isHidden(name) { return this.#hidden.has(name); }

  /** The width that was given to a column, in ems; undefined if it has the width of its texts. */
  width(name) { return this.#widths.get(name); }

  /** Gives a column a width, in ems; the width of its texts again if there is none. */
  resize(name, width) {
    const rounded = Math.round(Math.min(Math.max(width, least), greatest) * 100) / 100;
    if (width === undefined) this.#widths.delete(name);
    else if (this.#widths.get(name) !== rounded) this.#widths.set(name, rounded);
    else return;
    this.#tell(true);
  }

  /** Puts a column at a place among those that are shown; clipped to the places there are. */
  move(name, place) {
    const others = this.shown.filter((other) => other !== name);
    const next = others[Math.max(0, place)];
    const order = this.#order.filter((other) => other !== name);
    const index = next === undefined ? order.indexOf(others.at(-1)) + 1 : order.indexOf(next);
    order.splice(index, 0, name);
    if (order.join("\0") === this.#order.join("\0")) return;
    this.#order = order;
    this.#tell();
  }

  /** Shows a column, or not; the last one that is shown stays. */
  show(name, isShown) {
    if (isShown) this.#hidden.delete(name);
    else if (this.shown.length > 1) this.#hidden.add(name);
    this.#tell();
  }

  showAll() {
    this.#hidden.clear();
    this.#tell();
  }

  /** Lets so many of the first columns stay in sight. */
  freeze(count) {
    this.frozen = count;
    this.#tell();
  }

  /** Arranges the columns by a text of `text`; as at first if it is empty or invalid. */
  restore(text) {
    if (text === this.text) return;
    this.#read(text);
    this.#tell();
  }

  /**
   * How the columns are arranged, as a text for addresses; empty if as at first.
   *
   * It begins with the number of frozen columns. After a semicolon follow the columns in order, each with
   * its width after a colon, if it has one, and with `h` if it is hidden.
   */
  get text() {
    const column = (name) => {
      const remark = `${this.#widths.get(name) ?? ""}${this.#hidden.has(name) ? "h" : ""}`;
      return encodeURIComponent(name) + (remark && `:${remark}`);
    };
    const text = `${this.frozen};${this.#order.map(column).join()}`;
    return text === `1;${this.#names.map(encodeURIComponent).join()}` ? "" : text;
  }

  #read(text) {
    this.#hidden = new Set();
    this.#widths = new Map();
    const [, frozen = 1, columns] = /^(\d{1,4});(.*)$/s.exec(text) ?? [];
    this.frozen = Number(frozen);
    const known = new Set(this.#names);
    const order = new Set();
    for (const column of columns?.split(",") ?? []) {
      const [, code, width, hidden] = /^([^:]*)(?::(\d+(?:\.\d+)?)?(h)?)?$/.exec(column) ?? [];
      const name = decoded(code);
      if (!known.has(name)) continue;
      order.add(name);
      if (width) this.#widths.set(name, Math.min(Math.max(Number(width), least), greatest));
      if (hidden) this.#hidden.add(name);
    }
    // Columns that the text does not know come after the others.
    this.#order = [...new Set([...order, ...this.#names])];
    if (this.#hidden.size === this.#order.length) this.#hidden.clear();
  }

  #tell(isWidth = false) { this.dispatchEvent(new CustomEvent("change", { detail: { isWidth } })); }
}

function decoded(code) {
  try {
    return code === undefined ? undefined : decodeURIComponent(code);
  } catch {
    return undefined;
  }
}
