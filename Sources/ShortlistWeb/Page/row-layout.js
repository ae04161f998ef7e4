// Where rows and headings stand, if all of them stood one below the other.

/** The places of the rows that are not collapsed, which are of one height, and of the headings of sections. */
export class RowLayout {
  #starts;
  #tops;
  #isCollapsed;

  /**
   * @param {{name: string, count: number}[]} sections The sections, in order.
   * @param {number} rowHeight The height of a row, in CSS pixels.
   * @param {number} headingHeight The height of a heading; 0 for none.
   * @param {function(string): boolean} isCollapsed Whether of a section only the heading is shown.
   */
  constructor(sections, rowHeight, headingHeight, isCollapsed = () => false) {
    Object.assign(this, { sections, rowHeight, headingHeight });
    this.#isCollapsed = sections.map(({ name }) => isCollapsed(name));
    this.#starts = new Float64Array(sections.length + 1);
    this.#tops = new Float64Array(sections.length + 1);
    sections.forEach(({ count }, index) => {
      const rows = this.#isCollapsed[index] ? 0 : count;
      this.#starts[index + 1] = this.#starts[index] + rows;
      this.#tops[index + 1] = this.#tops[index] + headingHeight + rows * rowHeight;
    });
  }

  /** Whether of a section only the heading is shown. */
  isCollapsed(section) { return this.#isCollapsed[section]; }

  /** Whether there are rows, collapsed ones too. */
  get hasRows() { return this.sections.some(({ count }) => count > 0); }

  /** The number of rows that are not collapsed. */
  get count() { return this.#starts[this.sections.length]; }

  /** The height of all. */
  get height() { return this.#tops[this.sections.length]; }

  /** The index of a section's first row among these rows; of the next row if the section has none. */
  start(section) { return this.#starts[section]; }

  /** Where a section begins, with its heading; of the number of sections, where all end. */
  top(section) { return this.#tops[section]; }

  /** The index of the section that a row is in, by the row's index among these rows. */
  sectionOf(row) { return lastAtMost(this.#starts, row, this.sections.length); }

  /** The index of the section at a position. */
  sectionAt(position) { return lastAtMost(this.#tops, position, this.sections.length); }

  /** Where a row begins. */
  topOf(row) {
    const section = this.sectionOf(row);
    return this.#tops[section] + this.headingHeight + (row - this.#starts[section]) * this.rowHeight;
  }

  /** The index of the row at a position, or of the next below it; clipped to the rows there are. */
  rowAt(position) {
    if (this.count === 0) return 0;
    const section = this.sectionAt(Math.max(0, position));
    const below = position - this.#tops[section] - this.headingHeight;
    const row = Math.max(0, Math.floor(below / this.rowHeight));
    return Math.min(this.count - 1, this.#starts[section] + row);
  }
}

/** The last index below `count` whose value is at most `value`; 0 if there is none. */
function lastAtMost(values, value, count) {
  let [low, high] = [0, count];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle;
  }
  return low;
}
