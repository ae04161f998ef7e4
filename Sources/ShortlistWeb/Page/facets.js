// The facets of the list: panels of values to include and exclude.

import { FacetPanel } from "./facet-panel.js";
import { Filters } from "./filters.js";
import { Latest, Pause } from "./latest.js";

/** How many panels are open at first, and how many rows tell which attributes are worth one. */
const [openAtFirst, sample] = [3, 1000];

/** Of how many sections rows are taken for that, and how often that is tried. */
const [mostSampled, mostAttempts] = [50, 5];

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
  #latest = new Latest();
  #pause = new Pause(pause, () => this.#measure());
  #revision = 0;
  /** How often something was chosen: what was counted before is not shown after that. */
  #choices = 0;
  /** How many choices the list has not answered: what is counted meanwhile may not know of them. */
  #waiting = 0;

  /**
   * @param {Element} host What is filled.
   * @param {import("./session.js").Session} session The list.
   */
  constructor(host, session) {
    super();
    [this.#host, this.#session, this.#filters] = [host, session, Filters.of(session)];
    /** Is fulfilled when the panels stand. */
    this.ready = this.#begin();
  }

  async #begin() {
    // The sample is asked for before the list is cut to what is in sight.
    const { attributes, facets } = this.#session.list ?? (await this.#session.hello);
    const names = facets ?? (await this.#sample(attributes));
    for (const attribute of attributes.filter(({ name }) => names.includes(name))) {
      const panel = new FacetPanel(attribute, this.#panels.size < openAtFirst);
      panel.addEventListener("choose", ({ detail }) => this.#choose(panel, detail));
      panel.addEventListener("operator", ({ detail }) => this.#combine(panel, detail));
      panel.addEventListener("measure", () => this.#measure());
      this.#panels.set(attribute.name, panel);
    }
    this.#host.replaceChildren(...[...this.#panels.values()].map((panel) => panel.element));
    this.#measure();
  }

  /** The attributes that are lists or booleans, or whose texts are there twice on the average. */
  async #sample(attributes) {
    const candidates = attributes.filter(({ type }) => ["text", "list", "boolean"].includes(type));
    if (!candidates.length) return [];
    const names = candidates.map(({ name }) => name);
    const rows = await this.#sampleRows(names);
    return candidates.filter(({ name, type }) => {
      if (type !== "text") return true;
      const values = rows.map((row) => row[name]).filter((value) => value !== null);
      return values.length > 0 && new Set(values).size * 2 <= values.length;
    }).map(({ name }) => name);
  }

  /** Rows of many sections, if there are some. */
  async #sampleRows(attributes) {
    const ask = (params) => this.#session.request("list.rows", { ...params, attributes });
    if (!this.#session.list.query.sections) return (await ask({ length: sample })).rows;
    // The sections may become others before their rows are read.
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const { sections } = await this.#session.request("list.sections");
      const step = Math.ceil(sections.length / mostSampled);
      const chosen = sections.filter((_, index) => index % step === 0);
      const length = Math.ceil(sample / Math.max(1, chosen.length));
      const answers = await Promise.all(chosen.map(({ name }) => ask({ section: name, length })));
      const rows = answers.flatMap((answer) => answer.rows);
      if (rows.length > 0) return rows;
    }
    return [];
  }

  /** Is to be called when the list has changed: values are counted again. */
  refresh() {
    this.#pause.begin();
  }

  /** Is to be called when rows have changed: they are counted again at once. */
  recount() {
    this.#measure();
  }

  #measure() {
    const open = [...this.#panels.values()].filter((panel) => panel.isOpen);
    this.#latest.run(async () => {
      try {
        await (open.length ? this.#count(open) : this.#filters.read());
      } catch (error) {
        return this.#tell("message", error.message);
      }
      for (const panel of this.#panels.values()) panel.count(this.#chosen(panel.name));
    });
  }

  async #count(panels) {
    const searches = panels.filter((panel) => panel.search);
    const params = {
      attributes: panels.map((panel) => panel.name),
      limit: Math.max(...panels.map((panel) => panel.limit)),
      search: Object.fromEntries(searches.map((panel) => [panel.name, panel.search])),
    };
    const choices = this.#choices;
    const [{ facets, revision }] = await Promise.all([
      this.#session.request("list.facets", params), this.#filters.read()]);
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
    this.#pause.skip();
  }

  #chosen(name) {
    return this.#filters.in(name).length + this.#filters.in(`not ${name}`).length;
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
      await this.#replace(`not ${name}`, "and", exclude);
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
  return list.filter((value) => ["string", "number", "boolean"].includes(typeof value));
}
