// The current filters, a chip each.

import { ChipGroup } from "./chip-group.js";
import { openEnds } from "./connected-number.js";
import { make } from "./dom.js";
import { arrange } from "./elements.js";
import { Filters } from "./filters.js";
import { icon } from "./icons.js";
import { text as shown } from "./row-element.js";

/** So many filters of an attribute have chips of their own; more have one together. */
const mostApart = 3;

/**
 * Chips for the filters of the list, each a button that takes its filter out, and one for all.
 *
 * Events: `change` after a request changed the query (detail: its result), `message` with a text for
 * the person, `emptied` when the person took out the last one, and the focus has nowhere to go, `term`
 * that a term of the search is to be taken out (detail: its index), `cleared` that all are, `count` how many
 * filters there are.
 */
export class Chips extends EventTarget {
  #host;
  #filters;
  #chips = new Map();
  /** What of the search is shown as chips, and the chip of what the program filters by. */
  #terms = [];
  #locked = null;
  #words;
  #list;
  #clear;

  /**
   * @param {Element} host What is filled; it is hidden while there are no filters.
   * @param {import("./session.js").Session} session The list.
   */
  constructor(host, session) {
    super();
    [this.#host, this.#filters, this.#words] = [host, Filters.of(session), session.words];
    const { phrase } = session.words;
    this.#list = make("ul.chips", { role: "list", "aria-label": phrase("Filters") });
    this.#clear = make("button.clear", { type: "button", click: () => this.#clearAll() }, phrase("Clear all"));
    host.replaceChildren(this.#list, this.#clear);
    const { filters } = session.list.query;
    if (filters?.trim()) this.#locked = lockedChip(filters, session.words);
    host.hidden = true;
    /** Is fulfilled when the first chips stand. */
    this.ready = this.refresh();
  }

  /** Is to be called when the list has changed. */
  async refresh() {
    try {
      await this.#filters.read();
    } catch (error) {
      return this.#tell("message", error.message);
    }
    this.#show();
  }

  #show() {
    const members = this.#filters.groups.flatMap((group) => group.filters.map((filter) => ({ group, filter })));
    const chips = [...Map.groupBy(members, ({ filter }) => filter.attribute)].flatMap(([attribute, own]) => (
      own.length > mostApart ? [this.#groupChip(attribute, own)]
        : own.map(({ group, filter }) => this.#chip(group, filter))));
    const terms = this.#terms.map((term, index) => [`term ${index} ${term}`, this.#termChip(term, index)]);
    this.#chips = new Map([...chips, ...terms]);
    const elements = [...this.#chips.values()].map(({ element }) => element);
    arrange(this.#list, this.#locked ? [this.#locked, ...elements] : elements);
    const count = members.length + terms.length;
    this.#host.hidden = count === 0 && !this.#locked;
    this.#clear.hidden = count === 0;
    this.#tell("count", members.length);
  }

  /** Shows what of the search is about attributes. */
  showTerms(terms) {
    this.#terms = terms;
    this.#show();
  }

  #termChip(term, index) {
    const known = this.#chips.get(`term ${index} ${term}`);
    if (known) return known;
    return { element: chip(term, /^[!-]/.test(term), this.#words, (button) => {
      this.#keepFocus(button, () => this.#tell("term", index));
    }) };
  }

  #chip(group, filter) {
    const key = JSON.stringify([group.name, filter]);
    return [key, this.#chips.get(key) ?? { element: this.#makeChip(group, filter) }];
  }

  #groupChip(attribute, members) {
    const key = JSON.stringify([attribute]);
    const chip = this.#chips.get(key) ?? this.#makeGroup(attribute);
    chip.show(members);
    return [key, chip];
  }

  #makeGroup(attribute) {
    const chip = new ChipGroup(attribute, this.#words, (filter) => textOf(filter, this.#words));
    chip.addEventListener("remove", ({ detail }) => this.#do(this.#filters.remove(detail.group, detail.filter)));
    chip.addEventListener("clear", async () => {
      const groups = this.#filters.groups.filter(({ filters }) => filters[0]?.attribute === attribute);
      await this.#do(this.#filters.clear(groups.map(({ name }) => name)));
      const [first] = this.#list.querySelectorAll(".chip");
      if (first) first.focus();
      else this.#tell("emptied");
    });
    return chip;
  }

  #makeChip(group, filter) {
    return chip(textOf(filter, this.#words), filter.negated, this.#words, (button) => {
      this.#keepFocus(button, () => this.#do(this.#filters.remove(group, filter)));
    });
  }

  /** Goes to the next chip when that with the focus is taken out. */
  async #keepFocus(button, remove) {
    const chips = [...this.#list.querySelectorAll(".chip")];
    const place = button === this.#list.getRootNode().activeElement ? chips.indexOf(button) : -1;
    await remove();
    const left = this.#list.querySelectorAll(".chip");
    if (place < 0) return;
    if (left.length) left[Math.min(place, left.length - 1)].focus();
    else this.#tell("emptied");
  }

  async #clearAll() {
    this.#tell("cleared");
    if (this.#filters.groups.length > 0) await this.#do(this.#filters.clear());
    this.#tell("emptied");
  }

  async #do(requests) {
    try {
      const results = await requests;
      this.#show();
      for (const result of results) this.#tell("change", result);
    } catch (error) {
      this.#tell("message", error.message);
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** A button that removes the filter in its text. */
function chip(text, isNegated, { phrase }, remove) {
  const button = make(isNegated ? "button.chip.not" : "button.chip", {
    type: "button", "aria-label": phrase("Remove filter {filter}", { filter: text }), click: () => remove(button),
  }, make("span", { dir: "auto" }, text), make("span.cross", { "aria-hidden": "true" }, "✕"));
  return make("li", {}, button);
}

/** A filter that the program was started with, which stays. */
function lockedChip(text, { phrase }) {
  return make("li", {}, make("span.locked", { title: phrase("{filter} (a filter that stays)", { filter: text }) }, icon("lock"),
    make("span.hidden", {}, `${phrase("Filter that stays")}: `), make("span.text", { dir: "auto" }, text)));
}

/** A value whose sign stands before it, also after a text that is read from the right. */
const signed = (text) => (/^[-+]\d/.test(text) ? `\u2066${text}\u2069` : text);

/** A filter as it is read, in some words: `kind: stone`, `not kind: stone`, `price 1 – 2`, `price ≥ 1`. */
export function textOf({ attribute, equals, range, comparison, value, negated }, { phrase, written }) {
  const text = () => {
    if (range) {
      const [lower, upper] = range.map((end, index) => ([null, openEnds[index]].includes(end) ? null : signed(written(end))));
      if (lower === null) return `${attribute} ≤ ${upper}`;
      return upper === null ? `${attribute} ≥ ${lower}` : `${attribute} ${lower} – ${upper}`;
    }
    if (comparison) return `${attribute} ${comparison} ${signed(String(value))}`;
    return `${attribute}: ${equals === null ? phrase("none") : equals === "" ? phrase("(empty)") : signed(shown(equals))}`;
  };
  return negated ? phrase("not {filter}", { filter: text() }) : text();
}
