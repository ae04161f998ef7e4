// How numbers of a column stand with their points below each other.

/** Numbers with more digits after the point stand at the end of their column; others would leave much room empty. */
const mostAligned = 6;

const written = new RegExp(`^-?\\d+(?:\\.(\\d{1,${mostAligned}}))?$`);

/** The digits after the point of the numbers that were seen in each column. */
export class Decimals {
  #most = new Map();

  /** Takes account of texts in a column. @returns {boolean} Whether others of it have to move. */
  add(name, texts) {
    const before = this.#most.get(name) ?? 0;
    const most = texts.reduce((most, text) => Math.max(most, digitsOf(text) ?? 0), before);
    this.#most.set(name, most);
    return most > before;
  }

  /** What a text in a column lacks of the longest one after the point. */
  missing(name, text) {
    const most = this.#most.get(name) ?? 0;
    const digits = most > 0 ? digitsOf(text) : undefined;
    if (digits === undefined) return "";
    return (digits === 0 ? "." : "") + "0".repeat(Math.max(0, most - digits));
  }
}

/** How many digits a number has after its point; undefined if it is written otherwise. */
function digitsOf(text) {
  const match = written.exec(text);
  return match ? match[1]?.length ?? 0 : undefined;
}
