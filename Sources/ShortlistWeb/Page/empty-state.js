// Why there are no rows, and what can be taken back so that there are.

import { textOf } from "./chips.js";
import { make, setText } from "./dom.js";
import { Filters } from "./filters.js";
import { icon } from "./icons.js";
import { Debounce } from "./latest-only.js";
import { joined, split } from "./search-terms.js";
import { TwinList } from "./twin-list.js";

/** How long there are no rows before it is asked why, in milliseconds, and how much is offered. */
const [pause, most] = [300, 4];

/**
 * A sentence in place of rows, with buttons that take back the search or the filters of an attribute.
 *
 * Events: `search` when something else is to be searched for, `change` after filters were taken out, `message`
 * with a reason why they were not.
 */
export class EmptyState extends EventTarget {
  #session;
  #filters;
  #turn = 0;
  #pause = new Debounce(pause, () => this.#ask());
  #text = make("p");
  #buttons = make("div.ways");
  element = make("div.empty", { hidden: true }, icon("search"), this.#text, this.#buttons);

  /**
   * @param {Session} session The list.
   * @param {ListModel} model Its query.
   */
  constructor(session, model) {
    super();
    [this.#session, this.model] = [session, model];
    this.#filters = Filters.of(session);
  }

  /** Says why there are no rows, if there are none. */
  show({ total, count, showsPicked, sections }) {
    const { phrase } = this.#session.words;
    const isEmpty = sections.every((section) => section.count === 0);
    const reason = count === 0 ? phrase("There are no rows.") : phrase("No row matches.");
    setText(this.#text, showsPicked ? phrase("No row is picked.") : reason);
    const wasEmpty = !this.element.hidden;
    this.element.hidden = !isEmpty;
    this.#turn++;
    if (!isEmpty || !wasEmpty) this.#buttons.replaceChildren();
    if (isEmpty && !showsPicked && count > 0 && total === 0) this.#pause.begin();
    return isEmpty;
  }

  /** Asks how many rows there are without the search, and without the filters of each attribute. */
  async #ask() {
    const turn = this.#turn;
    const isOver = () => turn !== this.#turn || this.element.hidden || this.#session.isClosed;
    if (isOver()) return;
    const { search, match } = this.model.query;
    const { phrase } = this.#session.words;
    const twin = new TwinList(this.#session);
    try {
      const { groups } = await this.#session.request("filter.get");
      const attributes = Map.groupBy(groups, ({ name }) => name.replace(/^not /, ""));
      await twin.filter(groups);
      const total = async (query) => (await twin.ask("list.query", query)).total;
      const ways = [];
      if (search) ways.push([phrase("Clear the search"), await total({ search: "" }), () => this.#tell("search", "")]);
      for (const [without, term] of this.#withoutTerms(search ?? "", match)) {
        ways.push([phrase("Remove {filter}", { filter: `“${term}”` }), await total({ search: without, match }), () => this.#tell("search", without)]);
      }
      const asked = { search: search ?? "", match };
      for (const [, own] of attributes) {
        if (isOver()) return;
        await twin.filter(groups.filter((group) => !own.includes(group)));
        ways.push([phrase("Remove {filter}", { filter: described(own, this.#session.words) }), await total(asked), () => this.#remove(own)]);
      }
      if (ways.length > 1) {
        await twin.filter([]);
        ways.push([phrase("Clear the search and all filters"), await total({ search: "" }), () => this.#removeAll()]);
      }
      if (isOver()) return;
      const helpful = ways.filter(([, rows]) => rows > 0);
      // To take back everything is offered where nothing less helps.
      const few = helpful.length > 1 ? helpful.slice(0, -1) : helpful;
      this.#offer((ways.length > 1 ? few : helpful).sort(([, a], [, b]) => b - a).slice(0, most));
    } catch {
      // Nothing is offered.
    } finally {
      twin.close();
    }
  }

  /** What is left of a search when one of its terms about attributes, or its other words, are taken out, unless that is all of it. */
  #withoutTerms(search, match) {
    if (match !== "auto") return [];
    const { terms, rest } = split(search, this.model.hello.attributes);
    const words = rest.trim();
    if (terms.length === 0 || (terms.length === 1 && words === "")) return [];
    const ways = terms.map((term, index) => [joined(terms.filter((_, place) => place !== index), rest), term]);
    return words === "" ? ways : [...ways, [joined(terms, ""), words]];
  }

  #offer(ways) {
    this.#buttons.replaceChildren(...ways.map(([text, rows, act]) => (
      make("button", { type: "button", click: act }, `${text}: ${this.#session.words.countedRows(rows)}`))));
  }

  #removeAll() {
    this.#tell("search", "");
    return this.#do(this.#filters.clear());
  }

  #remove(groups) { return this.#do(this.#filters.clear(groups.map(({ name }) => name))); }

  async #do(requests) {
    try {
      for (const result of await requests) this.#tell("change", result);
    } catch (error) {
      this.#tell("message", error.message);
    }
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

/** The filters of an attribute in a few words. */
function described(groups, words) {
  const filters = groups.flatMap((group) => group.filters);
  const [{ attribute }] = filters;
  return filters.length === 1 ? `“${textOf(filters[0], words)}”` : words.phrase("the {n} filters of {attribute}", { n: filters.length, attribute });
}
