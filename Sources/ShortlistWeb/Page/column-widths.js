// How wide columns are.

import { titleOf } from "./row-element.js";

/** The least width of a column of texts, if its usual texts are longer, and the greatest, in letters. */
const [least, greatest] = [16, 400];

/**
 * The greatest widths of frozen columns beside others, unless a person has given one, in letters: of the last, and of
 * those before it.
 */
const [greatestLastFrozen, greatestFrozen] = [60, 24];

/** The width of a digit in ems, in fonts that have wide ones. */
const widestDigit = 0.65;

/** The room of the mark before the columns, with the gap after it, of each gap, and of what is after the last one, in ems. */
const [mark, gap, rest] = [3.25, 1, 2.5];

/** The widths of columns: those of what was seen in them so far, so that they do not become narrower. */
export class ColumnWidths {
  #lengths;

  /**
   * @param {ListModel} model The attributes that can be shown, and which of them are numbers, which are never cut.
   * @param {ColumnSettings} settings How the columns are arranged.
   * @param {Words} words The words.
   */
  constructor({ columns, numeric, decimals }, settings, words) {
    Object.assign(this, { columns, numeric, decimals, settings });
    // Where nothing hovers, the button of the menu is always there.
    const more = matchMedia("(hover: none)").matches ? 5 : 2;
    this.#lengths = new Map(columns.map((name) => [name, Math.max(titleOf(name, words).length + more, 4)]));
  }

  /**
   * Takes account of texts. @returns {boolean} Whether a column becomes wider.
   *
   * @param {string[][]} texts The texts in each column.
   */
  add(texts) {
    let isWider = false;
    for (const [index, name] of this.columns.entries()) {
      const isNumber = this.numeric.has(name);
      const lengths = texts[index].map((text) => text.length + (isNumber ? this.decimals.missing(name, text).length : 0));
      const sorted = lengths.sort((a, b) => a - b);
      const usual = isNumber ? sorted.at(-1) : sorted[Math.floor(sorted.length * 0.9)];
      const length = Math.min(usual ?? 0, greatest);
      if (length <= this.#lengths.get(name)) continue;
      this.#lengths.set(name, length);
      isWider = true;
    }
    return isWider;
  }

  /** How a column shows the room after its points: not at all where a person has left too little for it. */
  #padding(name) {
    const given = this.settings.width(name);
    return given !== undefined && given < this.padded(name) ? "none" : "inline";
  }

  /** The width in ems that numbers have room in when their points stand below each other. */
  padded(name) { return Math.ceil((this.#lengths.get(name) + 1) * widestDigit); }

  /** The least width of a column, and the greatest: letters and ems each. */
  #width(name, place) {
    const given = this.settings.width(name);
    if (given !== undefined) return [{ letters: 0, ems: given }, { letters: 0, ems: given }];
    const length = this.#lengths.get(name);
    const width = (letters) => ({ letters: letters + 1, ems: 0 });
    // Where a frozen column begins follows from the widths of those before it.
    if (place < this.settings.frozen - 1) {
      const definite = width(this.numeric.has(name) ? length : Math.min(length, greatestFrozen));
      return [definite, definite];
    }
    const narrow = width(this.numeric.has(name) ? length : Math.min(length, least));
    const isFree = place >= this.settings.frozen || this.settings.shown.length === 1;
    return [narrow, width(isFree ? length : Math.min(length, greatestLastFrozen))];
  }

  /**
   * Properties of a style: the columns of a grid, the least width of all of them together, where each
   * frozen column begins, and where the last of them ends at the most; and which numbers stand by their points.
   */
  get style() {
    const style = {};
    const tracks = [];
    let [start, all] = [{ letters: 0, ems: mark }, { letters: 0, ems: mark + rest }];
    for (const [place, name] of this.settings.shown.entries()) {
      const [narrow, wide] = this.#width(name, place);
      const isDefinite = narrow.letters === wide.letters && narrow.ems === wide.ems;
      tracks.push(isDefinite ? length(narrow) : `minmax(${length(narrow)}, ${length(wide)})`);
      if (this.numeric.has(name)) style[`--padding-${place}`] = this.#padding(name);
      all = sum(all, narrow, { letters: 0, ems: gap });
      if (place >= this.settings.frozen) continue;
      style[`--frozen-${place}`] = length(start);
      start = sum(start, wide, { letters: 0, ems: gap });
    }
    return {
      ...style, "--columns": tracks.join(" "), "--columns-width": length(all), "--frozen-end": length(start),
    };
  }
}

const length = ({ letters, ems }) => (
  letters === 0 ? `${ems}em` : ems === 0 ? `${letters}ch` : `calc(${letters}ch + ${ems}em)`);

const sum = (...widths) => ({
  letters: widths.reduce((all, { letters }) => all + letters, 0),
  ems: widths.reduce((all, { ems }) => all + ems, 0),
});
