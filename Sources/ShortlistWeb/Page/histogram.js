// How many rows there are of which numbers or days: bars, and the same as a table.

import { make } from "./dom.js";
import { draw } from "./elements.js";
import { wholeNumber } from "./json.js";

/** How high the drawing is, in its own units. */
const full = 100;

/** Bars, of which those in the chosen range stand out, and a table with their numbers. */
export class Histogram {
  #bars = [draw("g"), draw("g")];
  #table = make("table");
  #buckets = [];
  #name;
  #words;
  #shown;

  /**
   * @param {string} name What the numbers are of.
   * @param {Words} words The words.
   * @param {function(*): string} shown How an end of a bucket is shown in the table.
   */
  constructor(name, words, shown = (number) => shortened(number, words)) {
    [this.#name, this.#words, this.#shown] = [name, words, shown];
    const [all, chosen] = this.#bars.map((bars, index) => draw("svg", {
      class: index === 0 ? "bars" : "bars chosen", "aria-hidden": "true", preserveAspectRatio: "none",
    }, bars));
    this.drawing = make("div.histogram", {}, all, chosen);
    /** The numbers as text, for those who do not see the bars. */
    this.text = make("details.numbers", { toggle: () => this.#fillTable() },
      make("summary", {}, words.phrase("Rows by {name}", { name })), this.#table);
  }

  /** Shows what was counted: buckets as `list.facets` answers them, of whole numbers if it `isWhole`. */
  show(buckets, isWhole = false) {
    this.#buckets = isWhole ? whole(buckets) : buckets;
    const heights = heightsOf(buckets.map(({ count }) => count));
    for (const bars of this.#bars) {
      bars.replaceChildren(...heights.map((height, index) => draw("rect", {
        x: index + 0.08, width: 0.84, y: full - height, height,
      })));
      bars.parentElement.setAttribute("viewBox", `0 0 ${Math.max(1, heights.length)} ${full}`);
    }
    // The pointer finds a low bar at any height above it.
    this.#bars[0].append(...this.#buckets.map((bucket, index) => draw("path", {
      d: `M${index} 0h1v${full}h-1z`,
    }, draw("title", {}, this.#told(bucket)))));
    this.#fillTable();
  }

  #told({ from, to, count }) {
    const [first, last] = [this.#shown(from), this.#shown(to)];
    return `${first === last ? first : `${first} – ${last}`}: ${this.#words.countedRows(count)}`;
  }

  #fillTable() {
    if (!this.text.open) return;
    const { grouped, phrase } = this.#words;
    const rows = this.#buckets.map(({ from, to, count }) => make("tr", {},
      make("td", {}, this.#shown(from)), make("td", {}, this.#shown(to)),
      make("td", {}, grouped(count))));
    const heads = [phrase("from"), phrase("to"), phrase("rows")].map((text) => make("th", { scope: "col" }, text));
    this.#table.replaceChildren(make("caption.hidden", {}, phrase("Rows by {name}", { name: this.#name })),
      make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  }
}

/**
 * The heights of bars, from 0 to 100.
 *
 * They are those of the logarithms if a few bars would make all others invisible; a bar of one row is
 * seen in any case.
 */
export function heightsOf(counts) {
  const present = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const highest = present.at(-1) ?? 1;
  const isLogarithmic = highest / 16 > present[(present.length - 1) >> 1];
  const height = (count) => isLogarithmic ? Math.log2(count + 1) : count;
  const part = (count) => height(count) / height(highest);
  return counts.map((count) => count === 0 ? 0 : Math.max(2, Math.round(part(count) * full)));
}

/** Buckets with the least and the greatest whole number in each: equal parts of what is between the ends of all. */
function whole(buckets) {
  const ends = buckets.length === 0 ? [] : [buckets[0].from, buckets.at(-1).to].map(String);
  // There may be other numbers in a column of whole ones.
  if (!ends.every((end) => /^-?\d+$/.test(end))) return buckets;
  const [least, greatest] = ends.map(BigInt);
  const parts = BigInt(buckets.length);
  const number = (big) => wholeNumber(String(big));
  const from = (part) => least + ((greatest - least) * BigInt(part) + parts - 1n) / parts;
  return buckets.map(({ count }, part) => {
    const last = part === buckets.length - 1 ? greatest : from(part + 1) - 1n;
    return { from: number(from(part)), to: number(last < from(part) ? from(part) : last), count };
  });
}

/** A number as it is read, without the digits that come of dividing: those after the point, or after the tenth. */
function shortened(number, words) {
  if (typeof number === "object" || Number.isInteger(number)) return words.written(number);
  return words.written(Number(number.toPrecision(Math.max(10, String(Math.trunc(Math.abs(number))).length))));
}
