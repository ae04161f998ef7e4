// The ranges of days of the list: a panel each.

import { DatePanel } from "./date-panel.js";
import { DayCounts } from "./day-counts.js";
import { Filters } from "./filters.js";
import { Recount } from "./latest-only.js";

/** How long the list is left alone before days are counted, and between two counts, in milliseconds. */
const [pause, spacing] = [200, 1000];

/**
 * A panel for each attribute that is a date and no facet.
 *
 * Events: `change` after a request changed the query (detail: its result), `message` with a text for
 * the person.
 */
export class DatePanels extends EventTarget {
  /** What addresses call the state. */
  name = "dates";
  #filters;
  #panels = new Map();
  #model;
  #counts;
  #counting = new Recount(pause, () => this.#count(), spacing);

  /**
   * @param {Element} host What is filled.
   * @param {ListModel} model The list.
   */
  constructor(host, model) {
    super();
    const { session } = model;
    [this.#model, this.#filters, this.#counts] = [model, Filters.of(session), new DayCounts(session)];
    session.addEventListener("closed", () => this.#counts.close());
    const { attributes, facets } = session.list;
    for (const attribute of attributes) {
      if (attribute.type !== "date" || facets?.includes(attribute.name)) continue;
      const panel = new DatePanel(attribute, session.words);
      panel.addEventListener("choose", ({ detail }) =>
        this.#filters.afterRestoring(() => this.#choose(panel.name, detail)));
      panel.addEventListener("measure", () => this.#counting.skip());
      panel.addEventListener("message", ({ detail }) => this.#tell("message", detail));
      this.#panels.set(panel.name, panel);
    }
    host.replaceChildren(...[...this.#panels.values()].map((panel) => panel.element));
    this.refresh();
  }

  /** Is to be called when the list has changed: its filters may be others. */
  async refresh() {
    if (this.#panels.size === 0) return;
    try {
      await this.#filters.read();
    } catch (error) {
      return this.#tell("message", error.message);
    }
    for (const [name, panel] of this.#panels) panel.show(this.#chosen(name));
    this.#counting.begin();
  }

  /** Is to be called when rows have changed: they are counted again. */
  recount() { this.#counting.begin(); }

  /** Counts the rows of the days that are to be seen. */
  async #count() {
    const open = [...this.#panels.values()].filter((panel) => panel.isOpen);
    const { session } = this.#model;
    if (open.length === 0 || session.isClosed) return this.#counts.close();
    try {
      await this.#model.settled();
      for (const panel of open) panel.count(await this.#counts.count(panel.name, this.#model.query));
    } catch (error) {
      if (!session.isClosed) this.#tell("message", error.message);
    }
  }

  /** What is chosen, by attributes: the first day and the last, null where the range is open. */
  get state() {
    const ranges = [...this.#panels.keys()].map((name) => [name, this.#chosen(name)]);
    return Object.fromEntries(ranges.filter(([, range]) => range));
  }

  #chosen(name) {
    return this.#filters.in(name).find((filter) => filter.range)?.range ?? null;
  }

  /** Chooses what a state says, and nothing else. */
  async restore(state) {
    if (this.#panels.size === 0) return;
    await this.#filters.read();
    for (const name of this.#panels.keys()) {
      const range = isRange(state[name]) ? state[name] : null;
      if (JSON.stringify(range) !== JSON.stringify(this.#chosen(name))) await this.#choose(name, range);
    }
  }

  async #choose(name, range) {
    try {
      const filters = range ? [{ attribute: name, range }] : [];
      const results = await this.#filters.replace(name, "and", filters);
      for (const result of results) this.#tell("change", result);
    } catch (error) {
      this.#tell("message", error.message);
    }
    await this.refresh();
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Whether something from an address is a range: two days, one after the other, or open. */
function isRange(value) {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, last] = value;
  return value.every((day) => day === null || /^\d{4,6}-\d{2}-\d{2}$/.test(day))
    && (first ?? last) !== null && !(first > last && last !== null);
}
