// Which columns are shown.

import { make } from "./dom.js";
import { Popup } from "./popup.js";

/** A button that opens a box for each column but the first. `change` tells the names that are not shown. */
export class ColumnChooser extends EventTarget {
  /**
   * @param {string[]} columns The attributes that can be shown.
   * @param {Set<string>} hidden Those that are not shown at first.
   */
  constructor(columns, hidden) {
    super();
    const boxes = columns.slice(1).map((name) => {
      const box = make("input", { type: "checkbox", value: name });
      box.checked = !hidden.has(name);
      return box;
    });
    const tell = () => {
      const names = boxes.filter(({ checked }) => !checked).map(({ value }) => value);
      this.dispatchEvent(new CustomEvent("change", { detail: new Set(names) }));
    };
    const all = make("button", {
      type: "button", click: () => {
        for (const box of boxes) box.checked = true;
        tell();
      },
    }, "Show all");
    const button = make("button", { type: "button" }, "Columns");
    const popup = new Popup(button, "Columns",
      make("fieldset.names", { change: tell }, make("legend", {}, "Columns"),
        ...boxes.map((box) => make("label", {}, box, make("span", { dir: "auto" }, box.value)))), all);
    this.element = make("div.choose-columns", { hidden: boxes.length === 0 }, button, popup.panel);
  }
}
