// The filters of one attribute, in one chip.

import { make, setText } from "./dom.js";
import { icon } from "./icons.js";
import { Popup } from "./popup.js";

/** A chip that opens the filters of an attribute. `remove` has the filter to remove, `clear` removes all. */
export class ChipGroup extends EventTarget {
  #words;
  #members = [];
  #name = make("span");
  #list = make("ul.chosen-values", { role: "list" });
  #popup;

  /**
   * @param {string} attribute The attribute.
   * @param {Words} words The words.
   * @param {function(object): string} textOf A filter as it is read.
   */
  constructor(attribute, words, textOf) {
    super();
    [this.attribute, this.#words, this.textOf] = [attribute, words, textOf];
    const { phrase } = words;
    const button = make("button.chip", { type: "button" }, this.#name, icon("down"));
    const clear = make("button", { type: "button", click: () => this.#tell("clear") }, phrase("Remove all"));
    this.#popup = new Popup(button, phrase("Filters of {attribute}", { attribute }), this.#list, clear);
    this.#popup.panel.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") this.#fill();
    });
    this.element = make("li", {}, button, this.#popup.panel);
  }

  /** Shows filters, each with its group. */
  show(members) {
    this.#members = members;
    const { phrase } = this.#words;
    const isEqual = members.every(({ filter }) => "equals" in filter);
    setText(this.#name, isEqual
      ? phrase("{attribute}: {n} values", { attribute: this.attribute, n: members.length })
      : phrase("{attribute}: {n} filters", { attribute: this.attribute, n: members.length }));
    if (this.#popup.isOpen) this.#fill();
  }

  #fill() {
    const place = [...this.#list.querySelectorAll("button")].indexOf(this.#list.getRootNode().activeElement);
    this.#list.replaceChildren(...this.#members.map(({ group, filter }) => {
      const text = this.textOf(filter).replace(`${this.attribute}: `, "");
      return make("li", {}, make(filter.negated ? "span.text.not" : "span.text", { dir: "auto" }, text),
        make("button.plain", {
          type: "button", "aria-label": this.#words.phrase("Remove filter {filter}", { filter: this.textOf(filter) }), title: this.#words.phrase("Remove filter {filter}", { filter: this.textOf(filter) }),
          click: () => this.#tell("remove", { group, filter }),
        }, icon("close")));
    }));
    const buttons = this.#list.querySelectorAll("button");
    if (place >= 0) buttons[Math.min(place, buttons.length - 1)]?.focus();
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
