// A row in full: all its attributes, beside the list or over it.

import { copyText } from "./clipboard.js";
import { make, setText } from "./dom.js";
import { icon } from "./icons.js";
import { LatestOnly } from "./latest-only.js";
import { member, text, titleOf } from "./row-element.js";
import { plain } from "./row-formats.js";
import { view } from "./value-view.js";
import { wholeRow } from "./whole-row.js";

/**
 * The details of one row.
 *
 * Events: `step` leads to another row (detail: 1 or -1), `copy` asks for a copy of the row, `notice`
 * has what was done and `message` why something was not, `leave` closes the details.
 */
export class RowDetails extends EventTarget {
  /** The row that is shown; null if none is. */
  id = null;
  #model;
  #words;
  #index = -1;
  #fields = new Map();
  #title = make("h2", { id: "details-title", tabindex: -1, dir: "auto" });
  #note = make("p.note");
  #latest = new LatestOnly();
  #editor;

  /** @param {ListModel} model The rows. */
  constructor(model, editor) {
    super();
    [this.#model, this.#editor, this.#words] = [model, editor, model.session.words];
    const { phrase } = this.#words;
    const button = (name, title, act) => make("button.plain", {
      type: "button", title, "aria-label": title, click: act,
    }, icon(name));
    const fields = model.hello.attributes.map((attribute) => this.#makeField(attribute));
    const buttons = make("div.bar", {}, button("up", phrase("Previous row"), () => this.#tell("step", -1)),
      button("down", phrase("Next row"), () => this.#tell("step", 1)),
      button("copy", phrase("Copy row"), () => this.#tell("copy")), button("close", phrase("Close"), () => this.close()));
    this.element = make("dialog.details", { part: "details", "aria-labelledby": "details-title" },
      make("div.head", {}, this.#title, buttons), this.#note, make("dl", {}, ...fields));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.close();
    });
    model.addEventListener("change", ({ detail }) => {
      if (this.isOpen && detail.isData) this.#latest.run(() => this.#load());
    });
  }

  get isOpen() { return this.element.open; }

  focus() { this.#title.focus(); }

  /** The element that shows the value of an attribute. */
  valueElement(name) { return this.#fields.get(name)?.body; }

  /** Shows a row, by its id and its index among all rows. */
  show(id, index) {
    [this.id, this.#index] = [id, index];
    const held = this.#model.rows.get(id);
    this.say("");
    if (held) this.#fill(held.values);
    this.#latest.run(() => this.#load());
    if (this.isOpen) return;
    this.element.show();
    this.#title.focus();
  }

  /** Says something about the row: here, where the details may cover what else is said. */
  say(text, event) {
    setText(this.#note, text);
    this.#note.classList.toggle("good", event === "notice");
    if (event) this.#tell(event, text);
  }

  close() {
    if (!this.isOpen) return;
    this.element.close();
    this.id = null;
    this.#tell("leave");
  }

  async #load() {
    const { id } = this;
    try {
      const values = id === null ? null : await wholeRow(this.#model, id, this.#index);
      if (id !== this.id || !this.isOpen) return;
      if (values) this.#fill(values);
      else if (id !== null) this.say(this.#words.phrase("This row does not match any more."), "message");
    } catch (error) {
      this.say(this.#words.phrase("The row cannot be read: {reason}.", { reason: error.message }), "message");
    }
  }

  #fill(values) {
    const [first] = this.#model.columns;
    setText(this.#title, text(member(values, first)) || this.#words.phrase("A row"));
    for (const [name, field] of this.#fields) {
      if (!Object.hasOwn(values, name)) continue;
      const key = JSON.stringify(values[name]);
      if (field.key === key) continue;
      Object.assign(field, { key, value: values[name] });
      field.body.replaceChildren(...view(field.value, field.type, this.#words));
      field.copy.hidden = plain(field.value) === "";
    }
  }

  #makeField({ name, type }) {
    const isNumber = type === "integer" || type === "number";
    const title = titleOf(name, this.#words);
    const copy = make("button.plain", {
      type: "button", title: this.#words.phrase("Copy {name}", { name: title }), "aria-label": this.#words.phrase("Copy {name}", { name: title }), hidden: true,
      click: () => this.#copy(name),
    }, icon("copy"));
    const body = make("div.value", { dir: isNumber ? "ltr" : "auto" });
    const edit = this.#editor.edits(name) ? [make("button.plain", {
      type: "button", title: this.#words.phrase("Change {name}", { name: title }), "aria-label": this.#words.phrase("Change {name}", { name: title }),
      click: () => this.#editor.open(this.id, this.#index, name, () => this.valueElement(name)),
    }, icon("edit"))] : [];
    this.#fields.set(name, { type, body, copy });
    return make("div.field", { "data-attribute": name }, make("dt", { dir: "auto" }, title), make("dd", {}, body, ...edit, copy));
  }

  async #copy(name) {
    try {
      await copyText(plain(this.#fields.get(name).value), this.#words);
      this.say(this.#words.phrase("{name} is copied.", { name: titleOf(name, this.#words) }), "notice");
    } catch (error) {
      this.say(this.#words.phrase("Not copied: {reason}.", { reason: error.message }), "message");
    }
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
