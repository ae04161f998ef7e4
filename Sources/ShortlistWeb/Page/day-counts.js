// How many rows there are of which days.

import { dayBuckets } from "./day-buckets.js";
import { Filters } from "./filters.js";
import { TwinList } from "./twin-list.js";

/** Counts the rows that match by their dates, on another list, of which each part is asked for as a filter. */
export class DayCounts {
  #session;
  #twin = null;

  /** @param {Session} session The page's list. */
  constructor(session) { this.#session = session; }

  /**
   * Counts the rows that match everything but the filters of an attribute.
   *
   * @param {string} name The attribute, a date.
   * @param {{search, match}} query What is searched for.
   * @returns {Promise<?{unit, parts: {from, to, count}[]}>} The parts; null if no row has a date, or one
   *   that calendars do not have.
   */
  async count(name, query) {
    const twin = this.#twin ??= new TwinList(this.#session);
    try {
      // One row is looked at.
      await twin.ask("list.window", { range: { kind: "fixed", length: 1 } });
      const groups = Filters.of(this.#session).groups.filter((group) => group.name !== name);
      await twin.filter(groups);
      const [first, last] = [await this.#end(name, query, "ascending"), await this.#end(name, query, "descending")];
      const buckets = first && last ? dayBuckets(first, last) : null;
      await twin.ask("list.query", { sort: [] });
      if (!buckets) return null;
      const group = { name, operator: "and" };
      const counts = await Promise.all(buckets.parts.map(async ({ from, to }) => {
        const [, { total }] = await Promise.all([
          twin.ask("filter.clear", { groups: [name] }),
          twin.ask("filter.add", { group, filters: [{ attribute: name, range: [from, to] }] }),
        ]);
        return total;
      }));
      return { ...buckets, parts: buckets.parts.map((part, index) => ({ ...part, count: counts[index] })) };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The first date, or the last; undefined if there is none. */
  async #end(by, { search, match }, order) {
    const [, { rows: [row] }] = await Promise.all([
      this.#twin.ask("list.query", { search: search ?? "", match, sort: [{ by, order }], sections: null }),
      this.#twin.ask("list.rows", { length: 1, attributes: [by] }),
    ]);
    return row?.[by] ?? undefined;
  }

  /** Lets go of the other list. */
  close() {
    this.#twin?.close();
    this.#twin = null;
  }
}
