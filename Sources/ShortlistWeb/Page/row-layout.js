// Where rows and headings stand, if all of them stood one below the other.

/** Of sections that are to be known, some more are asked for: in part, and at the least. */
const [share, least] = [0.1, 100];

/**
 * The places of the rows that are not collapsed, which are of one height, and of the headings of sections.
 *
 * Of many sections, only the first are known. The height of all is right all the same, because it is known how many
 * rows and sections the others are; the places of their rows are those of sections of equal size.
 */
export class RowLayout {
  #starts;
  #tops;
  #isCollapsed;
  #rest;

  /**
   * @param {{name: string, count: number}[]} sections The sections that are known, in order.
   * @param {number} rowHeight The height of a row, in CSS pixels.
   * @param {number} headingHeight The height of a heading; 0 for none.
   * @param {function(string): boolean} isCollapsed Whether of a section only the heading is shown.
   * @param {{sections: number, rows: number}} rest How many further sections there are, and how many rows of theirs
   *   that are not collapsed.
   */
  constructor(sections, rowHeight, headingHeight, isCollapsed = () => false, rest = { sections: 0, rows: 0 }) {
    Object.assign(this, { sections, rowHeight, headingHeight });
    this.#rest = { ...rest, height: rest.sections * headingHeight + rest.rows * rowHeight };
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

  /** The number of sections. */
  get sectionCount() { return this.sections.length + this.#rest.sections; }

  /** The number of rows that are not collapsed. */
  get count() { return this.known + this.#rest.rows; }

  /** The number of those whose sections are known, and their height. */
  get known() { return this.#starts[this.sections.length]; }
  get knownHeight() { return this.#tops[this.sections.length]; }

  /** The height of all. */
  get height() { return this.knownHeight + this.#rest.height; }

  /** How many sections have to be known for what is at a position, as far as that is known. */
  needed(position) {
    const { sections, height } = this.#rest;
    const missing = ((position - this.knownHeight) / height) * sections;
    return missing > 0 ? Math.min(this.sectionCount, this.sections.length + Math.ceil(missing * (1 + share)) + least) : 0;
  }

  /** The index of a section's first row among these rows; of the next row if the section has none. */
  start(section) { return this.#starts[Math.min(section, this.sections.length)]; }

  /** Where a section begins, with its heading; of the number of known sections, where these end. */
  top(section) { return this.#tops[section]; }

  /** The index of the known section that a row is in, by the row's index among these rows. */
  sectionOf(row) { return lastAtMost(this.#starts, row, this.sections.length); }

  /** The index of the known section at a position. */
  sectionAt(position) { return lastAtMost(this.#tops, position, this.sections.length); }

  /** Where a row begins. */
  topOf(row) {
    const { rows, height } = this.#rest;
    if (row >= this.known && rows > 0) return this.knownHeight + ((row - this.known) / rows) * height;
    const section = this.sectionOf(row);
    return this.#tops[section] + this.headingHeight + (row - this.#starts[section]) * this.rowHeight;
  }

  /** The index of the row at a position, or of the next below it; clipped to the rows there are. */
  rowAt(position) {
    const { rows, height } = this.#rest;
    if (position >= this.knownHeight && rows > 0) {
      return Math.min(this.count - 1, this.known + Math.floor(((position - this.knownHeight) / height) * rows));
    }
    if (this.known === 0) return 0;
    const section = this.sectionAt(Math.max(0, position));
    const below = position - this.#tops[section] - this.headingHeight;
    const row = Math.max(0, Math.floor(below / this.rowHeight));
    return Math.min(this.known - 1, this.#starts[section] + row);
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
