// The search field, and the kind of match.

import { make, setAttribute } from "./dom.js";
import { icon } from "./icons.js";
import { joined, split } from "./search-terms.js";

const kinds = [
  ["auto", "Automatic"], ["words", "Words"], ["prefix", "Beginning"], ["substring", "Anywhere"], ["fuzzy", "Fuzzy"],
  ["typos", "With typos"],
];

/** The names of all kinds of match. */
export const kindNames = kinds.map(([kind]) => kind);

/**
 * A field whose every letter searches.
 *
 * A term about an attribute leaves the field when white space or Enter follows it, and is shown elsewhere.
 * Backspace at the beginning of the field brings the last one back. `change` has what is searched for, as
 * members of a query; `terms` that other terms are to be shown; `leave` that the person goes on into the
 * list, and `enter` that Enter was pressed.
 */
export class Search extends EventTarget {
  /** The terms that are not in the field. @type {string[]} */
  terms = [];
  /** Whether the list has refused what is searched for, so that all of it is in the field. */
  #isRefused = false;
  /** What the list has refused last; null if it has accepted what was searched for since. */
  #wrong = null;

  /**
   * @param {{search: string, match: string}} query What is searched for at first.
   * @param {string[]} offered The kinds of match that the list has.
   * @param {{name: string, type: string}[]} attributes The attributes.
   * @param {Words} words The words.
   */
  constructor({ search, match }, offered, attributes, { phrase }) {
    super();
    this.attributes = attributes;
    this.field = make("input.search", {
      type: "search", id: "search", part: "search", "aria-controls": "rows", "aria-label": phrase("Search"), placeholder: phrase("Search"),
      autocomplete: "off", autocapitalize: "none", spellcheck: "false",
      input: (event) => this.#input(event),
      keydown: (event) => this.#press(event),
    });
    const options = kinds.filter(([kind]) => offered.includes(kind)).map(([value, name]) => make("option", { value }, phrase(name)));
    this.match = make("select", { "aria-label": phrase("Kind of match") }, ...options);
    this.match.addEventListener("change", () => {
      const { text } = this;
      this.#fill(text);
      this.#tell({ search: text, match: this.match.value });
    });
    this.element = make("div.searching", { role: "search" }, icon("search"), this.field, this.match);
    this.show({ search, match });
  }

  /** All that is searched for. */
  get text() { return joined(this.terms, this.field.value); }

  /** Shows what is searched for. */
  show({ search, match }) {
    const text = search ?? "";
    const isOther = this.match.value !== (match ?? "words");
    this.match.value = match ?? "words";
    if (isOther || text !== this.text) this.#fill(text);
  }

  /** Goes to the field, with what was typed elsewhere. */
  type(text) {
    this.field.focus();
    this.field.setRangeText(text, this.field.value.length, this.field.value.length, "end");
    this.#change();
  }

  /** Takes out a term. */
  remove(index) {
    this.#setTerms(this.terms.filter((_, place) => place !== index));
    this.#change();
  }

  /** Takes out all terms. */
  clearTerms() {
    if (this.terms.length === 0) return;
    this.#setTerms([]);
    this.#change();
  }

  /** Is to be called when the list has refused what is searched for, at an offset: a term comes into the field. */
  refuse(offset) {
    this.#wrong = this.text;
    setAttribute(this.field, "aria-invalid", "true");
    if (offset > new TextEncoder().encode(joined(this.terms, "")).length) return;
    this.#isRefused = true;
    const { text } = this;
    this.#setTerms([]);
    if (this.field.value !== text) this.field.value = text;
  }

  /** Is to be called when the list has searched. */
  accept() {
    // The rows may be those of another change, with what was searched for before.
    if (this.isWrong) return;
    this.#wrong = null;
    setAttribute(this.field, "aria-invalid", null);
    if (!this.#isRefused) return;
    this.#isRefused = false;
    this.#takeTerms();
  }

  /** Whether the list has refused what is searched for now. */
  get isWrong() { return this.#wrong === this.text; }

  #input({ isComposing }) {
    if (!isComposing) this.#takeTerms();
    this.#change();
  }

  /** Whether terms are shown apart. */
  get #isDivided() { return this.match.value === "auto" && !this.#isRefused; }

  /** Divides a text into terms and what is in the field. */
  #fill(text) {
    const { terms, rest } = this.#isDivided ? split(text, this.attributes) : { terms: [], rest: text };
    this.#setTerms(terms);
    if (this.field.value !== rest) this.field.value = rest;
  }

  /** Takes the terms out of the field after which something else is typed. */
  #takeTerms() {
    const { field } = this;
    if (!this.#isDivided || field.selectionStart !== field.value.length) return;
    // An alternative to the last term: both are one condition.
    if (this.terms.length > 0 && /^\s*(\||OR\s)/.test(field.value)) {
      this.#takeUp();
      return field.setSelectionRange(field.value.length, field.value.length);
    }
    const { terms, rest } = split(field.value, this.attributes, false);
    if (terms.length === 0) return;
    this.#setTerms([...this.terms, ...terms]);
    field.value = rest;
  }

  #setTerms(terms) {
    if (terms.join("\0") === this.terms.join("\0")) return;
    this.terms = terms;
    this.dispatchEvent(new Event("terms"));
  }

  /** Puts the last term back into the field. */
  #takeUp() {
    const { field, terms } = this;
    const last = terms.at(-1);
    this.#setTerms(terms.slice(0, -1));
    field.value = field.value === "" ? last : `${last} ${field.value}`;
    field.setSelectionRange(last.length, last.length);
  }

  #change() { this.#tell({ search: this.text }); }

  #tell(detail) { this.dispatchEvent(new CustomEvent("change", { detail })); }

  #press(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { field, terms } = this;
    if (event.key === "Backspace" && field.selectionEnd === 0 && terms.length > 0) {
      event.preventDefault();
      return void this.#takeUp();
    }
    const name = { ArrowDown: "leave", Enter: "enter" }[event.key];
    if (!name) return;
    event.preventDefault();
    if (name === "enter") this.#fill(this.text);
    this.dispatchEvent(new Event(name));
  }
}
