// What a page around a picker sees of it: properties, methods, and its value in a form.

import { parse } from "./json.js";
import { matchingRows, pickedRows } from "./row-pages.js";

/** Properties that may be set before the element is known to the browser. */
const properties = ["query", "filters", "selection", "value"];

/**
 * The element without its contents.
 *
 * What is set before there is a list is kept until there is one. Its value in a form are the ids of the
 * picked rows, each as an entry of its own.
 */
export class PickerElement extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ["query", "filters", "selection"];
  #internals = this.attachInternals();
  /** What was set and does not hold yet. */
  #wanted = {};
  /** Whether what is set can hold, and whether that is under way. */
  #isReady = false;
  #isSetting = false;
  #become;
  /** Is fulfilled when there is a list, and its rows are counted. */
  ready = new Promise((become) => { this.#become = become; });
  /** The detail of the last `pick`. */
  #told = JSON.stringify([0, []]);
  #valueTurn = 0;

  connectedCallback() {
    for (const name of properties) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
  }

  attributeChangedCallback(name, before, value) {
    if (name === "query") this.query = value ?? "";
    else this[name] = value === null ? { filters: {}, selection: [] }[name] : parse(value);
  }

  /** What is searched for, and how rows are sorted and divided. */
  get query() {
    const { search = "", match, sort = [], sections = null } = this.model?.query ?? this.#wanted;
    return { search, match, sort, sections };
  }

  /** Members that are not there stay as they are; a text is searched for. */
  set query(query) { this.#want(typeof query === "string" ? { search: query } : query); }

  /** What is chosen in the panels: `values`, `numbers` and `dates`, by attributes. */
  get filters() { return (this.model ? this.chosen : this.#wanted.filters) ?? {}; }
  set filters(filters) { this.#want({ filters: filters ?? {} }); }

  /** The ids of the picked rows, of the first thousand if there are more. */
  get selection() { return [...(this.picks ? this.picks.ids : this.#wanted.selection ?? [])]; }
  set selection(ids) {
    if (this.picks) this.picks.ask("replace", { ids });
    else this.#wanted.selection = [...ids];
  }

  get value() { return this.selection; }
  set value(ids) { this.selection = ids; }

  /** How many rows are picked, and how many match. */
  get count() { return this.picks?.count ?? 0; }
  get total() { return this.model?.total ?? 0; }

  get name() { return this.getAttribute("name") ?? ""; }
  set name(name) { this.setAttribute("name", name); }
  get form() { return this.#internals.form; }
  get type() { return this.localName; }
  get validity() { return this.#internals.validity; }
  get validationMessage() { return this.#internals.validationMessage; }
  get willValidate() { return this.#internals.willValidate; }
  checkValidity() { return this.#internals.checkValidity(); }
  reportValidity() { return this.#internals.reportValidity(); }

  /** Picks rows, or puts them back; the outcome is that of the protocol, null if there is none. */
  async select(ids) { return (await this.ready, this.picks.ask("select", { ids })); }
  async deselect(ids) { return (await this.ready, this.picks.ask("deselect", { ids })); }

  /** Is done, or cancels, where somebody waits for what is picked. */
  async accept() {
    await this.ready;
    this.picks.settle();
    return this.ending.accept();
  }

  async cancel() { return (await this.ready, this.ending.cancel()); }

  /** Goes to the search field. */
  focus(options) { this.search?.field.focus(options); }

  /** The picked rows, as they were picked. @yields {{id, values: object}} */
  async* pickedRows() {
    await this.ready;
    yield* each(pickedRows(this.session));
  }

  /** The rows that match, as they are shown. @yields {{id, values: object}} */
  async* matchingRows() {
    await this.ready;
    yield* each(matchingRows(this.session, this.model.query, true));
  }

  formResetCallback() { this.selection = []; }
  formDisabledCallback(isDisabled) { this.inert = isDisabled; }

  /** What was set and does not hold yet, for a list that is opened. */
  takeWanted() {
    const wanted = this.#wanted;
    this.#wanted = {};
    this.#isReady = this.#isSetting = false;
    return wanted;
  }

  /** Tells that there is a list, and that its rows are counted. */
  becomeReady() {
    this.#isReady = true;
    if (Object.keys(this.#wanted).length > 0) this.#want({});
    this.#become();
  }

  /** Tells the page around of what is picked, if that is news. */
  tellPicked() {
    const { ids, count } = this.picks;
    this.#setValue(ids, count);
    const told = JSON.stringify([count, ids]);
    if (told === this.#told) return;
    this.#told = told;
    this.tell("pick", { count, ids: [...ids], rows: () => gathered(this.pickedRows()) });
  }

  /** Tells the page around of something. */
  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true })); }

  async #setValue(ids, count) {
    const turn = ++this.#valueTurn;
    const { minimum } = this.model.hello;
    const isShort = count < minimum;
    this.#internals.setValidity({ valueMissing: isShort },
      isShort ? this.words.phrase("At least {n} rows must be picked.", { n: minimum }) : "", this.rows.box);
    if (!this.name || !this.form) return;
    const all = count > ids.length ? (await this.session.request("selection.get", { limit: count })).ids : ids;
    if (turn !== this.#valueTurn) return;
    const data = new FormData();
    for (const id of all) data.append(this.name, id);
    this.#internals.setFormValue(data);
  }

  /** Lets what is set hold: what is set meanwhile goes on from that. */
  async #want(state) {
    this.#wanted = { ...this.#wanted, ...state };
    if (!this.#isReady || this.#isSetting) return;
    this.#isSetting = true;
    try {
      for (let wanted; wanted !== this.#wanted;) {
        wanted = this.#wanted;
        await this.restore({ ...this.state, ...wanted });
      }
    } finally {
      this.#wanted = {};
      this.#isSetting = false;
    }
    this.address?.write(this.state);
  }
}

async function* each(pages) {
  for await (const { ids, rows } of pages) {
    for (const [index, id] of ids.entries()) yield { id, values: rows[index] };
  }
}

/** All that there is, at once. */
export async function gathered(rows) {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}
