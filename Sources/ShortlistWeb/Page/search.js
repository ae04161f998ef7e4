// The search field, and the kind of match.

import { make } from "./dom.js";

const kinds = [
  ["auto", "Automatic"], ["words", "Words"], ["prefix", "Beginning"], ["substring", "Anywhere"], ["fuzzy", "Fuzzy"],
];

/** The names of all kinds of match. */
export const kindNames = kinds.map(([kind]) => kind);

/**
 * A field whose every letter searches. `change` tells what is searched for, as members of a query;
 * `leave` that the person goes on into the list, and `enter` that Enter was pressed.
 */
export class Search extends EventTarget {
  /**
   * @param {{search: string, match: string}} query What is searched for at first.
   * @param {string[]} offered The kinds of match that the list has.
   */
  constructor({ search, match }, offered) {
    super();
    this.field = make("input.search", {
      type: "search", id: "search", part: "search", "aria-controls": "rows", "aria-label": "Search", placeholder: "Search",
      autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      input: () => this.#tell({ search: this.field.value }),
      keydown: (event) => this.#press(event),
    });
    const options = kinds.filter(([kind]) => offered.includes(kind)).map(([value, name]) => make("option", { value }, name));
    this.match = make("select", { "aria-label": "Kind of match" }, ...options);
    this.match.addEventListener("change", () => this.#tell({ match: this.match.value }));
    this.element = make("div.searching", { role: "search" }, this.field, this.match);
    this.show({ search, match });
  }

  /** Shows what is searched for. */
  show({ search, match }) {
    if (search !== this.field.value) this.field.value = search ?? "";
    this.match.value = match ?? "words";
  }

  /** Goes to the field, with what was typed elsewhere. */
  type(text) {
    this.field.focus();
    this.field.setRangeText(text, this.field.value.length, this.field.value.length, "end");
    this.#tell({ search: this.field.value });
  }

  #tell(detail) { this.dispatchEvent(new CustomEvent("change", { detail })); }

  #press(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const name = { ArrowDown: "leave", Enter: "enter" }[event.key];
    if (!name) return;
    event.preventDefault();
    this.dispatchEvent(new Event(name));
  }
}
