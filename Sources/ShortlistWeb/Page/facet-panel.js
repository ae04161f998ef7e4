// The values of one attribute, with the numbers of their rows.

import { make } from "./dom.js";
import { text as shown, titleOf } from "./row-element.js";
import { arrange } from "./elements.js";

/** How many values are listed at first, and how many more each time. */
const [first, further] = [8, 40];

/**
 * A panel that can be opened, with a value a line: to be included by its box, and excluded by the
 * button beside it.
 *
 * Its events are what the person does: `choose` (detail: `{value, choice}`), `operator` (detail: `or` or
 * `and`), `measure` when other values are wanted.
 */
export class FacetPanel extends EventTarget {
  /** How many values are wanted. */
  limit = first;
  #words;
  #lines = new Map();
  #list = make("ul.values", { role: "list", hidden: true });
  #note = make("p.note", { hidden: true });
  #chosen = make("span.chosen");
  #values = [];
  #search;
  #more;
  #all;
  /** Whether the person has chosen here and is here still: no value moves away under the pointer. */
  #isUsed = false;

  /**
   * @param {{name: string, type: string}} attribute What values of.
   * @param {boolean} isOpen Whether it is open at first.
   * @param {Words} words The words.
   */
  constructor({ name, type }, isOpen, words) {
    super();
    [this.name, this.#words] = [name, words];
    const { phrase } = words;
    this.#search = make("input", {
      type: "search", "aria-label": phrase("Search values of {name}", { name }),
      placeholder: phrase("Search values"), autocomplete: "off", spellcheck: "false",
      input: () => this.#measure(),
    });
    this.#more = make("button.more", {
      type: "button", hidden: true, "aria-label": phrase("More values of {name}", { name }),
      click: () => this.#showMore(),
    }, phrase("More"));
    this.#all = make("input", {
      type: "checkbox", change: () => this.#tell("operator", this.operator),
    });
    const all = make("label.all", { hidden: type !== "list" }, this.#all, phrase("Rows with all of them"));
    this.element = make("details.panel.facet", {
      open: isOpen, "data-attribute": name, toggle: () => this.#measure(),
      focusout: ({ relatedTarget }) => this.#leave(relatedTarget), pointerleave: () => this.#leave(),
    },
    make("summary", {}, make("h3", {}, titleOf(name, words)), this.#chosen),
    this.#search, all, this.#list, this.#note, this.#more);
  }

  /** Whether its values are to be seen. */
  get isOpen() {
    return this.element.open;
  }

  /** Lists as many values as a former panel, and searches for the same. */
  resume(former) {
    if (former) [this.limit, this.#search.value] = [former.limit, former.search];
  }

  /** What the values are searched for. */
  get search() {
    return this.#search.value;
  }

  /** Whether rows must have any of the included values (`or`) or all (`and`). */
  get operator() {
    return this.#all.checked ? "and" : "or";
  }

  set operator(operator) {
    this.#all.checked = operator === "and";
  }

  /** Says how many values are chosen, also while it is closed. */
  count(chosen) {
    this.#chosen.textContent = chosen ? this.#words.phrase("{n} chosen", { n: chosen }) : "";
  }

  /**
   * Shows values.
   *
   * @param {{values: {value: *, count: number, selected: boolean}[], more: boolean}} facet What was
   *   counted; what is chosen is shown besides.
   * @param {import("./filters.js").Filters} filters What is chosen.
   */
  show({ values, more }, filters) {
    const shown = values.slice(0, this.limit);
    const listed = new Set(shown.map(({ value }) => JSON.stringify(value)));
    const add = (others, count) => {
      for (const value of others) {
        if (listed.has(JSON.stringify(value))) continue;
        listed.add(JSON.stringify(value));
        shown.push(values.find((item) => item.value === value) ?? { value, count });
      }
    };
    if (!this.search) {
      add(filters.excludedValues(this.name), 0);
      // What is not listed has no rows, or comes after those that were asked for.
      const rest = more ? null : 0;
      add(filters.includedValues(this.name), rest);
      if (this.#isUsed) add(this.#values.map(({ value }) => value), rest);
    }
    if (this.#isUsed) this.#sort(shown);
    this.#values = shown;
    const lines = new Map(shown.map((item) => {
      const key = JSON.stringify(item.value);
      const line = this.#lines.get(key) ?? this.#makeLine(item.value);
      line.show(item.count, item.selected ? "include" : filters.choice(this.name, item.value));
      return [key, line];
    }));
    this.#lines = lines;
    arrange(this.#list, [...lines.values()].map((line) => line.element));
    this.#list.hidden = lines.size === 0;
    this.#more.hidden = !more && values.length <= this.limit;
    this.#note.hidden = shown.length > 0;
    this.#note.textContent = this.search ? this.#words.phrase("No value has words that begin so.") : this.#words.phrase("No row that matches has a value.");
  }

  /** Puts values into the order that they are shown in; new ones come last. */
  #sort(values) {
    const places = new Map(this.#values.map(({ value }, place) => [JSON.stringify(value), place]));
    const place = ({ value }) => places.get(JSON.stringify(value)) ?? places.size;
    values.sort((a, b) => place(a) - place(b));
  }

  #makeLine(value) {
    const text = value === "" ? this.#words.phrase("(empty)") : shown(value);
    const box = make("input", { type: "checkbox" });
    const count = make("span.count");
    const exclude = make("button.exclude", {
      type: "button", "aria-label": this.#words.phrase("Exclude {value}", { value: text }), title: this.#words.phrase("Exclude {value}", { value: text }),
    }, "−");
    const element = make("li", { "data-value": JSON.stringify(value) }, make("label", {},
      box, make("span.value", { title: text, dir: "auto" }, text), " ", count), exclude);
    const mark = (choice) => {
      box.checked = choice === "include";
      exclude.setAttribute("aria-pressed", choice === "exclude");
      element.className = choice ?? "";
    };
    // A choice is seen before the list has answered: the next one is made of what is seen.
    const choose = (choice) => {
      mark(choice);
      this.#choose(value, choice);
    };
    box.addEventListener("change", () => choose(box.checked ? "include" : null));
    exclude.addEventListener("click", () => {
      choose(exclude.getAttribute("aria-pressed") === "true" ? null : "exclude");
    });
    const show = (rows, choice) => {
      count.textContent = rows === null ? "" : this.#words.grouped(rows);
      mark(choice);
    };
    return { element, show };
  }

  #choose(value, choice) {
    this.#isUsed = true;
    this.#tell("choose", { value, choice });
  }

  #showMore() {
    this.limit += further;
    this.#measure();
  }

  #measure() {
    this.#isUsed = false;
    this.#tell("measure");
  }

  /** The focus goes somewhere, or stays where it is and the pointer goes away. */
  #leave(focused = this.element.getRootNode().activeElement) {
    if (!this.element.contains(focused)) this.#isUsed = false;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
