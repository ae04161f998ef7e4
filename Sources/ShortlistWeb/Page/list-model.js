// What a page knows of its list: the query, the sections, and the rows near what is looked at.

/** Of each section so many rows are shown by the server, unless others are asked for. */
const firstRows = 100;

/** An attribute with more values than this makes no sections: each of them is told with every change. */
export const mostSections = 2000;

/**
 * The list behind a page, of which the server is asked for windows.
 *
 * One request is made after the other, each a batch that reads all that is to be shown: what comes in
 * between is asked for together by the next one. So nothing is shown that is older than what was.
 * `change` tells that there is something else to be shown, with `isNew` if from the first row on and
 * `isData` if rows may have changed; `crowded` that there would be too many sections, of which attribute,
 * and that there are none; `problem` tells why something could not be done.
 */
export class ListModel extends EventTarget {
  /** The sections that are shown, in order: names, numbers of rows, and what is selected of them. */
  sections = [];
  /** How many rows match, and how many there are. */
  total = 0;
  count = 0;
  /** Why the list does not follow its source; undefined while it does. */
  stopped;
  /** What is held of each section: rows from one on. @type {Map<string, {from: number, ids: Array}>} */
  windows = new Map();
  /** The rows in these windows, by id. @type {Map<*, {values: object, highlights: object}>} */
  rows = new Map();
  /** The ids of those that are selected. */
  selected = new Set();
  /** Whether the selected rows are shown, as they were picked, in place of those that match. */
  showsPicked = false;
  /** Where followed rows are: indices of the section and in it; null for one that is not there. */
  located = new Map();

  /** Tells which parts are to be shown: what is in sight, or also what may soon be. */
  wanted = () => [];
  /** Tells the ids of rows that are to be located with every change. */
  followed = () => [];

  #task = null;
  #isWorking = false;
  #work;
  #isPlaced = false;
  /** The attributes of which all rows together make few enough sections. */
  #fewValued = new Set();
  /** The sections with a window of their own. */
  #placed = new Set();

  /**
   * @param {Session} session The connection.
   * @param {object} hello What it has told of the list.
   */
  constructor(session, hello) {
    super();
    this.session = session;
    this.hello = hello;
    this.count = hello.count;
    this.columns = hello.columns ?? hello.attributes.map(({ name }) => name);
    const isNumeric = ({ type }) => type === "integer" || type === "number";
    /** The attributes that are numbers. */
    this.numeric = new Set(hello.attributes.filter(isNumeric).map(({ name }) => name));
    this.query = { ...hello.query };
    session.addEventListener("list.changed", () => this.reread());
  }

  get isSectioned() { return Boolean(this.query.sections) && !this.showsPicked; }

  /**
   * Changes the query, and shows its result from the first row on.
   *
   * @param {object} change Members of the query: `search`, `match`, `sort`, and `sections` as the
   *   name of an attribute or null; none of them if other filters are set.
   */
  change(change = {}) {
    Object.assign(this.query, change);
    this.showsPicked = false;
    this.#add({ query: change, isNew: true });
  }

  /** Shows the selected rows, or all that match again. */
  showPicked(showsPicked) {
    this.showsPicked = showsPicked;
    this.#add({ isNew: true });
  }

  /** Reads again what is shown. */
  reread() { this.#add({ isStale: true }); }

  /** Reads what has come into sight, unless it is held. */
  look() {
    if (!this.#isWorking && !this.#covers(this.wanted(true))) this.#add({});
  }

  /** Waits until all that was asked for is held. */
  async settled() {
    while (this.#isWorking) await this.#work;
  }

  /** The id of a row, by its section and its index there; undefined if it is not held. */
  id(section, index) {
    const window = this.windows.get(this.sections[section]?.name);
    return window?.ids[index - window.from];
  }

  #covers(parts) {
    return parts.every(({ name, from, length }) => {
      const window = this.windows.get(name);
      return window && window.from <= from && from + length <= window.from + window.ids.length;
    });
  }

  #add(task) {
    const query = { ...this.#task?.query, ...task.query };
    this.#task = { ...this.#task, ...task, query };
    if (!this.#isWorking) this.#work = this.#workOff();
  }

  async #workOff() {
    this.#isWorking = true;
    let last = null;
    try {
      while (this.#task) {
        const task = this.#task;
        this.#task = null;
        await this.#turn(task);
        const parts = JSON.stringify(this.wanted(false));
        const isEnough = parts === last || this.#covers(this.wanted(true));
        if (!this.#task && !isEnough) this.#task = { query: {} };
        last = parts;
      }
    } catch (error) {
      this.#task = null;
      this.dispatchEvent(new CustomEvent("problem", { detail: error }));
    } finally {
      this.#isWorking = false;
    }
  }

  /**
   * Makes a change of the query without sections first, unless there can be but few, and does without
   * them if there would be too many.
   *
   * @returns {Promise<object>} What is still to be changed.
   */
  async #admitSections(query) {
    const { sections } = this.query;
    if (this.#fewValued.has(sections)) return query;
    const [{ total, count }, { facets }] = await Promise.all([
      this.session.request("list.query", parameters({ ...query, sections: null })),
      this.session.request("list.facets", { attributes: [sections], limit: mostSections }),
    ]);
    if (!facets[sections].more) {
      if (total === count) this.#fewValued.add(sections);
      return { sections };
    }
    if (this.query.sections === sections) this.query.sections = null;
    this.dispatchEvent(new CustomEvent("crowded", { detail: sections }));
    return {};
  }

  async #turn({ query: change, isNew = false, isStale = false }) {
    const query = isNew && this.isSectioned ? await this.#admitSections(change) : change;
    if (!isNew) await this.#read(this.wanted(false), query);
    else if (!this.isSectioned) await this.#read([{ name: "", from: 0, length: firstRows }], query);
    else {
      // Which sections there are is known when the query is answered.
      await this.#read([], query);
      await this.#read(this.#firstParts(), {});
    }
    const event = new CustomEvent("change", { detail: { isNew, isData: isNew || isStale } });
    this.dispatchEvent(event);
  }

  /** The parts of the first sections that fill a page. */
  #firstParts() {
    const parts = [];
    for (let index = 0, room = firstRows; room > 0 && index < this.sections.length; index++) {
      const { name, count } = this.sections[index];
      parts.push({ name, from: 0, length: Math.min(count, firstRows) });
      room -= count + 1;
    }
    return parts;
  }

  async #read(parts, query) {
    const ask = (method, params) => this.session.request(method, params);
    const totals = ask("list.query", parameters(query));
    if (this.showsPicked) {
      const { from, length } = parts[0] ?? { from: 0, length: firstRows };
      const rows = ask("selection.rows", { from, length: Math.max(length, firstRows) });
      this.#takeTotals(await totals);
      return this.#takePicked(await rows, from);
    }
    const placing = this.#place(parts, ask);
    const followed = this.followed();
    const answers = await Promise.all([
      totals, ask("list.sections"),
      this.isSectioned ? ask("selection.sections") : null,
      followed.length > 0 ? ask("list.locate", { ids: followed }) : { positions: [] },
      Promise.all(parts.map((part) => this.#contents(part, ask))), placing,
    ]);
    this.#takeTotals(answers[0]);
    this.located = new Map(followed.map((id, index) => [id, answers[3].positions[index]]));
    this.#take(answers[1].sections, answers[2]?.sections ?? [], parts, answers[4]);
  }

  /** Asks for windows on parts, and for the first rows of other sections. */
  #place(parts, ask) {
    const first = { kind: "fixed", length: firstRows };
    const windows = this.#isPlaced ? [] : [ask("list.window", { range: first })];
    this.#isPlaced = true;
    const own = parts.filter(({ from, length }) => from + length > firstRows);
    for (const section of this.#placed) {
      if (own.some(({ name }) => name === section)) continue;
      windows.push(ask("list.window", { section, range: first }));
    }
    for (const { name, from, length } of own) {
      const range = { kind: "fixed", offset: from, length };
      windows.push(ask("list.window", { section: name, range }));
    }
    this.#placed = new Set(own.map(({ name }) => name));
    return Promise.all(windows);
  }

  #contents({ name }, ask) {
    const highlights = Boolean(this.query.search);
    const rows = { section: name, length: 2000, attributes: this.columns, highlights, selected: true };
    return Promise.all([ask("list.ids", { section: name }), ask("list.rows", rows)]);
  }

  #takeTotals({ total, count, stopped }) {
    this.total = total;
    this.count = count;
    this.stopped = stopped;
  }

  #take(sections, states, parts, contents) {
    const selections = new Map(states.map((state) => [state.name, state]));
    const ranges = new Map(sections.map(({ name, range }) => [name, range]));
    this.sections = sections.map(({ name, count }) => ({ name, count, selection: selections.get(name) }));
    this.#clear();
    contents.forEach(([{ ids }, { rows, highlights, selected }], index) => {
      const { name } = parts[index];
      const range = ranges.get(name);
      if (!range) return;
      // Somebody else has changed rows between two answers: both are out of date.
      if (ids.length !== rows.length || ids.length !== range.length) return this.reread();
      this.windows.set(name, { from: range.fromBeginning, ids });
      ids.forEach((id, row) => this.#hold(id, rows[row], highlights?.[row], selected[row]));
    });
  }

  #takePicked({ count, ids, rows }, from) {
    this.sections = [{ name: "", count }];
    this.#clear();
    this.windows.set("", { from, ids });
    this.located = new Map(ids.map((id, row) => [id, { section: 0, index: from + row }]));
    ids.forEach((id, row) => this.#hold(id, rows[row], null, true));
  }

  #hold(id, values, highlights, isSelected) {
    this.rows.set(id, { values, highlights });
    if (isSelected) this.selected.add(id);
  }

  #clear() {
    this.windows.clear();
    this.rows.clear();
    this.selected.clear();
  }
}

/** A change of the query as the protocol has it. */
function parameters({ sections, ...params }) {
  return sections === undefined ? params : { ...params, sections: sections ? { by: sections } : null };
}
