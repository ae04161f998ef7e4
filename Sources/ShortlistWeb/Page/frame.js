// What the parts of a picker stand in.

import { Chips } from "./chips.js";
import { make, setAttribute, setText } from "./dom.js";
import { DatePanels } from "./dates.js";
import { FacetPanels } from "./facets.js";
import { FocusPlace } from "./focus-keeper.js";
import { icon } from "./icons.js";
import { NumberPanels } from "./numbers.js";
import { addStyles } from "./styles.js";

/** What identifies a part that can be unfolded: its kind and its attribute. */
const keyOf = (folding) => `${folding.className} ${folding.closest("[data-attribute]").dataset.attribute}`;

/** The elements around the parts, in the shadow of the picker's element. */
export class Frame {
  #watch = () => this.#fitAboveKeyboard();
  /** What had the focus when the connection was lost. */
  focused = null;
  /** Whether there is no connection. */
  isLost = false;
  /** Takes back what was done last, as the button beside the remark does; null if there is none. */
  undo = null;
  /** The element that shows how many rows are read. */
  #progress;
  #words;
  /** The parts of the panels that are unfolded, by key; kept while the panels are rebuilt. */
  #unfolded = new Map();

  /**
   * @param {ShadowRoot} root The shadow of the picker's element.
   * @param {Words} words The words.
   */
  constructor(root, words) {
    this.root = root;
    this.note = make("div.banner", { role: "alert", hidden: true, tabindex: -1 });
    this.frame = make("div.frame");
    this.speak(words);
    root.replaceChildren(...addStyles(root), this.note, this.frame);
    visualViewport?.addEventListener("resize", this.#watch);
    visualViewport?.addEventListener("scroll", this.#watch);
    new ResizeObserver(() => this.coverWithDetails()).observe(this.frame);
  }

  /** Has other words for what is put into it from now on. */
  speak(words) {
    this.#words = words;
    const progress = this.#progress;
    this.#progress = undefined;
    if (progress?.bar.isConnected) this.load(progress.told);
    // What has the focus has it again when the parts stand in other words.
    this.focused ??= this.focusedPart;
    for (const element of [this.note, this.frame]) for (const name of ["lang", "dir"]) setAttribute(element, name, words[name]);
  }

  /** Lets go of what is outside of the picker. */
  close() {
    visualViewport?.removeEventListener("resize", this.#watch);
    visualViewport?.removeEventListener("scroll", this.#watch);
  }

  /** Puts the parts of a picker in their places. */
  build(picker, { title }) {
    const { phrase } = this.#words;
    // What was open in other words, or before the connection was lost, is open again.
    const isFiltering = this.frame.classList.contains("filtering");
    this.#unfolded = new Map(this.#foldings.map((folding) => [keyOf(folding), folding.open]));
    this.list = make("div.list", { part: "list" });
    this.chips = make("div.chips-host");
    this.list.append(
      make("div.pulse"), this.chips, picker.columns.headings.element, picker.columns.menu.popup.panel, picker.empty.element);
    this.filters = make("div.filters", { id: "filters", part: "filters" });
    this.remarks = make("p.remark", { hidden: true });
    this.filterCount = make("span.badge", { hidden: true });
    const toggle = this.toggle = make("button.toggle-filters", {
      type: "button", "aria-label": phrase("Filters"), "aria-expanded": String(isFiltering), "aria-controls": "filters",
    }, icon("filter"), make("span.label", {}, phrase("Filters")), " ", this.filterCount);
    toggle.addEventListener("click", () => {
      const isOpen = this.frame.classList.toggle("filtering");
      toggle.setAttribute("aria-expanded", String(isOpen));
    });
    const theme = picker.theme ? [picker.theme.element] : [];
    const creating = picker.creator ? [picker.creator.element] : [];
    const field = make("div.field", {}, picker.search.element, ...creating, toggle, ...theme, picker.help.element);
    const header = make("div.header", { part: "header" }, make(picker.address ? "h1.title" : "h2.title", { part: "title" }, title), field, picker.tools.element);
    picker.tools.element.append(picker.columns.chooser.element, picker.export.element);
    picker.columns.headings.pin.append(picker.picks.box);
    const footer = make("div.footer", { part: "footer" }, picker.picks.element, picker.ending.element);
    this.details = picker.details.element;
    const body = make("div.body", {}, this.filters, this.list, this.details);
    this.frame.replaceChildren(header, body, this.remarks, footer, picker.announcer.element, picker.editor.element);
    this.say("");
  }

  /** Where there is no room beside the list, nothing can be done behind the details of a row. */
  coverWithDetails() {
    if (!this.details || this.isLost) return;
    const isCovered = this.details.open && getComputedStyle(this.details).position === "absolute";
    const behind = [...this.frame.children, ...this.details.parentElement.children];
    for (const element of behind) {
      // A value of the details is changed in a field beside them.
      if (!element.contains(this.details) && !element.matches("[role=status], .cell-editor")) element.inert = isCovered;
    }
    setAttribute(this.details, "aria-modal", isCovered ? "true" : null);
  }

  /** Makes the panels beside the list, with what is searched for in the former ones. */
  panels(model, former) {
    const { session } = model;
    const [facets, numbers, dates] = [make("div"), make("div"), make("div")];
    this.filters.append(make("h2.hidden", {}, this.#words.phrase("Filters")), numbers, dates, facets);
    this.chipList = new Chips(this.chips, session);
    this.chipList.addEventListener("count", ({ detail }) => this.#countFilters(detail));
    const panels = [
      new FacetPanels(facets, session, former?.[0]), new NumberPanels(numbers, session), this.chipList,
      new DatePanels(dates, model),
    ];
    Promise.all(panels.map(({ ready }) => ready)).then(() => {
      for (const folding of this.#foldings) folding.open = this.#unfolded.get(keyOf(folding)) ?? folding.open;
    }, () => {});
    return panels;
  }

  /** What can be unfolded beside the list: the panels, and their numbers as tables. */
  get #foldings() { return [...this.filters?.querySelectorAll("details") ?? []]; }

  /** Says at the button of the panels how many filters are chosen in them. */
  #countFilters(n) {
    const { grouped, phrase } = this.#words;
    setText(this.filterCount, grouped(n));
    this.filterCount.hidden = n === 0;
    setAttribute(this.toggle, "aria-label", n === 0 ? phrase("Filters") : phrase("Filters, {n} active", { n }));
  }

  /** Sets the widths of columns, as properties of a style. */
  setColumns(style) {
    for (const [name, value] of Object.entries(style)) this.frame.style.setProperty(name, value);
  }

  /** Says how far the reading of rows is, as long as there is no list. */
  load(told) {
    const { rows, bytes, totalBytes } = told;
    const { countedRows, percent, phrase } = this.#words;
    if (!this.#progress) {
      this.#progress = { bar: make("progress", { "aria-label": phrase("Reading rows") }), text: make("p") };
      const { bar, text } = this.#progress;
      this.frame.replaceChildren(make("div.waiting", {}, make("h1", {}, phrase("Reading rows")), bar, text));
    }
    this.#progress.told = told;
    const { bar, text } = this.#progress;
    setAttribute(bar, "max", totalBytes);
    setAttribute(bar, "value", totalBytes === null ? null : Math.min(bytes, totalBytes));
    setText(text, totalBytes ? `${countedRows(rows)}, ${percent(bytes / totalBytes)}` : countedRows(rows));
    this.say("");
  }

  /**
   * Says what is wrong, until it is not; nothing if it is not.
   *
   * @param {string} text What is wrong.
   * @param {string} state `lost` if nothing can be done meanwhile, `failed` if there is no list.
   */
  say(text, state = "") {
    const isLost = state === "lost";
    // What has the focus has it again when there is a connection again.
    if (isLost && !this.isLost) this.focused = this.focusedPart;
    this.note.dataset.state = state;
    setText(this.note, text);
    this.note.hidden = text === "";
    this.#setLost(isLost);
    if (isLost && this.focused) this.note.focus();
    if (!isLost) this.focused = null;
    if (state === "failed") this.#progress?.bar.remove();
  }

  /** Makes all that can be used inert; the title stays what the page is about. */
  #setLost(isLost) {
    if (isLost === this.isLost) return;
    this.isLost = isLost;
    const header = this.frame.querySelector(".header");
    const parts = [...this.frame.children, ...header?.children ?? []];
    for (const part of parts) if (part !== header && !part.matches(".title, [role=status]")) part.inert = isLost;
    this.coverWithDetails();
  }

  /** Whether the focus is among the `rows`, in the `details` of one, or its place elsewhere; null if it is not here. */
  get focusedPart() {
    const element = this.root.activeElement;
    if (!element || !this.frame.contains(element)) return null;
    return element.closest(".rows") ? "rows" : element.closest(".details") ? "details" : new FocusPlace(element, this.frame);
  }

  /** Shows that answers are waited for. */
  setBusy(isBusy) {
    this.frame.classList.toggle("busy", isBusy);
    setAttribute(this.frame, "aria-busy", isBusy ? "true" : null);
  }

  /**
   * Says something about what was done last, or nothing any more; `isGood` if it is no refusal. There is a button if
   * it can be undone.
   */
  remark(text, isGood = false, undo = null) {
    this.undo = undo && (() => {
      this.undo = null;
      return undo();
    });
    const button = undo && make("button", { type: "button", click: () => this.undo?.() }, this.#words.phrase("Undo"));
    this.remarks.replaceChildren(...(undo ? [`${text} `, button] : [text]));
    this.remarks.classList.toggle("good", isGood);
    this.remarks.hidden = text === "";
  }

  /** Takes everything away when picking has ended, and says how. */
  end(count) {
    const { phrase } = this.#words;
    const text = count === null ? phrase("Cancelled. Nothing is picked.") : phrase("Done. {n} rows picked.", { n: count });
    this.frame.replaceChildren(make("div.ended", { role: "status", tabindex: -1 },
      make("h1", {}, text), make("p", {}, phrase("This page can be closed."))));
    this.frame.querySelector(".ended").focus();
  }

  /** Ends the frame above the keyboard on the screen, if there is one. */
  #fitAboveKeyboard() {
    // What is below the window is not covered; it can be scrolled to.
    const below = Math.min(this.root.host.getBoundingClientRect().bottom, document.documentElement.clientHeight);
    const covered = below - (visualViewport.offsetTop + visualViewport.height);
    this.frame.style.setProperty("--covered", `${Math.max(0, Math.round(covered))}px`);
  }
}
