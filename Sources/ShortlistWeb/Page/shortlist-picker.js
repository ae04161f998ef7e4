// The element `<shortlist-picker>`: a list that is searched, filtered and picked from.

import { Address } from "./address.js";
import { Announcer } from "./announcer.js";
import { CellEditor } from "./cell-editor.js";
import { CollapsedSections } from "./collapsed-sections.js";
import { ColumnArrangement } from "./column-arrangement.js";
import { ColumnSettings } from "./column-settings.js";
import { Connection } from "./connection.js";
import { Creator, fly } from "./creator.js";
import { EmptyState } from "./empty-state.js";
import { AcceptBar } from "./accept-bar.js";
import { Export } from "./export.js";
import { keepFocus } from "./focus-keeper.js";
import { Filters } from "./filters.js";
import { Frame } from "./frame.js";
import { KeyHelp } from "./key-help.js";
import { Keyboard } from "./keyboard.js";
import { LatestOnly } from "./latest-only.js";
import { ListModel } from "./list-model.js";
import { Toolbar } from "./toolbar.js";
import { wholeNumberOf } from "./number-text.js";
import { keptName, newName } from "./page-name.js";
import { PickerElement, gathered } from "./picker-element.js";
import { RowDetails } from "./row-details.js";
import { Rows } from "./rows.js";
import { Search, kindNames } from "./search.js";
import { Selection } from "./selection.js";
import { ThemeSwitch } from "./theme-switch.js";
import { Words, languageWanted, markDocument } from "./words.js";

/** The most rows that the event at the end contains. */
const mostTold = 1000;

/** While rows change all the time, they are counted again so often, in milliseconds. */
const recountPause = 250;

/** The error of a search or a filter text that is none. */
const invalidFilter = -32004;

/** How long after columns were arranged that is kept in the address, in milliseconds. */
const keepingPause = 150;

/**
 * A picker over the list that a socket is about.
 *
 * Attributes: `socket`, the address of the socket (that of the server of this file unless given), and `token`,
 * if it is that of another server than the page's;
 * `address`, if the search, the filters and the columns are to be in the address of the page, and what is
 * picked is to stay when the page is loaded again; `query`, `filters` and `selection`, as the properties;
 * `lang` or `locale`, its language, which is that of the page around unless given; and `density`, `compact` for rows
 * that are less high.
 * Events: `pick` reports that the selection has changed, `query` that the person has changed what is shown,
 * `end` that they are done or have cancelled.
 */
export class ShortlistPicker extends PickerElement {
  #name;
  #connection;
  #isRestoring = false;
  #recounting;
  /** Browsers refuse an address that changes with each move of the pointer. */
  #keeping = new LatestOnly(keepingPause);
  #collapsed = new CollapsedSections();
  /** What is to be said when there is a connection again. */
  #remark = "";
  /** The text about the number of rows. */
  #total;
  /** Notices other languages of the element, and of what is around it. */
  #languages = new MutationObserver(() => this.#speak());
  /** What the session that begins is to show, and where in it; null when that is done, or where that is the beginning. */
  #begun = null;
  #place = null;

  connectedCallback() {
    super.connectedCallback();
    for (let node = this; node; node = node.getRootNode().host) {
      this.#languages.observe(node.getRootNode(), { subtree: true, attributeFilter: ["lang", "locale"] });
    }
    this.words = new Words(languageWanted(this));
    const root = this.shadowRoot ?? this.#makeRoot();
    this.frame = new Frame(root, this.words);
    this.announcer = new Announcer();
    // The second press of a double click may still change what the first one is.
    const settle = ({ detail }) => { if (!(detail > 1)) this.picks?.settle(); };
    for (const event of ["mousedown", "keydown"]) this.frame.frame.addEventListener(event, settle, { capture: true });
    (this.hasAttribute("address") ? document : this.frame.frame).addEventListener("keydown", (event) => this.#press(event));
    if (this.hasAttribute("address") && !this.address) {
      this.address = new Address();
      this.address.addEventListener("change", ({ detail }) => this.restore(detail));
    }
    this.#name ??= this.address ? keptName() : newName();
    this.#connect();
  }

  #makeRoot() {
    const root = this.attachShadow({ mode: "open" });
    keepFocus(root, () => (this.rows?.layout.count > 0 ? this.rows.box : this.search?.field));
    return root;
  }

  disconnectedCallback() {
    this.#languages.disconnect();
    this.frame.close();
    this.#connection.close();
  }

  /** The connection to the list. */
  get session() { return this.#connection?.session; }

  #connect() {
    const socket = new URL(this.getAttribute("socket") ?? "socket", import.meta.url);
    socket.protocol = socket.protocol.replace("http", "ws");
    // By its name the server knows what was picked before the connection was lost.
    socket.searchParams.set("page", this.#name);
    const connection = this.#connection = new Connection(socket, this.getAttribute("token"));
    const on = (name, act) => connection.addEventListener(name, ({ detail }) => act(detail));
    on("open", (hello) => this.#begin(connection.session, hello));
    on("change", (change) => this.#renew(change));
    on("loading", (progress) => this.frame.load(progress));
    on("busy", (isBusy) => this.frame.setBusy(isBusy));
    on("late", (isLate) => this.frame.say(isLate ? this.words.phrase("The program does not answer. Waiting…") : ""));
    on("lost", (reason) => this.frame.say(reason, "lost"));
    on("failed", (reason) => this.frame.say(reason, "failed"));
    this.#openSession();
  }

  /** Makes a session, in the words of now. */
  async #openSession() {
    const [words, connection] = [this.words, this.#connection];
    if (this.hasAttribute("address")) markDocument(words.lang);
    await words.ready;
    // Meanwhile the element may have gone, or be wanted in another language.
    if (words !== this.words || connection.isOver) return;
    this.frame.speak(words);
    connection.speak(words);
  }

  /** Shows the same in another language, if that is wanted now. */
  #speak() {
    const wanted = languageWanted(this);
    if (wanted === this.words.wanted) return;
    this.picks?.settle();
    this.#place ??= this.#currentPlace;
    this.words = new Words(wanted);
    this.#openSession();
  }

  /** What a new session is to show: what was shown before, or the address says, with what was set meanwhile. */
  #stateToShow() {
    const wanted = this.takeWanted();
    return this.state ? { ...this.state, ...wanted } : { ...wanted, ...definite(this.address?.state) };
  }

  /** Shows the list of a session, as it was shown before if this is not the first. */
  async #begin(session, hello) {
    // What a session has not shown to its end is shown by the next one.
    const { state, picked, isResumed, draft } = this.#begun ??= {
      state: this.#stateToShow(), picked: this.picked, isResumed: hello.resumed, draft: this.editor?.draft,
    };
    const remark = this.#remark;
    const place = this.#place ??= this.#currentPlace;
    this.#remark = "";
    const focused = this.frame.focused ?? this.frame.focusedPart;
    try {
      this.#build(session, hello, state.columns);
      await this.restore(state, true);
      if (remark) this.#tell("problem", remark);
      this.#resumeFocus(draft && typeof focused !== "string" ? null : focused, place !== null);
      if (!isResumed && state.selection) await this.picks.ask("replace", { ids: state.selection });
      else if (!isResumed) await this.#pickAgain(picked);
      // With the focus the active row comes into sight; the person may have scrolled away from it.
      if (place) await this.keyboard.act(() => this.rows.resume(place));
      if (place?.isOpen) this.#openAgain(focused);
      await this.model.settled();
      if (draft) this.#resumeDraft(draft);
      this.#begun = this.#place = null;
      this.becomeReady();
    } catch (error) {
      this.#begun = this.#place = null;
      // The session reports that the connection is gone.
      if (!session.isClosed) this.frame.say(error.message);
    }
  }

  /** Where in the list the person is, and whether they read a row in full; null if there is no list. */
  get #currentPlace() { return this.rows ? { ...this.rows.place, isOpen: this.details.isOpen } : null; }

  /** Gives the focus to what had it before, or at first to the search field, unless the person has moved it since. */
  #resumeFocus(focused, wasHere) {
    const { rows, search, frame } = this;
    const { activeElement } = frame.root;
    // Where something had it, these two may have it in its place.
    const isMoved = !focused || ![search.field, rows.box].includes(activeElement);
    if (isMoved && frame.frame.contains(activeElement)) return;
    if (typeof focused === "string") (focused === "rows" ? rows.box : search.field).focus({ preventScroll: true });
    else if (focused) focused.resume(search.field);
    else if (this.address && !wasHere && matchMedia("(pointer: fine)").matches) search.field.focus();
  }

  /** Shows the active row in full, as before; the focus stays where it was, unless that is covered. */
  #openAgain(focused) {
    const { activeElement } = this.frame.root;
    this.#open();
    if (focused !== "details") activeElement?.focus({ preventScroll: true });
  }

  /** Goes on with a value that was being changed. */
  #resumeDraft(draft) {
    const { id, name } = draft.edited;
    this.editor.resume(draft, () => (this.details.id === id ? this.details.valueElement(name) : this.rows.cell(id, name)));
  }

  /** Picks again what was picked in another life of the program, as far as that is known. */
  async #pickAgain({ ids, count } = { ids: [], count: 0 }) {
    if (ids.length > 0) await this.picks.ask("replace", { ids });
    if (count > ids.length) {
      this.#tell("refusal", this.words.phrase("Of {n} picked rows only the first {first} are picked again.", { n: count, first: ids.length }));
    }
  }

  #build(session, hello, columns) {
    this.model = new ListModel(session, hello);
    this.search = new Search(this.model.query, this.#kinds, hello.attributes, session.words);
    this.columns = new ColumnArrangement(this.model, new ColumnSettings(this.model.columns, columns), this.columns);
    this.tools = new Toolbar(hello, session.words);
    this.picks = new Selection(session, this.model);
    this.#recounting = new LatestOnly(recountPause);
    this.creator = hello.creates ? new Creator(session, hello.creates) : null;
    this.ending = new AcceptBar(session, hello.picks, () => this.#pickedRows());
    this.export = new Export(session, this.model, this.picks);
    this.editor = new CellEditor(this.model);
    this.details = new RowDetails(this.model, this.editor);
    this.help = new KeyHelp(hello.picks && hello.maximum === 1, hello.writable, session.words);
    this.theme = this.address ? new ThemeSwitch(this) : null;
    this.empty = new EmptyState(session, this.model);
    this.frame.build(this, hello);
    this.rows = new Rows(this.frame.list, this.model, this.#collapsed);
    this.columns.connect(this.frame, this.rows);
    this.keyboard = new Keyboard(
      this.rows, this.picks, hello.picks && hello.maximum === 1, (name) => this.editor.edits(name),
      () => (this.frame.undo ?? (() => this.picks.ask("undo")))());
    this.panels = this.frame.panels(this.model, this.panels);
    if (this.address) {
      this.address.defaults = hello.query;
      document.title = hello.title;
    }
    this.#wire();
  }

  #wire() {
    const { model, rows, search, picks: selection, tools, keyboard } = this;
    const on = (target, name, act) => target?.addEventListener(name, ({ detail }) => act(detail));
    const tell = (kind) => (message) => this.#tell(kind, message);
    on(search, "change", (change) => this.#change(change));
    this.frame.chipList.showTerms(search.terms);
    on(search, "terms", () => this.frame.chipList.showTerms(search.terms));
    on(this.frame.chipList, "term", (index) => search.remove(index));
    on(this.frame.chipList, "cleared", () => search.clearTerms());
    on(search, "leave", () => this.#leaveSearch());
    on(search, "enter", () => this.#leaveSearch(this.creator));
    on(this.columns, "change", (change) => this.#change(change));
    on(this.columns, "arranged", () => this.#keep());
    on(this.columns, "notice", (text) => this.announcer.tell("columns", text));
    on(tools, "change", (change) => this.#change(change));
    on(tools, "collapse", (areCollapsed) => rows.collapseAll(areCollapsed));
    on(rows, "collapse", () => {
      this.#showCollapsing();
      this.#keep();
    });
    on(tools, "go", (index) => {
      rows.activateNumber(index);
      rows.box.focus();
    });
    on(tools, "find", (id) => this.#find(id));
    on(model, "change", (detail) => this.#show(detail));
    on(model, "crowded", (detail) => tools.refuse(detail));
    on(model, "problem", (error) => {
      if (error.code === invalidFilter) search.refuse(error.data?.offset ?? 0);
      tell("problem")(error.message);
      for (const panel of this.panels) panel.refresh();
    });
    on(rows.headings, "leave", () => search.field.focus());
    on(rows.headings, "toggle", ({ name, isAll }) =>
      selection.ask(isAll ? "all" : "none", { scope: { section: name } }));
    on(selection, "change", () => {
      if (!search.isWrong) this.frame.remark("");
      rows.render();
    });
    on(selection, "count", () => this.#tellCount());
    on(selection, "view", (showsPicked) => model.showPicked(showsPicked));
    on(keyboard, "leave", () => search.field.focus());
    on(keyboard, "type", (letter) => search.type(letter));
    on(keyboard, "done", () => this.ending.accept());
    on(keyboard, "copy", () => this.export.copyRows(rows.active.id, rows.columns[rows.column]));
    on(keyboard, "help", () => this.help.open());
    on(keyboard, "open", () => this.#open());
    on(keyboard, "edit", () => this.#edit());
    on(this.editor, "leave", () => (this.details.isOpen ? this.details.focus() : rows.box.focus()));
    on(this.editor, "message", tell("refusal"));
    on(this.editor, "changed", ({ id, name, value, former }) => this.#offerUndo(
      this.words.phrase("{name} is changed.", { name }), () => this.editor.write(id, name, former, value)));
    on(rows, "active", () => { if (this.details.isOpen) this.#open(); });
    on(this.details, "step", (step) => rows.activate(rows.active.index + step));
    on(this.details, "copy", () => this.export.copyRow(this.details.id));
    on(this.details, "leave", () => {
      this.frame.coverWithDetails();
      rows.box.focus();
    });
    for (const part of [this.details, this.export]) {
      on(part, "message", tell("refusal"));
      on(part, "notice", (text) => this.#tell("notice", text));
    }
    on(this.creator, "done", (outcome) => this.#created(outcome));
    on(this.ending, "end", (end) => this.#end(end));
    for (const part of [tools, selection, this.creator, this.ending]) on(part, "message", tell("refusal"));
    on(this.empty, "search", (text) => {
      search.show({ ...model.query, search: text });
      this.#change({ search: text });
      search.field.focus();
    });
    for (const panel of [...this.panels, this.empty]) {
      on(panel, "change", () => { if (!this.#isRestoring) this.#change(); });
      on(panel, "message", tell("refusal"));
      on(panel, "emptied", () => search.field.focus());
    }
  }

  /**
   * Goes from the search field into the list at once: the keys that follow act there, after what is searched for is
   * found. If there are no rows, it goes on to the button that may create one, or back.
   */
  #leaveSearch(creator) {
    const { rows, model, search } = this;
    this.keyboard.act(async () => {
      await creator?.offered;
      await model.settled();
      if (this.frame.root.activeElement !== rows.box) return;
      if (model.total === 0 && creator?.element.hidden === false) creator.element.focus();
      else if (rows.layout.hasRows) rows.focus();
      else search.field.focus();
    });
    rows.box.focus();
  }

  /** Goes to the row with an id, which may be a text or a number. */
  async #find(text) {
    const number = wholeNumberOf(text, this.words.locale);
    const ids = [text, ...(Number.isFinite(Number(number)) ? [number] : [])];
    try {
      const { positions } = await this.session.request("list.locate", { ids });
      const place = positions.find(Boolean);
      if (!place) return this.#tell("refusal", this.words.phrase("No row that matches has the id {id}.", { id: text }));
      await this.rows.activatePlace(place);
      this.rows.box.focus();
    } catch (error) {
      this.#tell("refusal", error.message);
    }
  }

  /** Changes the active cell, or the first that can be changed. */
  #edit() {
    const { rows, editor } = this;
    if (rows.column < 0) rows.goToCell(rows.columns.findIndex((name) => editor.edits(name)));
    const name = rows.columns[rows.column];
    const { id, index } = rows.active;
    if (rows.currentCell && editor.edits(name)) editor.open(id, index, name, () => rows.cell(id, name));
  }

  /** Takes back what was written last, where Control and Z is not about a text, or about rows. */
  #press(event) {
    // A browser that fills in a field sends keys without a name.
    const isUndo = event.key?.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const isText = event.composedPath()[0].matches?.("textarea, input:not([type=checkbox], [type=radio])");
    if (!isUndo || isText || event.defaultPrevented || !this.frame.undo) return;
    event.preventDefault();
    this.frame.undo();
  }

  /** Says that something was written, with a button that takes it back. */
  #offerUndo(message, undo) {
    this.announcer.tell("notice", message);
    this.frame.remark(message, true, async () => {
      try {
        await undo();
        this.#tell("notice", this.words.phrase("Undone."));
      } catch (error) {
        this.#tell("refusal", this.words.phrase("Not changed: {reason}.", { reason: error.data?.reason ?? error.message }));
      }
      if (!this.frame.root.activeElement) this.rows.focus();
    });
  }

  /** Tells the person something, in sight and aloud. */
  #tell(kind, message) {
    this.announcer.tell(kind, message);
    this.frame.remark(message, kind === "notice");
  }

  /** Shows the active row in full. */
  #open() {
    const { id, index } = this.rows.active;
    if (id === null) return;
    this.details.show(id, index);
    this.frame.coverWithDetails();
  }

  /** Changes the query, and the address with it. */
  #change(change) {
    if (!this.search.isWrong) this.frame.remark("");
    for (const panel of this.panels) panel.stop?.();
    this.model.change(change);
    this.creator?.begin(this.search.field.value);
    this.address?.write(this.state);
    this.tell("query", { ...this.query, filters: this.filters });
  }

  /** The kinds of match that the list has. */
  get #kinds() { return this.model.hello.matches ?? kindNames; }

  /** What is chosen in the panels; undefined if nothing is. */
  get chosen() {
    const chosen = this.panels.filter(({ state }) => state && Object.keys(state).length > 0);
    if (chosen.length === 0) return undefined;
    return Object.fromEntries(chosen.map(({ name, state }) => [name, state]));
  }

  /** Restores a state of the URL; what it does not contain is as at the beginning. */
  async restore(state, isFirst = false) {
    const { hello } = this.model;
    const known = new Set(hello.attributes.map(({ name }) => name));
    const sections = state.sections ?? hello.query.sections;
    const sort = state.sort?.filter(({ by }) => known.has(by));
    const query = {
      search: state.search ?? hello.query.search,
      match: this.#kinds.includes(state.match) ? state.match : hello.query.match,
      sort: sort ?? hello.query.sort, sections: known.has(sections) ? sections : null,
    };
    if (!isFirst || state.filters) await this.#restoreFilters(state.filters ?? {});
    if (!isFirst) this.#restoreColumns(state.columns ?? "");
    this.search.show(query);
    this.columns.show(query.sort);
    this.tools.show(query.sections);
    this.#collapsed.restore(query.sections, state.collapsed);
    this.creator?.begin(this.search.field.value);
    this.model.change(query);
    this.picks.refresh();
  }

  /** Writes into the address how columns and sections are shown now. */
  #keep() {
    if (!this.#isRestoring) this.#keeping.run(async () => this.address?.write(this.state));
  }

  async #restoreFilters(states) {
    this.#isRestoring = true;
    await Filters.of(this.session).restore(() => (
      Promise.all(this.panels.map((panel) => panel.restore?.(states[panel.name] ?? {})))));
    this.#isRestoring = false;
  }

  #restoreColumns(text) {
    this.#isRestoring = true;
    this.columns.settings.restore(text);
    this.#isRestoring = false;
  }

  #showCollapsing() {
    this.tools.showCollapsing(this.model.isSectioned && this.rows.layout.hasRows, this.rows.areAllCollapsed);
  }

  #show({ isNew, isData, isForeign }) {
    if (isNew) this.search.accept();
    const { model } = this;
    if (!this.frame.isLost) this.frame.say(model.stopped ? this.words.phrase("These rows may be out of date: {reason}.", { reason: model.stopped }) : "");
    const total = this.tools.showTotal(model.showsPicked ? this.picks.count : model.total, model.count, model);
    this.#announceTotal(`${model.showsPicked ? this.picks.status.textContent : total}.`);
    this.picks.showView();
    this.columns.fitRows();
    this.#showCollapsing();
    this.frame.list.classList.toggle("nothing", this.empty.show(model));
    // What is scrolled to says nothing new of all rows.
    if (!isData) return;
    if (isForeign) return void this.#recounting.run(() => this.#recount());
    this.picks.refresh();
    for (const panel of this.panels) panel.refresh();
  }

  /** Tells how many rows there are, if that is news. */
  #announceTotal(total) {
    if (total !== this.#total) this.announcer.tell("total", total);
    this.#total = total;
  }

  /** Counts again what rows that have changed may have changed. */
  async #recount() {
    for (const panel of this.panels) panel.recount?.();
    await this.picks.refreshCount();
  }

  #tellCount() {
    const { ids, count } = this.picks;
    this.picked = { ids, count };
    this.announcer.tell("count", `${this.picks.status.textContent}.`);
    this.tellPicked();
  }

  async #created({ id, created, text, refused, ...outcome }) {
    this.picks.take({ refused, ...outcome });
    await this.picks.refresh();
    if (id === null) return;
    const { positions: [place] } = await this.session.request("list.locate", { ids: [id] });
    const message = created ? this.words.phrase("{text} is created and picked.", { text }) : this.words.phrase("{text} is picked.", { text });
    if (created && this.model.hello.writable) this.#offerUndo(message, () => this.editor.remove(id));
    else this.announcer.tell("refusal", message);
    this.model.reread();
    await this.model.settled();
    if (!place) return;
    await this.rows.activatePlace(place);
    const element = this.rows.element(id);
    if (created && element) await fly(text, this.search.field, element, this.frame.root);
  }

  /** The picked rows that the page around receives at the end. */
  async #pickedRows() {
    return this.picks.count > mostTold ? null : gathered(this.pickedRows());
  }

  #end({ accepted, rows }) {
    const { count, ids } = this.picks;
    this.#connection.end();
    this.frame.end(accepted ? count : null);
    const told = async () => {
      if (rows === null) throw new Error(this.words.phrase("more than {n} rows are picked", { n: mostTold }));
      return rows;
    };
    this.tell("end", { accepted, count: accepted ? count : 0, ids: accepted ? [...ids] : [], rows: told });
  }

  /** What is shown and how, to be restored; undefined if there is no list yet. */
  get state() {
    if (!this.model) return undefined;
    const { query } = this.model;
    return {
      ...query, collapsed: this.#collapsed.textOf(query.sections ?? null), filters: this.chosen,
      columns: this.columns.settings.text,
    };
  }

  /** Connects again if the attributes have changed, because every part of the page was built for the old ones. */
  #renew({ attributes, dropped = [] }) {
    if (!attributes) return;
    this.#remark = [this.words.phrase("The columns have changed."), ...dropped.map((reason) => `${reason}.`)].join(" ");
    this.#connection.open();
  }
}

/** The members that are not undefined. */
const definite = (state = {}) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));

customElements.define("shortlist-picker", ShortlistPicker);
