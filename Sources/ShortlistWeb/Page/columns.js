// The headings of the columns, which sort, and by which columns are arranged.

import { make, setAttribute, setText } from "./dom.js";
import { arrange } from "./elements.js";
import { icon } from "./icons.js";
import { titleOf } from "./row-element.js";

const orders = { ascending: ["▲", "sorted ascending"], descending: ["▼", "sorted descending"] };

/**
 * A heading for each column that is shown: a button that sorts, one for its menu, and a grip at its end.
 *
 * Tab leads to one heading, Left and Right to the others; with Shift they move the column, with Alt they
 * make it narrower or wider, and Alt and Down opens its menu. Events: `change` has the keys to sort by;
 * `menu` asks for the menu of a column, `move` for another place (`step`), `resize` for another width
 * (`step`), each with its `name`.
 */
export class Columns extends EventTarget {
  #headings = new Map();
  #names = [];
  #words;
  /** The heading that Tab leads to. */
  #current;

  /**
   * @param {Set<string>} numeric The columns that are numbers.
   * @param {{by: string, order: string}[]} sort The keys at first.
   * @param {Words} words The words.
   */
  constructor(numeric, sort, words) {
    super();
    [this.numeric, this.sort, this.#words] = [numeric, sort ?? [], words];
    this.pin = make("span.pin");
    this.rest = make("span.rest");
    this.element = make("div.columns", {
      part: "columns", role: "toolbar", "aria-label": words.phrase("Columns"),
      keydown: (event) => this.#press(event), focusin: ({ target }) => this.#keep(this.nameOf(target)),
      contextmenu: (event) => this.#openMenu(event),
    });
  }

  /** Shows columns, and freezes the first ones. */
  render(names, frozen) {
    const focused = this.nameOf(this.element.getRootNode().activeElement);
    const place = this.#names.indexOf(focused);
    this.#names = names;
    for (const name of names) if (!this.#headings.has(name)) this.#headings.set(name, this.#make(name));
    arrange(this.element, [this.pin, ...names.map((name) => this.heading(name).element), this.rest]);
    this.freeze(frozen);
    this.#keep(names.includes(this.#current) ? this.#current : names[0]);
    this.show(this.sort);
    // What had the focus may have gone.
    if (place >= 0 && !names.includes(focused)) this.focus(names[Math.min(place, names.length - 1)]);
  }

  /** Lets so many of the first headings stay where they are. */
  freeze(count) {
    for (const [index, name] of this.#names.entries()) {
      const { element } = this.heading(name);
      element.classList.toggle("frozen", index < count);
      element.style.setProperty("--start", `var(--frozen-${index})`);
    }
  }

  /** The parts of a heading. @returns {{element, button, menu}} */
  heading(name) { return this.#headings.get(name); }

  /** The elements of the headings, in order. */
  get elements() { return this.#names.map((name) => this.heading(name).element); }

  /** The name of the column that an element is in the heading of; undefined if it is in none. */
  nameOf(element) {
    const heading = element?.closest?.(".head");
    return [...this.#headings].find(([, { element }]) => element === heading)?.[0];
  }

  focus(name) { this.heading(name)?.button.focus(); }

  /** Whether the first column is at the right. */
  get isMirrored() { return getComputedStyle(this.element).direction === "rtl"; }

  /** Shows what is sorted by. */
  show(sort) {
    this.sort = sort ?? [];
    const { phrase } = this.#words;
    for (const [name, { arrow, order }] of this.#headings) {
      const place = this.sort.findIndex(({ by }) => by === name);
      const [sign, words] = orders[this.sort[place]?.order] ?? ["", ""];
      // With several keys, the heading shows which comes first.
      const isOne = place < 0 || this.sort.length === 1;
      setText(arrow, isOne ? sign : `${sign}${place + 1}`);
      setText(order, isOne ? words && phrase(words) : phrase("{order}, {place} of {n}", { order: phrase(words), place: place + 1, n: this.sort.length }));
    }
  }

  /** Sorts by one column. */
  sortBy(by, order) { this.#tellSort([{ by, order }]); }

  #make(name) {
    const { phrase } = this.#words;
    const title = titleOf(name, this.#words);
    const arrow = make("span.arrow", { "aria-hidden": "true" });
    const order = make("span.hidden");
    const button = make("button.column", {
      type: "button", tabindex: -1, title: phrase("Sort; with Shift also by this"),
      "aria-keyshortcuts": "Alt+ArrowDown",
      click: (event) => this.#sort(name, event.shiftKey),
    }, make("span.name", { dir: "auto" }, title), arrow, order);
    // Keys open the menu from the heading.
    const menu = make("button.plain.column-menu", {
      type: "button", tabindex: -1, "aria-label": phrase("Menu of {name}", { name: title }), title: phrase("Column menu"),
      click: () => this.#tell("menu", { name }),
    }, icon("down"));
    const element = make(this.numeric.has(name) ? "div.head.number" : "div.head", {}, button, menu,
      make("span.grip", { "aria-hidden": "true", title: phrase("Drag: width; double click: fit") }));
    return { element, button, menu, arrow, order };
  }

  /** Makes one heading the one that Tab leads to. */
  #keep(name) {
    if (name === undefined) return;
    this.heading(this.#current)?.button.setAttribute("tabindex", "-1");
    this.#current = name;
    this.heading(name)?.button.setAttribute("tabindex", "0");
  }

  #press(event) {
    const name = this.nameOf(event.target);
    if (name === undefined || event.ctrlKey || event.metaKey) return;
    const act = this.#action(event, name);
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** What a key does; undefined if that is up to the browser. */
  #action({ key, altKey, shiftKey }, name) {
    const place = this.#names.indexOf(name);
    const right = this.isMirrored ? -1 : 1;
    const step = { ArrowRight: right, ArrowLeft: -right }[key];
    if (altKey && key === "ArrowDown") return () => this.#tell("menu", { name });
    if (altKey) return step && (() => this.#tell("resize", { name, step }));
    if (shiftKey) return step && (() => this.#tell("move", { name, step }));
    const target = { Home: 0, End: this.#names.length - 1 }[key]
      ?? (step && Math.min(Math.max(0, place + step), this.#names.length - 1));
    return target === undefined ? undefined : () => this.focus(this.#names[target]);
  }

  #openMenu(event) {
    const name = this.nameOf(event.target);
    if (name === undefined) return;
    event.preventDefault();
    this.#tell("menu", { name });
  }

  /** Sorts by a column: ascending, then descending, then not; besides others if it `isFurther`. */
  #sort(by, isFurther) {
    const others = isFurther ? this.sort : this.sort.filter((key) => key.by === by);
    const known = others.find((key) => key.by === by);
    const order = { undefined: "ascending", ascending: "descending" }[known?.order];
    const key = order ? [{ by, order }] : [];
    this.#tellSort(known ? others.flatMap((other) => (other === known ? key : [other])) : [...others, ...key]);
  }

  #tellSort(sort) {
    this.show(sort);
    this.#tell("change", { sort });
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
