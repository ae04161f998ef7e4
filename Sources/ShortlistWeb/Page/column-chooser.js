// Which columns are shown.

import { make } from "./dom.js";
import { arrange } from "./elements.js";
import { icon } from "./icons.js";
import { Popup } from "./popup.js";
import { titleOf } from "./row-element.js";

/** Among more columns than this, one is found by its name. */
const mostSeen = 12;

/** A button that opens a box for each column. */
export class ColumnChooser {
  #boxes = new Map();

  /**
   * @param {ColumnSettings} settings What the columns are arranged by.
   * @param {Words} words The words.
   * @param {string} sought What is searched for among the names.
   */
  constructor(settings, words, sought = "") {
    this.settings = settings;
    const { phrase } = words;
    for (const name of settings.order) this.#boxes.set(name, this.#make(name, titleOf(name, words)));
    const button = make("button", { type: "button", "aria-label": phrase("Columns") }, icon("columns"), make("span.label", {}, phrase("Columns")));
    this.names = make("fieldset.names", {}, make("legend.hidden", {}, phrase("Columns")));
    this.search = make("input.find", {
      type: "search", "aria-label": phrase("Find a column"), placeholder: phrase("Find a column"),
      hidden: this.#boxes.size <= mostSeen, input: () => this.#render(),
    });
    this.search.value = sought;
    const all = make("button", { type: "button", click: () => settings.showAll() }, phrase("Show all"));
    const reset = make("button", { type: "button", click: () => settings.restore("") }, phrase("Reset"));
    reset.title = phrase("The order, the widths and the frozen columns of the beginning");
    const popup = new Popup(button, phrase("Columns"), this.search, this.names, make("div.choices", {}, all, reset));
    this.element = make("div.choose-columns", { hidden: this.#boxes.size < 2 }, button, popup.panel);
    settings.addEventListener("change", ({ detail }) => { if (!detail.isWidth) this.#render(); });
    this.#render();
  }

  #make(name, title) {
    const box = make("input", {
      type: "checkbox", value: name, change: () => this.settings.show(name, box.checked),
    });
    return { box, label: make("label", { "data-attribute": name }, box, make("span", { dir: "auto" }, title)) };
  }

  #render() {
    const { settings } = this;
    const isOnly = settings.shown.length === 1;
    const wanted = this.search.value.toLowerCase();
    const labels = settings.order.map((name) => {
      const { box, label } = this.#boxes.get(name);
      box.checked = !settings.isHidden(name);
      // One column stays.
      box.disabled = isOnly && box.checked;
      label.hidden = !name.toLowerCase().includes(wanted);
      return label;
    });
    arrange(this.names, [this.names.firstElementChild, ...labels]);
  }
}
