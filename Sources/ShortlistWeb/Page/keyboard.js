// The keys of the list box: the pattern of a list box of which several options can be selected.

/**
 * Lets keys act on the rows.
 *
 * Up, Down, Home, End, Page Up and Page Down go to rows. Space picks one or puts it back, Shift with
 * Up and Down those that are gone to, Shift and Space all from the one picked last, Control and Shift
 * with Home and End all up to there; Control and A picks all. What is typed goes to the search field,
 * Escape leads back to it.
 */
export class Keyboard extends EventTarget {
  /**
   * @param {Rows} rows The list box.
   * @param {Selection} selection What is picked.
   */
  constructor(rows, selection) {
    super();
    this.rows = rows;
    this.selection = selection;
    rows.box.addEventListener("keydown", (event) => this.#press(event));
    rows.box.addEventListener("focus", () => this.#arrive());
    rows.box.addEventListener("click", (event) => this.#click(event));
    // A press that ends in a click must not select text on its way.
    rows.box.addEventListener("mousedown", (event) => { if (event.shiftKey) event.preventDefault(); });
  }

  /** Goes into the list: to where it was left, else to the first selected row, else to the first. */
  async #arrive() {
    const { rows } = this;
    // A press of the pointer goes to the row that it is on.
    if (rows.layout.count === 0 || !rows.box.matches(":focus-visible")) return;
    const first = rows.active.index < 0 ? await this.#first() : 0;
    rows.activate(rows.active.index < 0 ? first : rows.active.index);
  }

  async #first() {
    const { session, showsPicked } = this.selection.model;
    if (showsPicked || this.selection.count === 0) return 0;
    const { ids, shown } = await session.request("selection.get", { order: "shown", limit: 1 });
    if (shown === 0) return 0;
    const { positions: [place] } = await session.request("list.locate", { ids });
    return place ? this.rows.layout.start(place.section) + place.index : 0;
  }

  #press(event) {
    if (event.altKey || event.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const act = this.#action(event.key, control, event.shiftKey);
    if (!act) return;
    event.preventDefault();
    act();
  }

  #action(key, control, shift) {
    const { rows, selection } = this;
    const { index } = rows.active;
    const last = rows.layout.count - 1;
    const places = {
      ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last,
      PageDown: index + rows.page, PageUp: index - rows.page,
    };
    if (key in places) {
      if (control && shift && (key === "Home" || key === "End")) return () => this.#extendTo(places[key]);
      if (shift && (key === "ArrowDown" || key === "ArrowUp")) return () => this.#toggleAt(places[key]);
      return () => rows.activate(places[key]);
    }
    if (key === " ") return () => (shift ? this.#withActive((id) => selection.extend(id)) : this.toggle());
    if (control) {
      return {
        a: () => selection.toggleAll(), z: () => selection.ask(shift ? "redo" : "undo"),
        y: () => selection.ask("redo"), Enter: () => this.#tell("done"),
      }[key.toLowerCase() === "enter" ? "Enter" : key.toLowerCase()];
    }
    if (key === "Escape") return () => this.#tell("leave");
    if ([...key].length === 1) return () => this.#tell("type", key);
    return null;
  }

  /** Picks the active row, or puts it back. */
  toggle() { return this.#withActive((id) => this.selection.toggle(id)); }

  #withActive(act) {
    const { id } = this.rows.active;
    return id === null ? null : act(id);
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

  async #click(event) {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    const id = await this.rows.activate(Number(option.ariaPosInSet) - 1);
    if (event.shiftKey) await this.selection.extend(id);
    else await this.selection.toggle(id);
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
