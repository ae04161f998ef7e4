// What a page knows of its list: the query, the sections, and the rows near what is looked at.

import { applied } from "./changeset.js";
import { Decimals } from "./decimals.js";

/** The number of rows that the server shows of each section, unless others are asked for. */
const firstRows = 100;

/** Longer texts than this are cut, in UTF-16 code units: no column is as wide. */
const longestText = 500;

/** So many sections are read at first; the others when they come near what is in sight. */
const firstSections = 100;

/** More sections than this are not shown. If rows stay on a server, it would have to count all of them. */
const [mostSections, mostRemote] = [100_000, 2000];

/** Of more sections than this, only those of the selected rows are asked for, as long as these are not more than that. */
const [mostStates, mostLocated] = [1000, 1000];

/** The time between two requests for rows that a change has left unknown, in milliseconds. */
const pause = 100;

/**
 * The list behind a page, of which the server is asked for windows.
 *
 * Changes that the page did not request arrive as changesets. They are applied to the sections and
 * windows at once and shown in the next frame. What a changeset does not contain is read afterwards: the
 * values of new and updated rows in sight, totals, and the places of rows that left the windows. However
 * many changes arrive, there is one such request at a time, and a pause after it.
 *
 * One request is made after the other, each a batch that reads all that is to be shown: what comes in
 * between is asked for together by the next one. So nothing is shown that is older than what was.
 * `change` reports that something else is to be shown, with `isNew` if from the first row on,
 * `isData` if rows may have changed, and `isForeign` if the page did not ask for that; `crowded` that
 * the list is shown without sections because the attribute `name` has more than `most` values; `problem` has the reason why
 * something could not be done.
 */
export class ListModel extends EventTarget {
  /** The first of the sections that are shown, in order: names, numbers of rows, and what is selected of them. */
  sections = [];
  /** How many sections there are. */
  sectionCount = 0;
  /** How many rows match, and how many there are. */
  total = 0;
  count = 0;
  /** Why the list does not follow its source; undefined while it does. */
  stopped;
  /**
   * What is held of each section: the ids of at most `length` rows from one on.
   * @type {Map<string, {from: number, length: number, ids: Array}>}
   */
  windows = new Map();
  /** Rows by id; `isStale` if their values have changed, `isCut` if they are longer. `columns` are those that are held. @type {Map<*, object>} */
  rows = new Map();
  /** The ids of those that are selected. */
  selected = new Set();
  /** Whether the selected rows are shown, as they were picked, in place of those that match. */
  showsPicked = false;
  /** Where followed rows were when they were located last; null for one that is not there. */
  located = new Map();

  /** Tells which parts are to be shown: what is in sight, or also what may soon be. */
  wanted = () => [];
  /** Tells how many sections have to be known for what is in sight, or may soon be. */
  needed = () => 0;
  /** Tells the ids of the rows whose places matter: those in sight, and the one that keys act on. */
  followed = () => [];
  /** Tells the ids of the rows in sight, one of which is to stay where it is. */
  anchors = () => [];

  /** The columns whose values are asked for, and whether that was chosen. */
  #asked;
  #isChosen = false;

  /** The counts that are estimates of a server: `total`, `count`. @type {Set<string>} */
  estimates = new Set();

  /** Tells which sections are collapsed, so that their rows are not asked for. */
  isCollapsed = () => false;

  #task = null;
  /** Whether the list was shown, so that there are rows while a search is refused. */
  #isShown = false;
  /** What was to be changed together with a search that was refused. */
  #unmade = {};
  #isWorking = false;
  #work;
  #isPlaced = false;
  /** The rows and the sections that have to be known besides those in sight. */
  #goal = { rows: 0, sections: 0 };
  /** The attributes that have at most `mostRemote` values in all rows. */
  #fewValued = new Set();
  /** The sections with a window of their own. @type {Map<string, {from: number, length: number}>} */
  #placed = new Map();
  /** Notifications that came during a request, parts of whose answer may be older or newer. */
  #arrived = [];
  /** Whether there were changes since totals and places were read. */
  #isBehind = false;
  /** Whether everything is to be read again. */
  #isLost = false;
  /** The detail of the next `change`, and the frame that it waits for. */
  #news = null;
  #frame;
  /** The next request for what changes left open, and when the last was sent. */
  #timer;
  #caughtUp = -Infinity;

  /**
   * @param {Session} session The connection.
   * @param {object} hello Its description of the list.
   */
  constructor(session, hello) {
    super();
    this.session = session;
    this.hello = hello;
    this.count = hello.count;
    this.estimates = new Set(hello.estimates);
    this.columns = hello.columns ?? hello.attributes.map(({ name }) => name);
    this.#asked = new Set(this.columns);
    const isNumeric = ({ type }) => type === "integer" || type === "number";
    /** The attributes that are numbers. */
    this.numeric = new Set(hello.attributes.filter(isNumeric).map(({ name }) => name));
    this.decimals = new Decimals();
    this.query = { ...hello.query };
    session.addEventListener("list.changed", ({ detail }) => this.#receive(detail));
  }

  /** Whether the rows stay on a server. */
  get isRemote() { return this.hello.remote === true; }

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

  /** Asks only for the values of these columns from now on, unless that is done already, and reads those that lack. */
  ask(names) {
    if (this.#isChosen && names.every((name) => this.#asked.has(name))) return;
    this.#isChosen = true;
    this.#asked = new Set(names);
    if ([...this.rows.keys()].some((id) => !this.#isHeld(id))) this.#add({});
  }

  /** Reads what has come into sight, unless it is held, and soon what changes left open. */
  look() {
    if (this.#isWorking) return;
    const parts = this.wanted(true);
    if (!this.#covers(parts) || this.#lacks) this.#add({});
    else if (this.#isBehind || this.#isLost || !this.#hasValues(parts)) this.#catchUpSoon();
  }

  /** Waits until all that was asked for is held. */
  async settled() {
    while (this.#isWorking) await this.#work;
    this.flush();
  }

  /** Reads sections until the ones with so many rows are known, or so many sections. */
  async know(rows, sections = 0) {
    this.#goal = { rows: Math.min(rows, this.total), sections };
    if (this.#lacks) this.#add({});
    await this.settled();
    this.#goal = { rows: 0, sections: 0 };
  }

  /** How many rows the known sections have. */
  get knownRows() { return this.sections.reduce((rows, { count }) => rows + count, 0); }

  /** Dispatches at once what the next frame would dispatch. */
  flush() { if (this.#frame !== undefined) this.#tell({}); }

  /** Whether changes wait to be shown, because it is not known where the rows in sight are. */
  get isUnplaced() { return this.#news !== null && this.#frame === undefined; }

  /** The id of a row, by its section and its index there; undefined if it is not held. */
  id(section, index) {
    const window = this.windows.get(this.sections[section]?.name);
    return window?.ids[index - window.from];
  }

  /** Whether a row is in a window, so that its place is known exactly. */
  holds(id) { return [...this.windows.values()].some(({ ids }) => ids.includes(id)); }

  /** The place of a row, or where it was last; null if it is not there, undefined if that is not known. */
  place(id) {
    for (const [section, { name }] of this.sections.entries()) {
      const window = this.windows.get(name);
      const row = window ? window.ids.indexOf(id) : -1;
      if (row >= 0) return { section, index: window.from + row };
    }
    return this.located.get(id);
  }

  // Changes that arrive

  #receive(changed) {
    if (this.#isWorking) return void this.#arrived.push(changed);
    this.#apply(changed);
    this.#announce();
  }

  #apply({ changes, total, estimates }) {
    this.#news = { ...this.#news, isData: true, isForeign: true };
    this.#isBehind = true;
    this.total = total;
    this.estimates = new Set(estimates);
    if (this.showsPicked || changes?.reset) this.#isLost = true;
    if (this.#isLost || !changes) return this.#recount();
    // Which sections come to be among those that are known is read.
    if (changes.sections.length > 0 && this.sections.length < this.sectionCount) {
      this.#isLost = true;
      return;
    }
    const names = this.sections.map(({ name }) => name);
    const after = applied(changes, names, this.windows, (name) => this.#range(name));
    if (!after) {
      this.#isLost = true;
      return;
    }
    this.windows = after.windows;
    for (const id of after.updated) {
      const row = this.rows.get(id);
      if (row) row.isStale = true;
    }
    if (changes.sections.length > 0) {
      const known = new Map(this.sections.map((section) => [section.name, section]));
      this.sections = after.names.map((name) => known.get(name) ?? { name, count: 0 });
      this.sectionCount = this.sections.length;
    }
    this.#recount();
    this.#collect();
  }

  /** Sets the counts of sections as far as the windows and the total determine them. */
  #recount() {
    if (this.showsPicked) return;
    this.sections = this.sections.map((section) => {
      const count = this.sectionCount === 1 ? this.total : this.#countOf(section);
      return count === section.count ? section : { ...section, count };
    });
  }

  #countOf({ name, count }) {
    const window = this.windows.get(name);
    if (!window) return count;
    const { from, length, ids } = window;
    if (ids.length === length) return Math.max(count, from + length);
    // The end of the section is in the window, or before it.
    return ids.length > 0 || from === 0 ? from + ids.length : Math.min(count, from);
  }

  /** Lets go of rows that are in no window any more. */
  #collect() {
    const held = new Set(this.followed());
    for (const { ids } of this.windows.values()) for (const id of ids) held.add(id);
    for (const id of this.rows.keys()) {
      if (held.has(id)) continue;
      this.rows.delete(id);
      this.selected.delete(id);
    }
  }

  /** Tells of changes in the next frame, or when it is known where the rows in sight have gone. */
  #announce() {
    if (this.#isAdrift) {
      this.#stopFrame();
      this.#catchUpSoon();
    } else this.#frame ??= requestAnimationFrame(() => this.flush());
  }

  /** Whether none of the rows in sight is held any more. */
  get #isAdrift() {
    const anchors = this.anchors();
    return anchors.length > 0 && !anchors.some((id) => this.holds(id));
  }

  #stopFrame() {
    cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  #tellProblem(error) { this.dispatchEvent(new CustomEvent("problem", { detail: error })); }

  #tell(detail) {
    this.#isShown = true;
    this.#stopFrame();
    const news = { isNew: false, isData: false, isForeign: false, ...this.#news, ...detail };
    this.#news = null;
    this.dispatchEvent(new CustomEvent("change", { detail: news }));
  }

  #catchUpSoon() {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#add({ isDue: true });
    }, this.#caughtUp + pause - performance.now());
  }

  /** Applies the notifications that came up to a revision. */
  #catchUp(revision) {
    while (this.#arrived.length > 0 && this.#arrived[0].revision <= revision) {
      this.#apply(this.#arrived.shift());
    }
  }

  // Requests

  /** The rows of a section that the server shows. */
  #range(section) { return this.#placed.get(section) ?? { from: 0, length: firstRows }; }

  #covers(parts) {
    return parts.every(({ name, from, length }) => {
      const window = this.windows.get(name);
      return window && window.from <= from && from + length <= window.from + window.length;
    });
  }

  /** Whether the values of all rows of these parts are held. */
  #hasValues(parts) {
    return parts.every(({ name, from, length }) => {
      const window = this.windows.get(name);
      const start = Math.max(0, from - window.from);
      return window.ids.slice(start, from - window.from + length).every((id) => this.#isHeld(id));
    });
  }

  #isHeld(id) {
    const row = this.rows.get(id);
    if (row === undefined || row.isStale) return false;
    return row.columns === this.#asked || [...this.#asked].every((name) => row.columns.has(name));
  }

  #add(task) {
    const unmade = task.isNew ? this.#unmade : {};
    if (task.isNew) this.#unmade = {};
    const query = { ...unmade, ...this.#task?.query, ...task.query };
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
        try {
          await this.#turn(task);
        } catch (error) {
          // What was typed meanwhile may be right, and what else was asked for is asked again with it.
          if (Object.keys(this.#task?.query ?? {}).length === 0) {
            // What came with a search that was refused is changed with the next one.
            const { search, ...others } = task.query;
            this.#unmade = search === undefined ? {} : others;
            if (!search || this.#isShown) throw error;
            this.#tellProblem(error);
            this.#task = { ...task, query: { ...others, search: "" } };
            continue;
          }
          this.#task = { ...task, ...this.#task, query: { ...task.query, ...this.#task.query } };
          continue;
        }
        const parts = JSON.stringify(this.wanted(false));
        const isEnough = !this.#lacks && (parts === last || this.#covers(this.wanted(true)));
        if (!this.#task && !isEnough) this.#task = { query: {} };
        last = parts;
      }
    } catch (error) {
      this.#task = null;
      this.#isBehind = this.#isLost = false;
      this.#tellProblem(error);
    } finally {
      this.#isWorking = false;
      this.#catchUp(Infinity);
      if (this.#news) this.#announce();
      const parts = this.wanted(true);
      if (this.#isBehind || this.#isLost || (this.#covers(parts) && !this.#hasValues(parts))) {
        this.#catchUpSoon();
      }
    }
  }

  /**
   * Makes a change of the query without sections first where rows stay on a server, unless there can be but few, and
   * does without them if there would be too many.
   *
   * @returns {Promise<object>} What is still to be changed.
   */
  async #admitSections(query) {
    const { sections } = this.query;
    if (!this.isRemote || this.#fewValued.has(sections)) return query;
    const [{ total, count }, { facets }] = await Promise.all([
      this.session.request("list.query", parameters({ ...query, sections: null, estimate: true })),
      this.session.request("list.facets", { attributes: [sections], limit: mostRemote }),
    ]);
    if (!facets[sections].more) {
      if (total === count) this.#fewValued.add(sections);
      return { sections };
    }
    this.#refuseSections(sections, mostRemote);
    return {};
  }

  #refuseSections(name, most) {
    if (this.query.sections === name) this.query.sections = null;
    this.dispatchEvent(new CustomEvent("crowded", { detail: { name, most } }));
  }

  /** Whether sections have to be known that are not. */
  get #lacks() { return this.#needed > this.sections.length; }

  /** How many sections have to be known. */
  get #needed() {
    const [known, all] = [this.sections.length, this.sectionCount];
    if (known >= all) return 0;
    const { rows, sections } = this.#goal;
    const missing = rows > 0 ? rows - this.knownRows : 0;
    const further = missing > 0 ? Math.ceil(((all - known) * missing) / Math.max(1, this.total - this.knownRows)) + firstSections : 0;
    return Math.min(all, Math.max(this.needed(), sections, known + further));
  }

  /** Reads the sections that have to be known after those that are. */
  async #readSections() {
    const from = this.sections.length;
    const [answer, states] = await Promise.all([
      this.session.request("list.query", { sectionsFrom: from, sectionsLength: this.#needed - from }), this.#states(),
    ]);
    this.#catchUp(answer.revision);
    if (this.#isLost) return;
    this.sections = [...this.sections, ...answer.sections];
    this.sectionCount = answer.sectionCount;
    this.#takeStates(states);
    this.#tell({});
  }

  /** What is selected of sections: of all of them, or how many rows, by their indices. */
  async #states() {
    const ask = (method, params) => this.session.request(method, params);
    if (this.sectionCount <= mostStates) return ask("selection.sections");
    const { revision, count, ids } = await ask("selection.get", { limit: mostLocated });
    if (count > mostLocated) return ask("selection.sections");
    if (count === 0) return { revision, selected: new Map() };
    const answer = await ask("list.locate", { ids });
    const selected = new Map();
    for (const place of answer.positions) if (place) selected.set(place.section, (selected.get(place.section) ?? 0) + 1);
    return { revision: answer.revision, selected };
  }

  async #turn({ query: change, isNew = false, isStale = false, isDue = false }) {
    const query = isNew && this.isSectioned ? await this.#admitSections(change) : change;
    if (!isNew && !isStale && !this.#isLost && this.#lacks) await this.#readSections();
    const isWhole = isNew || isStale || this.#isLost;
    if (!isNew) await this.#read(this.wanted(false), query, { isWhole, isDue: isWhole || isDue });
    else if (!this.isSectioned) {
      await this.#read([{ name: "", from: 0, length: firstRows }], query, { isWhole, isDue: true, isNew });
    } else {
      const { sections } = this.query;
      // Which sections there are is known when the query is answered.
      await this.#read([], query, { isWhole, isDue: true, isNew, isStated: false });
      if (this.sectionCount > mostSections) {
        // Meanwhile others may be wanted.
        if (this.query.sections === sections) this.#refuseSections(sections, mostSections);
        await this.#read([{ name: "", from: 0, length: firstRows }], { sections: null }, { isWhole, isDue: true });
      } else await this.#read(this.#firstParts(), {}, { isWhole: false, isDue: false, isStated: true });
    }
    // Where the rows in sight have gone is known when they are located.
    if (!isWhole && !isDue && this.#news && this.#isAdrift) this.#add({ isDue: true });
    else this.#tell(isNew || isStale ? { isNew, isData: true, isForeign: false } : {});
  }

  /** The parts of the first sections that fill a page. */
  #firstParts() {
    const parts = [];
    for (let index = 0, room = firstRows; room > 0 && index < this.sections.length; index++) {
      const { name, count } = this.sections[index];
      room -= 1;
      if (this.isCollapsed(name)) continue;
      parts.push({ name, from: 0, length: Math.min(count, firstRows) });
      room -= count;
    }
    return parts;
  }

  /**
   * Reads parts of sections, and if it `isDue` also totals and places; everything if it `isWhole`.
   *
   * The requests of a batch are carried out one after the other, and changes of others may come between
   * them. Each answer has the revision that it describes, and notifications up to that revision arrive
   * before it: so the answers are taken in order, each after the changes before it.
   */
  async #read(parts, query, { isWhole, isDue, isNew = false, isStated = isDue }) {
    const ask = (method, params) => this.session.request(method, params);
    if (isDue) this.#caughtUp = performance.now();
    // What is new begins with the first sections.
    const sectionsLength = isNew ? firstSections : Math.max(firstSections, this.sections.length);
    const totalParams = parameters({ ...query, estimate: true, sectionsLength });
    // The changeset would list all rows and sections that differ, so the same query is sent again.
    if (isNew && this.isSectioned && !this.isRemote) this.session.notify("list.query", totalParams);
    const totals = isDue ? ask("list.query", totalParams) : null;
    if (this.showsPicked) return this.#readPicked(totals, parts[0] ?? { from: 0, length: firstRows }, ask);
    const states = isStated && this.isSectioned ? this.#states() : null;
    const ids = isDue ? this.followed() : [];
    const places = ids.length > 0 ? ask("list.locate", { ids }) : null;
    const windows = this.#place(parts, ask);
    const contents = parts.map((part) => this.#contents(part, ask, isWhole)).filter(Boolean);
    const answers = await Promise.all([
      totals, states, places, Promise.all(windows.map(({ answer }) => answer)),
      Promise.all(contents.map((content) => Promise.all([content.ids, content.rows]))),
    ]);
    if (totals) this.#takeTotals(answers[0], isWhole);
    if (places) this.#takePlaces(answers[2], ids);
    windows.forEach(({ name }, index) => {
      this.#catchUp(answers[3][index].revision);
      this.windows.delete(name);
    });
    contents.forEach((content, index) => this.#takeRows(content, ...answers[4][index]));
    if (states) this.#takeStates(answers[1]);
    this.#catchUp(Infinity);
    const names = new Set(parts.map(({ name }) => name));
    for (const name of this.windows.keys()) if (!names.has(name)) this.windows.delete(name);
    this.#recount();
    this.#collect();
  }

  /** Asks for windows on parts, and for the first rows of other sections. */
  #place(parts, ask) {
    const first = { kind: "fixed", length: firstRows };
    const windows = [];
    // The changeset would list all rows that are no longer shown.
    if (!this.#isPlaced) this.session.notify("list.window", { range: first, sections: false });
    this.#isPlaced = true;
    const own = parts.filter((part) => part.from + part.length > firstRows && !this.#covers([part]));
    const kept = new Set(parts.filter((part) => this.#covers([part])).map(({ name }) => name));
    for (const name of this.#placed.keys()) {
      if (kept.has(name) || own.some((part) => part.name === name)) continue;
      windows.push({ name, answer: ask("list.window", { section: name, range: first, sections: false }) });
      this.#placed.delete(name);
    }
    for (const { name, from, length } of own) {
      const range = { kind: "fixed", offset: from, length };
      windows.push({ name, answer: ask("list.window", { section: name, range, sections: false }) });
      this.#placed.set(name, { from, length });
    }
    return windows;
  }

  /** Asks for the ids of a section's window, and for the rows of a part whose values are not held. */
  #contents({ name, from, length }, ask, isWhole) {
    const range = this.#range(name);
    const window = isWhole ? undefined : this.windows.get(name);
    const isSame = window && window.from === range.from && window.length === range.length;
    const end = isSame ? Math.min(from + length, window.from + window.ids.length) : from + length;
    const missing = [];
    for (let index = from; index < end; index++) {
      if (!window || !this.#isHeld(window.ids[index - window.from])) missing.push(index);
    }
    if (isSame && missing.length === 0) return null;
    const offset = missing[0] - range.from;
    const rows = missing.length === 0 ? null : ask("list.rows", {
      section: name, from: offset, length: missing.at(-1) + 1 - missing[0], attributes: [...this.#asked],
      highlights: Boolean(this.query.search), selected: true, maxLength: longestText,
    });
    return { name, range, offset, columns: this.#asked, ids: ask("list.ids", { section: name }), rows };
  }

  #takeTotals({ revision, total, count, estimates, stopped, sections, sectionCount }, isWhole) {
    if (isWhole) {
      this.#arrived = this.#arrived.filter((changed) => changed.revision > revision);
      this.windows = new Map();
      this.rows.clear();
      this.selected.clear();
      this.#isLost = false;
    }
    this.#catchUp(revision);
    this.#isBehind = false;
    Object.assign(this, { total, count, stopped, sectionCount, estimates: new Set(estimates) });
    const known = new Map(this.sections.map((section) => [section.name, section]));
    this.sections = sections.map((section) => {
      const before = known.get(section.name);
      return before?.count === section.count ? before : { ...before, ...section };
    });
  }

  #takeStates({ revision, sections = [], selected }) {
    this.#catchUp(revision);
    if (this.#isLost) return;
    const states = new Map(sections.map((state) => [state.name, state]));
    const isSame = (one, other) => one?.state === other?.state && one?.selected === other?.selected;
    const stateOf = (rows, count) => ({ state: rows === 0 ? "none" : rows === count ? "all" : "some", selected: rows });
    this.sections = this.sections.map((section, index) => {
      const selection = selected ? stateOf(selected.get(index) ?? 0, section.count) : states.get(section.name);
      return isSame(selection, section.selection) ? section : { ...section, selection };
    });
  }

  #takePlaces({ revision, positions }, ids) {
    this.#catchUp(revision);
    this.located = new Map(ids.map((id, index) => [id, positions[index]]));
  }

  #takeRows({ name, range, offset, columns }, { revision, ids }, answer) {
    this.#catchUp(revision);
    this.windows.set(name, { ...range, ids });
    if (!answer) return;
    this.#catchUp(answer.revision);
    if (this.#isLost) return;
    const { rows, highlights, selected, cut } = answer;
    const shown = this.windows.get(name)?.ids.slice(offset, offset + rows.length) ?? [];
    shown.forEach((id, row) => (
      this.#hold(id, rows[row], columns, highlights?.[row], selected[row], cut?.[row])));
  }

  async #readPicked(totals, { from, length }, ask) {
    const rows = ask("selection.rows", {
      from, length: Math.max(length, firstRows), maxLength: longestText,
    });
    const [answer, { count, ids, rows: values, cut }] = await Promise.all([totals, rows]);
    if (totals) this.#takeTotals(answer, true);
    // What has changed before is in the answer.
    this.#arrived = [];
    [this.sections, this.sectionCount] = [[{ name: "", count }], 1];
    this.windows = new Map([["", { from, length: Math.max(length, firstRows), ids }]]);
    this.located = new Map(this.followed().map((id) => [id, null]));
    ids.forEach((id, row) => this.#hold(id, values[row], new Set(this.columns), null, true, cut?.[row]));
    this.#collect();
  }

  #hold(id, values, columns, highlights, isSelected, cut = []) {
    const held = this.rows.get(id);
    const row = { values, columns, highlights, isCut: cut.length > 0 };
    // Of other columns, what is held stays.
    if (held && !held.isStale && held.columns !== columns) {
      row.values = { ...held.values, ...values };
      row.columns = new Set([...held.columns, ...columns]);
      row.highlights = { ...held.highlights, ...highlights };
      row.isCut ||= held.isCut;
    }
    this.rows.set(id, row);
    if (isSelected) this.selected.add(id);
    else this.selected.delete(id);
  }
}

/** A change of the query as the protocol has it. */
function parameters({ sections, ...params }) {
  return sections === undefined ? params : { ...params, sections: sections ? { by: sections } : null };
}
