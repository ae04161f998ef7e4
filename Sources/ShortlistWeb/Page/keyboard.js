// The keys of the grid, of which several rows can be selected.

/**
 * Lets keys act on the rows.
 *
 * Up, Down, Home, End, Page Up and Page Down go to rows. Space picks one or puts it back, Shift with
 * Up and Down those that are gone to, Shift and Space all from the one picked last, Control and Shift
 * with Home and End all up to there; Left and Right go to its cells, and Left from the row as a whole to the
 * heading of its section; Control and A picks all. Enter shows a row in full; where one row is to be picked, it picks the row and is done, and Alt
 * and Enter show it. What is typed goes to the search field, Escape leads back to it.
 *
 * Events: `leave` and `type` lead to the search field, `done` ends picking, `open` shows the active row
 * in full, `copy` asks for a copy of rows, `help` for the list of keys.
 */
export class Keyboard extends EventTarget {
  /** Keys act one after the other, also when what one of them asks for takes its time. */
  #turn = Promise.resolve();
  /** The row on which the pointer was pressed last; null if a click has followed. */
  #pressed = null;
  /** Whether the last click was on another row than its press. */
  #isAstray = false;

  /**
   * @param {Rows} rows The grid.
   * @param {Selection} selection What is picked.
   * @param {boolean} accepts Whether picking a row is all that is to be done.
   * @param {function(string): boolean} edits Tells whether the values of a column can be changed.
   * @param {function(): Promise} undo Takes back what was done last.
   */
  constructor(rows, selection, accepts, edits, undo) {
    super();
    [this.accepts, this.edits, this.undo] = [accepts, edits, undo];
    this.rows = rows;
    this.selection = selection;
    rows.box.addEventListener("keydown", (event) => this.#press(event));
    rows.box.addEventListener("focus", () => {
      // A press of the pointer goes to the row that it is on.
      if (rows.box.matches(":focus-visible")) this.act(() => this.#arrive());
    });
    rows.box.addEventListener("pointerdown", (event) => { this.#pressed = { id: this.#idAt(event) }; });
    rows.box.addEventListener("click", (event) => this.#click(event));
    rows.box.addEventListener("dblclick", (event) => this.#doubleClick(event));
    // A press that ends in a click must not select text on its way.
    rows.box.addEventListener("mousedown", (event) => { if (event.shiftKey) event.preventDefault(); });
  }

  /** Does something after what the keys before it do, and before what those after it do. */
  act(act) {
    this.#turn = this.#turn.finally(act);
    return this.#turn;
  }

  /** Goes into the list: to where it was left, else to the first selected row, else to the first. */
  async #arrive() {
    const { rows } = this;
    // What was typed before is to be found first.
    await rows.model.settled();
    const first = rows.active.index < 0 ? await this.#first() : 0;
    rows.activate(rows.active.index < 0 ? first : rows.active.index);
  }

  async #first() {
    const { session, showsPicked } = this.selection.model;
    if (showsPicked || this.selection.count === 0) return 0;
    const { ids, shown } = await session.request("selection.get", { order: "shown", limit: 1 });
    if (shown === 0) return 0;
    const { positions: [place] } = await session.request("list.locate", { ids });
    if (place) await this.rows.model.know(0, place.section + 1);
    // Collapsed sections stay so.
    return place && !this.rows.layout.isCollapsed(place.section)
      ? this.rows.layout.start(place.section) + place.index : 0;
  }

  #press(event) {
    if (event.isComposing || (event.altKey && event.key !== "Enter")) return;
    // Enter that is held in the search field acts on no row.
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    // What is selected as text is copied by the browser.
    const isCopy = event.key.toLowerCase() === "c" && (event.ctrlKey || event.metaKey);
    if (isCopy && this.#hasText) return;
    const act = event.altKey ? () => this.#withActive(() => this.#tell("open"))
      : this.#action(event.key, event.ctrlKey || event.metaKey, event.shiftKey);
    if (!act) return;
    event.preventDefault();
    this.act(act);
  }

  /** What a key does; null if that is up to the browser. */
  #action(key, control, shift) {
    const { rows, selection } = this;
    const place = {
      ArrowDown: () => rows.active.index + 1, ArrowUp: () => rows.active.index - 1,
      PageDown: () => rows.active.index + rows.page, PageUp: () => rows.active.index - rows.page,
      Home: () => 0, End: () => rows.layout.count - 1,
    }[key];
    if (place) {
      // Then it is the row that is copied.
      if (this.#hasText) getSelection().removeAllRanges();
      if (control && shift && (key === "Home" || key === "End")) return () => this.#extendTo(place());
      if (shift && key.startsWith("Arrow")) return () => this.#toggleAt(place());
      return () => { rows.activate(place()); };
    }
    const aside = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const isMirrored = getComputedStyle(rows.box).direction === "rtl";
    if (aside && !control && !shift) return () => rows.aside(isMirrored ? -aside : aside);
    if (key === " " && shift) return () => this.#withActive((id) => selection.extend(id));
    if (key === " ") return () => this.toggle();
    if (control) {
      return {
        a: () => selection.toggleAll(), z: () => (shift ? selection.ask("redo") : this.undo()),
        y: () => selection.ask("redo"), enter: () => this.#tell("done"), c: () => this.#tell("copy"),
      }[key.toLowerCase()];
    }
    if (key === "Enter" && this.accepts) return () => this.#withActive((id) => this.#accept(id));
    if (key === "Enter") return () => this.#withActive(() => this.#tell("open"));
    if (key === "Escape") return () => this.#tell("leave");
    if (key === "?") return () => this.#tell("help");
    if (key === "F2") return () => this.#withActive(() => this.#tell("edit"));
    if ([...key].length === 1) return () => this.#tell("type", key);
    return null;
  }

  /** Whether text of rows is selected. */
  get #hasText() {
    const selection = getSelection();
    const root = this.rows.box.getRootNode();
    const [range] = selection.getComposedRanges?.({ shadowRoots: [root] }) ?? [];
    if (!range) return !selection.isCollapsed && selection.containsNode(root.host, true);
    return !range.collapsed && this.rows.box.contains(range.startContainer);
  }

  /** Picks the active row, or puts it back. */
  toggle() { return this.#withActive((id) => this.selection.toggle(id)); }

  async #withActive(act) {
    const { rows } = this;
    await rows.model.settled();
    if (rows.active.index < 0) await this.#arrive();
    if (rows.active.id !== null) await act(rows.active.id);
  }

  /** Goes to a row and picks it, or puts it back; at either end there is none to go to. */
  async #toggleAt(index) {
    if (index < 0 || index >= this.rows.layout.count) return;
    const id = await this.rows.activate(index);
    if (id !== undefined) await this.selection.toggle(id);
  }

  /** Picks all rows from the active one to another, and goes there. */
  async #extendTo(index) {
    const { id: from } = this.rows.active;
    const to = await this.rows.activate(index);
    if (from !== null && to !== undefined) await this.selection.ask("extend", { from, to });
  }

  #click(event) {
    const id = this.#idAt(event);
    // Other rows may have come under the pointer since it was pressed. Some clicks come without a press.
    this.#isAstray = this.#pressed !== null && this.#pressed.id !== id;
    this.#pressed = null;
    if (this.#isAstray) return;
    // A text that was selected by dragging is to be copied.
    if (id === undefined || this.#hasText) return;
    this.rows.column = -1;
    const isOpening = event.target.closest(".open") !== null;
    // The first click of two that change a cell picks nothing.
    const mayEdit = !this.accepts && !isOpening && !event.shiftKey && this.edits(this.rows.columns[this.#columnAt(event)]);
    if (mayEdit && event.detail > 1 && this.selection.togglesSoon(id)) return;
    const isSoon = mayEdit && event.detail <= 1;
    if (isSoon) this.selection.toggleSoon(id);
    this.act(async () => {
      const isHeld = await this.rows.activateRow(id);
      if (isOpening) return void (isHeld && this.#tell("open"));
      if (isSoon) return;
      await (event.shiftKey ? this.selection.extend(id) : this.selection.toggle(id));
    });
  }

  #doubleClick(event) {
    const id = this.#idAt(event);
    if (id === undefined || this.#isAstray || event.target.closest(".open")) return;
    if (!this.accepts) return this.#editAt(this.#columnAt(event), id);
    this.act(async () => {
      await this.rows.activateRow(id);
      await this.#accept(id);
    });
  }

  /** The place of the column that an event is in; -1 if it is in none. */
  #columnAt({ target, clientX }) {
    // A cell without text has no height.
    const isAt = (cell) => {
      const { left, right } = cell.getBoundingClientRect();
      return left <= clientX && clientX <= right;
    };
    const cell = target.closest(".cell") ?? [...target.closest(".row").querySelectorAll(".cell")].find(isAt);
    return cell ? Number(cell.getAttribute("aria-colindex")) - 1 : -1;
  }

  /** Goes to a cell of a row, and changes it. */
  #editAt(column, id) {
    if (column < 0) return;
    this.selection.forgetToggle(id);
    this.act(async () => {
      if (!(await this.rows.activateRow(id))) return;
      this.rows.goToCell(column);
      this.#tell("edit");
    });
  }

  /** The id of the row of an event: its place may change before its turn comes. */
  #idAt({ target }) { return this.rows.renderer.idOf(target.closest(".row")); }

  /** Picks a row, and is done. */
  async #accept(id) {
    await this.selection.ask("select", { ids: [id] }, id);
    if (this.selection.model.selected.has(id)) this.#tell("done");
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
