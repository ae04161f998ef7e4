// The list of keys.

import { make } from "./dom.js";
import { Popup } from "./popup.js";

/** What keys in the list do; `accepts` where Enter picks. */
const keys = (accepts, writes) => [
  ["↑ ↓ PgUp PgDn Home End", "go to a row"],
  ["← →", "go to a cell, and back to the row; ← again to its section"],
  ["Space", "pick the row, or put it back"],
  ["Shift ↑ ↓", "go to a row, and pick it or put it back"],
  ["Shift Space", "pick all rows from the one picked last"],
  ["Ctrl Shift Home End", "pick all rows up to there"],
  ["Ctrl A", "pick all rows that match, or put them back"],
  ["Ctrl Z, Ctrl Y", writes ? "undo, also a change of a cell; redo" : "undo, redo"],
  ["Ctrl C", "copy the picked rows, or the active row or cell"],
  ...(accepts ? [["Enter", "pick the row and be done"], ["Alt Enter", "show the row in full"]]
    : [["Enter", "show the row in full"], ["Ctrl Enter", "be done"]]),
  ...(writes ? [["F2", "change the cell"]] : []),
  ["letters, Esc", "go to the search field; ↓ leads back"],
  ["?", "show these keys"],
];

/** What keys on the heading of a section do, and on that of a column. */
const headingKeys = [
  ["← →", "collapse a section, expand it"],
  ["↑ ↓", "go to what is above or below the heading"],
];
const columnKeys = [
  ["← →", "go to another column"],
  ["Enter, Shift Enter", "sort by the column, also by it"],
  ["Shift ← →", "move the column"],
  ["Alt ← →", "make it narrower, wider"],
  ["Alt ↓", "open its menu"],
];

/** A button that opens the list of keys. */
export class KeyHelp {
  /**
   * @param {boolean} accepts Whether Enter picks a row and is done.
   * @param {boolean} writes Whether values can be changed.
   * @param {Words} words The words.
   */
  constructor(accepts, writes, { phrase }) {
    const table = (title, keys) => tableOf(phrase(title), keys.map((texts) => texts.map((text) => phrase(text))));
    const button = make("button.plain.help", { type: "button", "aria-label": phrase("Keys"), title: phrase("Keys (?)") }, "?");
    const close = make("button", { type: "button", click: () => this.popup.close() }, phrase("Close"));
    this.popup = new Popup(button, phrase("Keys in the list"), table("Keys in the list", keys(accepts, writes)),
      table("On the heading of a section", headingKeys), table("On the heading of a column", columnKeys), close);
    this.element = make("div", {}, button, this.popup.panel);
  }

  open() { this.popup.open(); }
}

function tableOf(title, keys) {
  const rows = keys.map(([key, does]) => (
    make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, does))));
  return make("table.keys", {}, make("caption", {}, title), make("tbody", {}, ...rows));
}
