// The numeric ranges of the list: a panel each.

import { ConnectedNumber, openEnds } from "./connected-number.js";
import { Filters } from "./filters.js";
import { Recount } from "./latest-only.js";
import { NumberPanel } from "./number-panel.js";

/** How many panels are open at first. */
const openAtFirst = 2;

/** How long the list is left alone before numbers are measured again, in milliseconds. */
const pause = 200;

/**
 * A panel for each numeric attribute that is no facet.
 *
 * A range is connected to the list when its panel is opened first. Events: `change` after a request
 * changed the query (detail: its result), `message` with a text for the person.
 */
export class NumberPanels extends EventTarget {
  /** What addresses call the state. */
  name = "numbers";
  #session;
  #host;
  #filters;
  #panels = new Map();
  #numbers = new Map();
  #measuring = new Recount(pause, (signal) => this.#measure(signal));
  #revision = 0;

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
    const { attributes, facets } = await this.#session.hello;
    const isShown = ({ name, type }) => (
      ["integer", "number"].includes(type) && !facets?.includes(name));
    let open = openAtFirst;
    for (const attribute of attributes.filter(isShown)) {
      // Numbers that name rows are seldom looked for by ranges.
      const panel = new NumberPanel(attribute, attribute.name !== "id" && open-- > 0, this.#session.words);
      panel.addEventListener("choose", ({ detail }) => (
        this.#filters.afterRestoring(() => this.#numbers.get(panel.name).choose(detail))));
      panel.addEventListener("measure", () => this.recount());
      panel.addEventListener("message", ({ detail }) => this.#tell("message", detail));
      this.#panels.set(attribute.name, panel);
    }
    this.#host.replaceChildren(...[...this.#panels.values()].map((panel) => panel.element));
    this.recount();
  }

  /** The range of a panel, connected to the list. */
  #connect(panel) {
    if (this.#numbers.has(panel.name)) return this.#numbers.get(panel.name);
    const number = new ConnectedNumber(this.#session, panel.name);
    number.addEventListener("state", () => panel.show(number));
    number.addEventListener("message", ({ detail }) => {
      panel.say(detail);
      this.#tell("message", detail);
    });
    number.addEventListener("change", async ({ detail }) => {
      await this.#filters.read();
      this.#tell("change", detail);
    });
    panel.current = () => this.#filters.restored ?? number.current();
    this.#numbers.set(panel.name, number);
    return number;
  }

  /** Is to be called when the list has changed: numbers are measured again. */
  refresh() { this.#measuring.begin(); }

  /** Is to be called when something else is requested: the answer would wait for the numbers. */
  stop() { this.#measuring.stop(); }

  /** Is to be called when rows have changed: they are measured again at once. */
  recount() { this.#measuring.skip(); }

  async #measure(signal) {
    const open = [...this.#panels.values()].filter((panel) => panel.isOpen);
    if (!open.length) return;
    try {
      await Promise.all(open.map((panel) => this.#connect(panel).ready));
      await this.#count(open, signal);
    } catch (error) {
      if (!signal.aborted) this.#tell("message", error.message);
    }
  }

  async #count(panels, signal) {
    const wanted = panels.map((panel) => [panel.name, { buckets: panel.buckets }]);
    const { numbers, revision } = await this.#session.request(
      "list.facets", { numbers: Object.fromEntries(wanted) }, signal);
    if (revision < this.#revision) return;
    this.#revision = revision;
    for (const panel of panels) panel.count(numbers[panel.name]);
  }

  /** What is chosen, by attributes: the ends of the range, null where it is open. */
  get state() {
    const ranges = [...this.#panels.keys()].map((name) => [name, this.#chosen(name)]);
    return Object.fromEntries(ranges.filter(([, range]) => range));
  }

  #chosen(name) {
    const range = this.#filters.in(name).find((filter) => filter.range)?.range;
    return range?.map((end, index) => end === openEnds[index] ? null : end) ?? null;
  }

  /** Chooses what a state says, and nothing else. */
  async restore(state) {
    await this.ready;
    await this.#filters.read();
    for (const [name, panel] of this.#panels) {
      const range = isRange(state[name]) ? state[name] : null;
      if (JSON.stringify(range) === JSON.stringify(this.#chosen(name))) continue;
      const number = this.#connect(panel);
      await number.ready;
      await number.choose(range?.map((end, index) => end ?? openEnds[index]) ?? null);
    }
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Whether something from an address is a range: two ends, numbers or open. */
function isRange(value) {
  return Array.isArray(value) && value.length === 2
    && value.every((end) => end === null || Number.isFinite(end?.valueOf()));
}
