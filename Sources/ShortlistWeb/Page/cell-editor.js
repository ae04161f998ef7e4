// A value that is changed where it is shown.

import { make, setAttribute } from "./dom.js";
import { numberOf, wholeNumberOf } from "./number-text.js";
import { member } from "./row-element.js";
import { wholeRow } from "./whole-row.js";

/** The error of a write to a cell whose value others have changed since it was read. */
class ChangedMeanwhile extends Error {
  /**
   * @param {*} value What it is now.
   * @param {Words} words The words.
   */
  constructor(value, { phrase }) {
    super(phrase("it is {text} now", { text: String(value ?? "") }));
    this.value = value;
  }
}

/**
 * A field over a value: Enter or Tab writes what was typed, Shift and Enter begins another line, and Escape, or
 * going elsewhere, leaves the value as it was. A value that others have changed meanwhile is written over by a
 * second Enter only.
 *
 * Events: `changed` has what was written: the row's `id`, the attribute's `name`, the `value` that the row has now
 * and the `former` one; `message` why it was refused; `leave` that the field is closed by a key.
 */
export class CellEditor extends EventTarget {
  /** What is changed: the row, its attribute, and the value that it had. */
  #edited = null;
  #words;
  #field = make("textarea.cell-editor", {
    rows: 1, hidden: true, spellcheck: "false", keydown: (event) => this.#press(event),
    // While there is no connection the field is inert, and loses the focus.
    blur: () => { if (!this.#field.closest("[inert]")) this.close(); },
  });
  element = this.#field;

  /** @param {ListModel} model The rows. */
  constructor(model) {
    super();
    [this.model, this.#words] = [model, model.session.words];
    this.types = new Map(model.hello.attributes.map(({ name, type }) => [name, type]));
  }

  /** Whether the values of an attribute can be changed. */
  edits(name) {
    const { writable, id } = this.model.hello;
    return writable && name !== id && !["list", undefined].includes(this.types.get(name));
  }

  /**
   * Opens the field.
   *
   * @param {*} id The row.
   * @param {number} index Its index.
   * @param {string} name The attribute.
   * @param {function(): ?Element} shown Tells what shows the value.
   */
  async open(id, index, name, shown) {
    const held = this.model.rows.get(id);
    const values = held && !held.isCut ? held.values : await wholeRow(this.model, id, index);
    if (!values || !shown()?.isConnected) return;
    const former = member(values, name) ?? null;
    const text = former === null ? "" : typeof former === "number" ? this.#words.written(former) : String(former);
    this.#show({ id, name, former, text }, text, shown);
    this.#field.select();
  }

  /** The change that is not written yet: what it changes, what is typed, and the selection in that; null if there is none. */
  get draft() {
    const { value, selectionStart, selectionEnd } = this.#field;
    return this.#edited && { edited: this.#edited, typed: value, selection: [selectionStart, selectionEnd] };
  }

  /** Goes on with a draft of another editor, if there is something that shows the value. */
  resume({ edited, typed, selection }, shown) {
    if (!this.edits(edited.name) || !shown()) return;
    this.#show(edited, typed, shown);
    this.#field.setSelectionRange(...selection);
  }

  #show(edited, typed, shown) {
    this.#edited = edited;
    this.#field.value = typed;
    setAttribute(this.#field, "aria-label", this.#words.phrase("Change {name}", { name: edited.name }));
    setAttribute(this.#field, "aria-invalid", null);
    this.#follow(edited, shown);
    this.#field.hidden = false;
    this.#field.focus();
  }

  /** Stays over the value wherever that goes, as long as it is changed; within what it is scrolled in. */
  #follow(edited, shown) {
    if (edited !== this.#edited) return;
    const over = shown();
    if (over?.checkVisibility()) this.#place(...[over, over.closest(".viewport, .details")].map((element) => element.getBoundingClientRect()));
    requestAnimationFrame(() => this.#follow(edited, shown));
  }

  #place(box, around) {
    const [width, height] = [Math.min(Math.max(box.width, 160) + 8, around.width), Math.max(box.height, 28)];
    const within = (place, first, last) => Math.max(first, Math.min(place, last));
    const place = {
      left: within(box.left - 4, around.left, around.right - width), width,
      top: within(box.top + (box.height - height) / 2, around.top, around.bottom - height), height,
    };
    for (const [name, size] of Object.entries(place)) this.#field.style[name] = `${Math.round(size)}px`;
  }

  /** Closes the field and leaves the value as it was. */
  close() {
    this.#edited = null;
    this.#field.hidden = true;
  }

  #press(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Escape") this.#leave();
    else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey) this.#write();
    else return;
    event.preventDefault();
  }

  #leave() {
    this.close();
    this.#tell("leave");
  }

  async #write() {
    const edited = this.#edited;
    const text = this.#field.value;
    if (text === edited.text) return this.#leave();
    const value = this.#valueOf(text, edited);
    if (Number.isNaN(value)) return this.#refuse(this.#words.phrase("A number is expected, not {text}.", { text }));
    try {
      await this.write(edited.id, edited.name, value, edited.former);
      await this.model.settled();
    } catch (error) {
      if (error instanceof ChangedMeanwhile) edited.former = error.value;
      return this.#refuse(this.#words.phrase("Not changed: {reason}.", { reason: error.data?.reason ?? error.message }));
    }
    if (edited === this.#edited) this.#leave();
    this.#tell("changed", { ...edited, value: this.#shown(edited.id, edited.name, value) });
  }

  #valueOf(text, { name, former }) {
    const type = this.types.get(name);
    if (text === "" && (type !== "text" || former === null)) return null;
    if (type === "integer") return wholeNumberOf(text, this.#words.locale);
    if (type === "number") return numberOf(text, this.#words.locale);
    return type === "boolean" && /^(true|false)$/i.test(text) ? text.toLowerCase() === "true" : text;
  }

  #refuse(message) {
    setAttribute(this.#field, "aria-invalid", "true");
    this.#tell("message", message);
  }

  /** The value of a row, if it is here as a whole, or else another one. */
  #shown(id, name, other) {
    const row = this.model.rows.get(id);
    return row && !row.isCut ? member(row.values, name) ?? null : other;
  }

  /** Gives a row a value; fails if it no longer has the former one. */
  async write(id, name, value, former) {
    const now = this.#shown(id, name, former);
    if (now !== former) throw new ChangedMeanwhile(now, this.#words);
    const update = Object.fromEntries([[this.model.hello.id, id], [name, value]]);
    await this.model.session.request("list.apply", { operations: [{ update }] });
    this.model.reread();
  }

  /** Deletes a row. */
  async remove(id) {
    await this.model.session.request("list.apply", { operations: [{ delete: id }] });
    this.model.reread();
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
