// The facets of the list: panels of values to include and exclude.

import { FacetPanel } from "./facet-panel.js";
import { Filters } from "./filters.js";
import { Recount } from "./latest-only.js";

/** How many panels are open at first. */
const openAtFirst = 3;

/** How long the list is left alone before values are counted again, in milliseconds. */
const pause = 200;

/**
 * A panel for each attribute whose values repeat, or those that the list was opened with.
 *
 * Events: `change` after a request changed the query (detail: its result), `message` with a text for
 * the person.
 */
export class FacetPanels extends EventTarget {
  /** What addresses call the state. */
  name = "values";
  #session;
  #host;
  #filters;
  #panels = new Map();
  #counting = new Recount(pause, (signal) => this.#measure(signal));
  #revision = 0;
  /** How often something was chosen: what was counted before is not shown after that. */
  #choices = 0;
  /** How many choices the list has not answered: what is counted meanwhile may not know of them. */
  #waiting = 0;

  /**
   * @param {Element} host What is filled.
   * @param {import("./session.js").Session} session The list.
   * @param {FacetPanels=} former The panels that these take the place of.
   */
  constructor(host, session, former) {
    super();
    [this.#host, this.#session, this.#filters] = [host, session, Filters.of(session)];
    /** Is fulfilled when the panels stand. */
    this.ready = this.#begin(former);
  }

  async #begin(former) {
    // The list chooses among the rows that it shows: it is asked before it is cut to what is in sight.
    const { attributes, facets } = this.#session.list ?? (await this.#session.hello);
    const names = facets ?? (await this.#choice());
    for (const attribute of attributes.filter(({ name }) => names.includes(name))) {
      const panel = new FacetPanel(attribute, this.#panels.size < openAtFirst, this.#session.words);
      panel.resume(former?.#panels.get(attribute.name));
      panel.addEventListener("choose", ({ detail }) => this.#choose(panel, detail));
      panel.addEventListener("operator", ({ detail }) => this.#combine(panel, detail));
      panel.addEventListener("measure", () => this.recount());
      this.#panels.set(attribute.name, panel);
    }
    this.#host.replaceChildren(...[...this.#panels.values()].map((panel) => panel.element));
    this.recount();
  }

  /** The attributes that the list takes for worth a panel. */
  async #choice() {
    const { facets } = await this.#session.request("list.facets", { attributes: "auto", limit: 0 });
    return Object.keys(facets);
  }

  /** Is to be called when the list has changed: values are counted again. */
  refresh() { this.#counting.begin(); }

  /** Is to be called when something else is requested: the answer would wait for the values. */
  stop() { this.#counting.stop(); }

  /** Is to be called when rows have changed: they are counted again at once. */
  recount() { this.#counting.skip(); }

  async #measure(signal) {
    const open = [...this.#panels.values()].filter((panel) => panel.isOpen);
    try {
      await (open.length ? this.#count(open, signal) : this.#filters.read());
    } catch (error) {
      return signal.aborted ? undefined : this.#tell("message", error.message);
    }
    for (const panel of this.#panels.values()) panel.count(this.#chosen(panel.name));
  }

  async #count(panels, signal) {
    const searches = panels.filter((panel) => panel.search);
    const params = {
      attributes: panels.map((panel) => panel.name),
      limit: Math.max(...panels.map((panel) => panel.limit)),
      search: Object.fromEntries(searches.map((panel) => [panel.name, panel.search])),
    };
    const choices = this.#choices;
    const [{ facets, revision }] = await Promise.all([
      this.#session.request("list.facets", params, signal), this.#filters.read()]);
    if (revision < this.#revision || choices !== this.#choices || this.#waiting > 0) return;
    this.#revision = revision;
    for (const panel of panels) {
      const facet = facets[panel.name];
      if (this.#filters.in(panel.name).length) panel.operator = facet.operator;
      panel.show(facet, this.#filters);
    }
  }

  #choose(panel, { value, choice }) {
    return this.#do(this.#filters.choose(panel.name, value, choice, panel.operator));
  }

  /** Combines the included values of an attribute otherwise. */
  #combine(panel, operator) {
    return this.#do(this.#filters.combine(panel.name, operator));
  }

  async #do(requests) {
    this.#choices++;
    this.#waiting++;
    try {
      const results = await requests;
      for (const result of results) this.#tell("change", result);
    } catch (error) {
      this.#tell("message", error.message);
    }
    this.#waiting--;
    this.recount();
  }

  #chosen(name) {
    return this.#filters.in(name).length + this.#filters.in(this.#filters.notGroup(name)).length;
  }

  /** What is chosen, by attributes: the values that are included, and those that are excluded. */
  get state() {
    const panels = [...this.#panels.values()].filter(({ name }) => this.#chosen(name));
    const entries = panels.map((panel) => {
      const include = this.#filters.includedValues(panel.name);
      const exclude = this.#filters.excludedValues(panel.name);
      return [panel.name, {
        ...(include.length && { [panel.operator === "and" ? "all" : "any"]: include }),
        ...(exclude.length && { not: exclude }),
      }];
    });
    return Object.fromEntries(entries);
  }

  /** Chooses what a state says, and nothing else. */
  async restore(state) {
    await this.ready;
    await this.#filters.read();
    for (const panel of this.#panels.values()) {
      const { name } = panel;
      const [any, all, not] = ["any", "all", "not"].map((member) => values(state[name]?.[member]));
      if (all.length || any.length) panel.operator = all.length ? "and" : "or";
      const include = (all.length ? all : any).map((equals) => ({ attribute: name, equals }));
      const exclude = not.map((equals) => ({ attribute: name, equals, negated: true }));
      await this.#replace(name, panel.operator, include);
      await this.#replace(this.#filters.notGroup(name), "and", exclude);
    }
  }

  async #replace(group, operator, filters) {
    if (JSON.stringify(this.#filters.in(group)) === JSON.stringify(filters)) return;
    await this.#do(this.#filters.replace(group, operator, filters));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Values from an address; none if it holds something else. */
function values(list) {
  if (!Array.isArray(list)) return [];
  return list.filter((value) => ["string", "number", "boolean"].includes(typeof value?.valueOf()));
}
