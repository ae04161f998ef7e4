// What is picked, and what may be.

import { make, setAttribute, setText } from "./dom.js";
import { icon } from "./icons.js";

/** Two clicks that follow each other in this time are a double click, in milliseconds. */
const doubleClick = 500;

/**
 * The selection of a list under its rules, with buttons.
 *
 * `change` reports that rows were picked or deselected; `message` has a text for the person, such as why a
 * row was refused; `view` reports whether the picked rows are to be shown alone.
 */
export class Selection extends EventTarget {
  count = 0;
  ids = [];
  /** The row picked last, from which on more are picked. */
  last = null;
  #words;
  #state = { count: 0, shown: 0, canUndo: false, canRedo: false };
  /** The row that is picked or put back soon, and whether it was picked. */
  #soon = null;

  /**
   * @param {Session} session The connection.
   * @param {ListModel} model The rows.
   */
  constructor(session, model) {
    super();
    this.session = session;
    this.model = model;
    this.#words = session.words;
    const { phrase } = session.words;
    this.status = make("span.picked", { dir: "auto" });
    this.buttons = {
      none: this.#button(phrase("Clear selection"), phrase("Put all rows back"), () => this.ask("none"), "close"),
      invert: this.#button(phrase("Invert"), phrase("Pick the rows that match and are not picked"), () => this.ask("invert")),
      undo: this.#button(phrase("Undo"), phrase("Undo the last change of what is picked"), () => this.ask("undo"), "undo"),
      redo: this.#button(phrase("Redo"), phrase("Do it again"), () => this.ask("redo"), "redo"),
    };
    /** A box above the marks of the rows. Where one row may be picked, there is nothing to be done with many. */
    this.box = make("input", {
      type: "checkbox", "aria-label": phrase("Select all"), title: phrase("Pick all rows that match, or put them back"),
      hidden: model.hello.maximum === 1, change: () => this.#toggleAll(),
    });
    for (const name of ["none", "invert", "undo", "redo"]) this.buttons[name].hidden = true;
    this.view = this.#button(phrase("Show picked"), phrase("Show the picked rows alone"), () => this.#toggleView());
    this.view.hidden = true;
    const { none, ...others } = this.buttons;
    const buttons = make("div.buttons", { role: "group", "aria-label": phrase("Selection") },
      this.view, ...Object.values(others));
    this.element = make("div.selection", {}, none, this.status, buttons);
    session.addEventListener("selection.changed", ({ detail }) => this.#prune(detail));
  }

  /** Picks a row, or puts it back. */
  toggle(id) { return this.ask("toggle", { ids: [id] }, id); }

  /**
   * Picks a row, or puts it back, unless a second click makes it a double click. It is shown at once, and done
   * before anything else.
   */
  toggleSoon(id) {
    this.settle();
    const wasPicked = this.model.selected.has(id);
    this.#soon = { id, wasPicked, timer: setTimeout(() => this.settle(), doubleClick) };
    this.#mark(id, !wasPicked);
  }

  togglesSoon(id) { return this.#soon?.id === id; }

  /** Does at once what is to be done soon. */
  settle() {
    const soon = this.#takeSoon();
    if (soon) this.toggle(soon.id);
  }

  /** Does not do what was to be done with a row soon. */
  forgetToggle(id) {
    if (!this.togglesSoon(id)) return;
    this.#mark(id, this.#takeSoon().wasPicked);
  }

  #takeSoon() {
    const soon = this.#soon;
    this.#soon = null;
    clearTimeout(soon?.timer);
    return soon;
  }

  #mark(id, isPicked) {
    if (isPicked) this.model.selected.add(id);
    else this.model.selected.delete(id);
    this.dispatchEvent(new CustomEvent("change", { detail: { added: [], removed: [] } }));
  }

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
    this.settle();
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
    if (refused?.length > 0) this.#tell(refusal(refused, this.#words));
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
    const { minimum, maximum, picks } = this.model.hello;
    const picked = pickedOf(count, minimum, maximum, this.#words);
    setText(this.status, shown === count ? picked
      : this.#words.phrase("{picked} ({n} not among those that match)", { picked, n: count - shown }));
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
    this.element.hidden = !isSome && !this.model.showsPicked && !picks && minimum === 0 && maximum === 0;
    this.element.classList.toggle("some", isSome);
    this.#showBox();
    this.dispatchEvent(new Event("count"));
  }

  /** Says whether the picked rows are shown alone. */
  showView() {
    const { showsPicked } = this.model;
    this.#showBox();
    setAttribute(this.view, "aria-pressed", showsPicked ? "true" : "false");
  }

  /** Shows in the box above the marks whether all rows that match are picked, or some. */
  #showBox() {
    const { count, shown } = this.#state;
    this.box.checked = shown > 0 && shown === this.model.total;
    this.box.indeterminate = count > 0 && !this.box.checked;
  }

  /** What the person has clicked is shown when it has become of it what it does. */
  async #toggleAll() {
    await this.toggleAll();
    this.#showBox();
  }

  #toggleView() {
    this.dispatchEvent(new CustomEvent("view", { detail: !this.model.showsPicked }));
  }

  #tell(detail) { this.dispatchEvent(new CustomEvent("message", { detail })); }

  #button(name, title, act, sign = null) {
    const button = make(sign ? "button.plain" : "button", { type: "button", title, "aria-label": name }, sign ? icon(sign) : name);
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") act();
    });
    return button;
  }
}

/** How many rows are picked, and how many are wanted, as in "3 of 2–10 picked". */
function pickedOf(n, minimum, maximum, { phrase }) {
  if (minimum === 0 && maximum === 0) return phrase("{n} picked", { n });
  if (maximum === 0) return phrase("{n} of at least {minimum} picked", { n, minimum });
  if (minimum === 0) return phrase("{n} of up to {maximum} picked", { n, maximum });
  if (minimum === maximum) return phrase("{n} of {all} picked", { n, all: maximum });
  return phrase("{n} of {minimum}–{maximum} picked", { n, minimum, maximum });
}

/** Why rows were refused, in a sentence for each reason. */
function refusal(refused, { phrase }) {
  return refused.map(({ ids: { length: n }, reason }) => (
    n === 1 ? phrase("Not picked: {reason}.", { reason }) : phrase("Not picked: {n} rows: {reason}.", { n, reason })
  )).join(" ");
}
