// The columns of the grid as the person has arranged them.

import { ColumnChooser } from "./column-chooser.js";
import { ColumnMenu } from "./column-menu.js";
import { ColumnMover } from "./column-mover.js";
import { ColumnResizer } from "./column-resizer.js";
import { ColumnWidths } from "./column-widths.js";
import { Columns } from "./columns.js";
import { member, text, titleOf } from "./row-element.js";

/** How far keys and the menu move the border of a column, in ems. */
const step = 1;

/** Of more columns than this, rows have cells of those that are near what is in sight. */
const mostWhole = 40;

/** Frozen columns take no more than this part of the width, so that others can be seen beside them. */
const mostFrozen = 0.6;

/**
 * The headings, the menu and the choice of columns, and the grid that follows them.
 *
 * Events: `change` has the keys to sort by, `arranged` reports another arrangement of the columns,
 * `notice` what was done, for people who do not see it.
 */
export class ColumnArrangement extends EventTarget {
  #words;
  #frame;
  #rows;
  #widths;
  /** Where the frozen columns end. */
  #frozenEnd;
  /** How far the rows were scrolled aside when their cells were made. */
  #left = 0;

  /**
   * @param {ListModel} model The list.
   * @param {ColumnSettings} settings How its columns are arranged.
   * @param {ColumnArrangement=} former The one that this takes the place of.
   */
  constructor(model, settings, former) {
    super();
    [this.model, this.settings] = [model, settings];
    const { words } = model.session;
    this.#words = words;
    this.headings = new Columns(model.numeric, model.query.sort, words);
    this.menu = new ColumnMenu(this.headings, settings, words);
    this.chooser = new ColumnChooser(settings, words, former?.chooser.search.value);
    this.#widths = new ColumnWidths(model, settings, words);
    const mover = new ColumnMover(this.headings, settings);
    const resizer = new ColumnResizer(this.headings, settings);
    const on = (target, name, act) => target.addEventListener(name, ({ detail }) => act(detail));
    on(this.headings, "change", (change) => this.#tell("change", change));
    on(this.headings, "menu", ({ name }) => this.menu.open(name));
    on(this.menu, "sort", ({ name, order }) => this.headings.sortBy(name, order));
    for (const part of [this.headings, this.menu]) {
      on(part, "move", (move) => this.#move(move));
      on(part, "resize", (change) => this.#resize(change));
    }
    for (const part of [resizer, this.menu]) on(part, "fit", (name) => this.#fit(name));
    on(settings, "change", ({ isWidth }) => this.#arrange(isWidth));
    this.mover = mover;
  }

  /** Arranges the columns of a grid. */
  connect(frame, rows) {
    [this.#frame, this.#rows] = [frame, rows];
    scrollTogether(rows.viewport, this.headings.element);
    new ResizeObserver(() => this.#freeze()).observe(rows.viewport);
    rows.viewport.addEventListener("scroll", () => {
      if (rows.viewport.scrollLeft !== this.#left) this.#look();
    });
    this.#show();
  }

  /** Gives columns the widths that fit the rows that are held. */
  fitRows() {
    const rows = [...this.model.rows.values()];
    const texts = this.model.columns.map((name) => rows.map(({ values }) => text(member(values, name))));
    const { columns, decimals, numeric } = this.model;
    const moved = columns.filter((name, index) => numeric.has(name) && decimals.add(name, texts[index]));
    if (this.#widths.add(texts)) this.#setWidths();
    if (moved.length > 0) this.#rows.align();
  }

  /** Shows what is sorted by. */
  show(sort) { this.headings.show(sort); }

  #arrange(isWidth) {
    if (isWidth) this.#setWidths();
    else this.#show();
    this.#tell("arranged");
  }

  #show() {
    const { shown, frozen } = this.settings;
    this.#setColumns(this.#widths.style);
    this.headings.render(shown, frozen);
    this.#rows.arrange(shown);
    this.#freeze();
  }

  #setWidths() {
    const style = this.#widths.style;
    const isFrozenSame = style["--frozen-end"] === this.#frozenEnd;
    this.#setColumns(style);
    // To look where columns are would lay out the page once more, in the middle of showing new rows.
    if (!isFrozenSame || this.settings.shown.length > mostWhole) this.#freeze();
  }

  #setColumns(style) {
    this.#frozenEnd = style["--frozen-end"];
    this.#frame.setColumns(style);
  }

  /** Lets as many of the frozen columns stay as leave room for others. */
  #freeze() {
    const { offsetWidth, clientWidth } = this.#rows.viewport;
    this.headings.element.style.setProperty("--bar", `${offsetWidth - clientWidth}px`);
    const room = clientWidth * mostFrozen;
    let [count, width] = [0, 0];
    for (const element of this.headings.elements.slice(0, this.settings.frozen)) {
      width += element.offsetWidth;
      if (width > room) break;
      count++;
    }
    this.headings.freeze(count);
    this.#rows.freeze(count);
    this.#look();
  }

  /** Lets rows have the cells of the columns in sight, and of as many beside them. */
  #look() {
    const { element, elements } = this.headings;
    this.#left = this.#rows.viewport.scrollLeft;
    // Where a row has two lines, nothing scrolls aside.
    if (elements.length <= mostWhole || getComputedStyle(element).display !== "grid") {
      return this.#span(0, Math.min(elements.length, mostWhole));
    }
    const room = element.getBoundingClientRect();
    const isNear = (heading) => {
      const { left, right } = heading.getBoundingClientRect();
      return right > room.left - room.width / 2 && left < room.right + room.width / 2;
    };
    // Frozen columns are in sight wherever they belong.
    const free = elements.slice(this.settings.frozen);
    const [from, last] = [free.findIndex(isNear), free.findLastIndex(isNear)];
    this.#span(this.settings.frozen + from, this.settings.frozen + last + 1);
  }

  /** Lets rows have the cells from one column to another; of many columns, only those are asked for, and the frozen. */
  #span(from, to) {
    this.#rows.span(from, to);
    const { columns } = this.model;
    const { shown, frozen } = this.settings;
    const seen = shown.filter((_, place) => place < frozen || (from <= place && place < to));
    this.model.ask(columns.length <= mostWhole ? columns : seen);
  }

  #move({ name, step }) {
    const { settings } = this;
    settings.move(name, settings.shown.indexOf(name) + step);
    const { shown } = settings;
    this.#tell("notice", this.#words.phrase("{name} is column {place} of {n}.", {
      name: titleOf(name, this.#words), place: shown.indexOf(name) + 1, n: shown.length,
    }));
  }

  #resize({ name, step: direction }) {
    const { button } = this.headings.heading(name);
    const em = parseFloat(getComputedStyle(button).fontSize);
    const width = this.settings.width(name) ?? button.getBoundingClientRect().width / em;
    this.settings.resize(name, Math.round(width) + direction * step);
    this.#tellWidth(name);
  }

  /** Makes a column as wide as its heading and what is in sight of it. */
  #fit(name) {
    const { button } = this.headings.heading(name);
    const em = parseFloat(getComputedStyle(button).fontSize);
    const widths = [...button.children].map((part) => part.getBoundingClientRect().width);
    const arrow = em;
    const heading = extent(button.querySelector(".name")) + widths[1] + arrow;
    const cells = this.#rows.cells(name).map(extent);
    // Text that fits exactly may be cut by the rounding of a pixel.
    const padded = this.#rows.isPadded(name) ? this.#widths.padded(name) : 0;
    this.settings.resize(name, Math.max((Math.max(heading, ...cells) + 2) / em, padded));
    this.#tellWidth(name);
  }

  #tellWidth(name) {
    const n = Math.round(this.settings.width(name));
    this.#tell("notice", this.#words.phrase("{name} is {n} ems wide.", { name: titleOf(name, this.#words), n }));
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

/** How wide the text of an element is, whether it is cut or not. */
function extent(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

/** Keeps the headings of columns above their columns. */
function scrollTogether(viewport, headings) {
  // Where an element was scrolled to from here: its event comes later, when the other may have moved again.
  const followed = new Map();
  const follow = (element, other) => {
    if (element.scrollLeft === followed.get(element)) return;
    followed.delete(element);
    other.scrollLeft = element.scrollLeft;
    followed.set(other, other.scrollLeft);
  };
  viewport.addEventListener("scroll", () => follow(viewport, headings));
  headings.addEventListener("scroll", () => follow(headings, viewport));
  // A heading can get the focus before the scroll event arrives. It then scrolls its column into view.
  headings.addEventListener("focusin", ({ target }) => {
    follow(viewport, headings);
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    follow(headings, viewport);
  });
}
