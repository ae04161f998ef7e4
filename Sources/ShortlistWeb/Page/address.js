// What is searched for, in the address of the page: a link or Back brings it back.

import { parse } from "./json.js";

/** Changes that follow each other within so many milliseconds are one step of Back. */
const pause = 1500;

/** A longer text than this does not go into the address, which servers read only so far. */
const longest = 4000;

/** The state of a picker in the URL. The event `change` has the state that Back or Forward has led to. */
export class Address extends EventTarget {
  /** The query at the beginning, which is not in the URL. */
  defaults = {};
  #last = -Infinity;

  constructor() {
    super();
    addEventListener("popstate", () => {
      this.#last = -Infinity;
      this.dispatchEvent(new CustomEvent("change", { detail: this.state }));
    });
  }

  /**
   * The state in the URL; members that it does not have are undefined.
   *
   * @returns {{search, match, sort, sections, collapsed, filters, columns}} Members of a query, which sections
   *   are collapsed, the filters' states, and how the columns are arranged.
   */
  get state() {
    const params = new URLSearchParams(location.search);
    const get = (name) => params.get(name) ?? history.state?.[name] ?? undefined;
    return {
      search: get("search"), match: get("match"), sort: sortKeys(get("sort")),
      sections: get("sections"), collapsed: get("collapsed"), filters: filters(get("filters")), columns: get("columns"),
    };
  }

  /** Writes a state into the address, as a step of Back unless it follows another at once. */
  write({ search, match, sort, sections, collapsed, filters, columns }) {
    const url = new URL(location.href);
    // What is too long is kept by the browser: it outlasts loading again, and is no part of a link.
    const long = {};
    const set = (name, value, usual) => {
      const isLong = encodeURIComponent(value ?? "").length > longest;
      if (isLong) long[name] = value;
      if (isLong || value === usual) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    };
    set("search", search ?? "", this.defaults.search ?? "");
    set("match", match, this.defaults.match);
    set("sort", sortText(sort), sortText(this.defaults.sort));
    set("sections", sections ?? "", this.defaults.sections ?? "");
    set("collapsed", sections && collapsed ? collapsed : "", "");
    set("filters", filters ? JSON.stringify(filters) : "", "");
    set("columns", columns ?? "", "");
    const state = Object.keys(long).length > 0 ? long : null;
    if (url.href === location.href && JSON.stringify(state) === JSON.stringify(history.state)) return;
    const now = performance.now();
    if (now - this.#last > pause) history.pushState(state, "", url);
    else history.replaceState(state, "", url);
    this.#last = now;
  }
}

/** Keys to sort by as a text: their attributes, after a minus those that descend. */
function sortText(sort = []) {
  const text = ({ by, order }) => (order === "descending" ? "-" : "") + encodeURIComponent(by);
  return sort.map(text).join();
}

/** The keys of such a text; none if it is not one. */
function sortKeys(text) {
  try {
    return text?.split(",").filter(Boolean).map((key) => {
      const isDescending = key.startsWith("-");
      const by = decodeURIComponent(isDescending ? key.slice(1) : key);
      return { by, order: isDescending ? "descending" : "ascending" };
    });
  } catch {
    return undefined;
  }
}

/** The filters in the text of an address, by the names of the panels; none if it is not their text. */
function filters(text) {
  try {
    const filters = text ? parse(text) : undefined;
    if (!Array.isArray(filters)) return filters;
    // Older links have the panels by their places.
    const [values, numbers, , dates] = filters;
    return { values, numbers, dates };
  } catch {
    return undefined;
  }
}
