// A numeric range that is connected to the list.

import { Filters } from "./filters.js";
import { LatestOnly } from "./latest-only.js";

/** The ends of a range of which nothing is beyond. */
export const openEnds = [-Number.MAX_VALUE, Number.MAX_VALUE];

/** How long after a range the next one is sent, in milliseconds: a page may not ask too often. */
const spacing = 60;

/**
 * The range of an attribute that is chosen, and the bounds of what there is.
 *
 * What the person chooses holds at once, and is sent when the answer to what was chosen before is
 * there. Events: `state` when other things are to be shown, `change` after a request changed the query
 * (detail: its result), `message` with a reason why a range is not taken.
 */
export class ConnectedNumber extends EventTarget {
  /** The least and the greatest value; null if there is none. */
  bounds = null;
  /** The range that is shown; null for all. */
  range = null;
  /** Whether what is chosen and what there is have nothing in common. */
  conflict = false;
  #session;
  #number;
  /** Whether a range was chosen that the list has not answered yet. */
  #isAhead = false;
  #latest = new LatestOnly(spacing);

  /**
   * @param {import("./session.js").Session} session The list.
   * @param {string} attribute The attribute.
   */
  constructor(session, attribute) {
    super();
    [this.#session, this.attribute] = [session, attribute];
    session.addEventListener("number.changed", ({ detail }) => {
      if (detail.number === this.#number) this.#take(detail);
    });
    this.ready = this.#connect();
  }

  async #connect() {
    const result = await this.#session.request("number.connect", { attribute: this.attribute });
    this.#number = result.number;
    this.#take(result);
  }

  /**
   * Chooses a range; null for all.
   *
   * An end at its bound is open, whatever the bounds are when the list hears of it.
   */
  choose(range) {
    this.range = range;
    this.#isAhead = true;
    const { bounds } = this;
    const ends = bounds && range?.map((end, index) => end === bounds[index] ? openEnds[index] : end);
    this.#tell("state");
    return this.#latest.run(() => this.#send(range, ends ?? range));
  }

  /** Waits for the bounds that choices made before leave; undefined if they are known. */
  current() {
    const filters = Filters.of(this.#session);
    if (!filters.changesBesides(this)) return undefined;
    return filters.inTurn(() => this.#read());
  }

  async #send(range, ends) {
    try {
      await this.ready;
      const result = await Filters.of(this.#session).inTurn(() => (
        this.#session.request("number.set", { number: this.#number, range: ends })), this);
      if (this.range === range) this.#settle(result);
      this.#tell("change", result);
    } catch (error) {
      if (this.range === range) {
        this.#isAhead = false;
        await this.#read();
      }
      this.#tell("message", error.message);
    }
  }

  async #read() {
    try {
      this.#take(await this.#session.request("number.get", { number: this.#number }));
    } catch {
      // The connection is gone, which the session reports.
    }
  }

  /** Takes the answer to what was chosen last. */
  #settle(state) {
    this.#isAhead = false;
    this.#take(state);
  }

  #take({ bounds, range, conflict }) {
    Object.assign(this, { bounds, conflict });
    // While a range is being chosen the old one is no news.
    if (!this.#isAhead) this.range = range;
    this.#tell("state");
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
