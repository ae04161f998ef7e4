// What is picked, and what may be.

import { counted, grouped, make, setAttribute, setText } from "./dom.js";

/**
 * The selection of a list under its rules, with buttons.
 *
 * `change` tells that rows were picked or put back; `message` has a text for the person, such as why a
 * row was refused; `view` tells that the picked rows are to be shown alone, or not any more.
 */
export class Selection extends EventTarget {
  count = 0;
  ids = [];
  /** The row picked last, from which on more are picked. */
  last = null;
  #state = { count: 0, shown: 0, canUndo: false, canRedo: false };

  /**
   * @param {Session} session The connection.
   * @param {ListModel} model The rows.
   */
  constructor(session, model) {
    super();
    this.session = session;
    this.model = model;
    this.status = make("span.picked", { dir: "auto" });
    this.buttons = {
      all: this.#button("Select all", "Pick all rows that match", () => this.ask("all")),
      none: this.#button("None", "Put all rows back", () => this.ask("none")),
      invert: this.#button("Invert", "Pick the rows that match and are not picked", () => this.ask("invert")),
      undo: this.#button("Undo", "Undo the last change of what is picked", () => this.ask("undo")),
      redo: this.#button("Redo", "Do it again", () => this.ask("redo")),
    };
    // Where one row may be picked, there is nothing to be done with many.
    if (model.hello.maximum === 1) this.buttons.all.hidden = true;
    for (const name of ["none", "invert", "undo", "redo"]) this.buttons[name].hidden = true;
    this.view = this.#button("Show picked", "Show the picked rows alone", () => this.#toggleView());
    this.view.hidden = true;
    const buttons = make("div.buttons", { role: "group", "aria-label": "Selection" },
      ...Object.values(this.buttons), this.view);
    this.element = make("div.selection", {}, this.status, buttons);
    session.addEventListener("selection.changed", ({ detail }) => this.#prune(detail));
  }

  /** Picks a row, or puts it back. */
  toggle(id) { return this.ask("toggle", { ids: [id] }, id); }

  /** Picks all rows from the one picked last to this one. */
  extend(id) {
    return this.last === null ? this.ask("select", { ids: [id] }, id)
      : this.ask("extend", { from: this.last, to: id }, id);
  }

  /** Picks all rows that match, or puts them back if all are picked. */
  async toggleAll() {
    const outcome = await this.ask("all");
    if (outcome?.outcome === "unchanged") await this.ask("none", { scope: "matching" });
  }

  /**
   * Changes the selection.
   *
   * @param {string} method What is asked for, such as `toggle`.
   * @param {object} params With what.
   * @param {*} id The row it is about, if it is one.
   * @returns {Promise<object|null>} What became of it; null if it could not be asked for.
   */
  async ask(method, params = {}, id = null) {
    try {
      const [outcome] = await Promise.all([
        this.session.request(`selection.${method}`, params), this.refresh(),
      ]);
      this.take(outcome);
      if (id !== null && this.model.selected.has(id)) this.last = id;
      return outcome;
    } catch (error) {
      this.#tell(error.message);
      return null;
    }
  }

  /** Shows what has become of a change of the selection. */
  take({ added = [], removed = [], addedCount, removedCount, refused }) {
    for (const id of added) if (this.model.rows.has(id)) this.model.selected.add(id);
    for (const id of removed) this.model.selected.delete(id);
    const isMany = addedCount !== undefined || removedCount !== undefined;
    if (isMany || this.model.isSectioned || this.model.showsPicked) this.model.reread();
    this.dispatchEvent(new CustomEvent("change", { detail: { added, removed } }));
    if (refused?.length > 0) this.#tell(refusal(refused));
  }

  /** Reads what is picked, and whether that can be undone. */
  async refresh() {
    const state = await this.session.request("selection.get");
    this.ids = state.ids;
    this.#show(state);
  }

  /** Reads how many of the picked rows match, when others do. */
  async refreshCount() {
    if (this.count > 0) this.#show(await this.session.request("selection.get", { limit: 0 }));
  }

  /** Lets go of rows that do not exist any more. */
  #prune({ removed, count }) {
    if (!removed) {
      this.model.reread();
      return void this.refresh();
    }
    const gone = new Set(removed);
    for (const id of gone) this.model.selected.delete(id);
    this.ids = this.ids.filter((id) => !gone.has(id));
    this.#show({ ...this.#state, count, shown: Math.min(this.#state.shown, count) });
  }

  #show(state) {
    this.#state = state;
    const { count, shown, canUndo, canRedo } = state;
    this.count = count;
    const { minimum, maximum } = this.model.hello;
    setText(this.status, `${grouped(count)}${bounds(minimum, maximum)} picked`
      + (shown < count ? ` (${grouped(count - shown)} not among those that match)` : ""));
    const isShort = count < minimum;
    this.status.classList.toggle("short", isShort);
    for (const [name, can] of [["undo", canUndo], ["redo", canRedo], ["none", count > 0]]) {
      setAttribute(this.buttons[name], "aria-disabled", can ? null : "true");
    }
    // What there is to be done with picked rows is offered when there are some.
    const isSome = count > 0 || canUndo || canRedo;
    const isOne = maximum === 1;
    for (const name of ["none", "undo", "redo"]) this.buttons[name].hidden = !isSome;
    this.buttons.invert.hidden = isOne || !isSome;
    this.view.hidden = !isSome && !this.model.showsPicked;
    this.dispatchEvent(new Event("count"));
  }

  /** Says whether the picked rows are shown alone. */
  showView() {
    const { showsPicked } = this.model;
    setAttribute(this.view, "aria-pressed", showsPicked ? "true" : "false");
  }

  #toggleView() {
    this.dispatchEvent(new CustomEvent("view", { detail: !this.model.showsPicked }));
  }

  #tell(detail) { this.dispatchEvent(new CustomEvent("message", { detail })); }

  #button(name, title, act) {
    const button = make("button", { type: "button", title }, name);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act();
    });
    return button;
  }
}

/** How many rows are wanted, as in "3 of 2–10 picked". */
function bounds(minimum, maximum) {
  if (maximum === 0) return minimum === 0 ? "" : ` of at least ${grouped(minimum)}`;
  if (minimum === 0 || minimum === maximum) return ` of ${minimum === 0 ? "up to " : ""}${grouped(maximum)}`;
  return ` of ${grouped(minimum)}–${grouped(maximum)}`;
}

/** Why rows were refused, in a sentence for each reason. */
function refusal(refused) {
  return refused.map(({ ids, reason }) => {
    const rows = ids.length === 1 ? "" : `${counted(ids.length, "row")}: `;
    return `Not picked: ${rows}${reason}.`;
  }).join(" ");
}
