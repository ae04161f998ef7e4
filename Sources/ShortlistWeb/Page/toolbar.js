// What stands above the rows: their number, their sections, and the way to one of them.

import { make, setText } from "./dom.js";
import { numberOf } from "./number-text.js";
import { titleOf } from "./row-element.js";

/**
 * The number of rows, the choice of sections, and a field that goes to a row by its number.
 *
 * `change` has other sections, as a member of a query; `collapse` that all sections are to be
 * collapsed (true) or expanded; `go` of the index of a row; `message` why something cannot be.
 */
export class Toolbar extends EventTarget {
  #areAllCollapsed = false;
  #words;

  /**
   * @param {object} hello The server's description of the list.
   * @param {Words} words The words.
   */
  constructor(hello, words) {
    super();
    this.#words = words;
    const { phrase } = words;
    this.total = make("span.total", { dir: "auto" });
    // Of an attribute without a name there can be no sections.
    const names = hello.attributes.filter(({ name, type }) => name !== "" && type !== "list").map(({ name }) => name);
    this.sections = make("select", {}, make("option", { value: "" }, phrase("None")),
      ...names.map((name) => make("option", { value: name }, titleOf(name, words))));
    this.sections.addEventListener("change", () => this.#choose(this.sections.value || null));
    this.number = make("input.row-number", {
      type: "text", autocomplete: "off", title: phrase("The number of a row, or # and its id"),
    });
    this.number.addEventListener("keydown", (event) => this.#go(event));
    this.fold = make("button.fold-all", { type: "button", hidden: true });
    this.fold.addEventListener("click", () => this.#tell("collapse", !this.#areAllCollapsed));
    this.element = make("div.tools", {}, this.total,
      make("label", {}, `${phrase("Sections")} `, this.sections), this.fold, make("label", {}, `${phrase("Row")} `, this.number));
    this.show(hello.query.sections);
  }

  /** Shows what sections there are. */
  show(sections) {
    this.sections.value = sections ?? "";
  }

  /** Offers to collapse all sections, or to expand them; nothing if there are none. */
  showCollapsing(isSectioned, areAllCollapsed) {
    this.#areAllCollapsed = areAllCollapsed;
    this.fold.hidden = !isSectioned;
    const { phrase } = this.#words;
    setText(this.fold, areAllCollapsed ? phrase("Expand all") : phrase("Collapse all"));
  }

  /**
   * Shows how many rows there are.
   *
   * @param {number} total The number of rows that are shown.
   * @param {number} count The number of all rows.
   * @param {{estimates: Set<string>, isRemote: boolean}} about Which numbers are estimates, and whether the rows stay
   *   on a server.
   * @returns {string} What is shown.
   */
  showTotal(total, count, { estimates, isRemote }) {
    const { countedRows, phrase } = this.#words;
    const rows = total === count ? countedRows(count) : phrase("{shown} of {n} rows", { shown: total, n: count });
    const known = estimates.size > 0 ? `~${rows}` : rows;
    const text = isRemote ? phrase("{rows}, on the server", { rows: known }) : known;
    setText(this.total, text);
    return text;
  }

  /** Shows that there are no sections of an attribute, which has too many values. */
  refuse({ name, most }) {
    this.show(null);
    this.#tell("message", this.#words.phrase("{name} has more than {n} values, too many for sections.", { name, n: most }));
  }

  #choose(sections) {
    this.#tell("change", { sections });
  }

  #go(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const text = this.number.value.trim();
    const number = numberOf(text, this.#words.locale);
    if (Number.isFinite(number)) this.#tell("go", Math.trunc(number) - 1);
    else if (text) this.#tell("find", text.replace(/^#/, ""));
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
