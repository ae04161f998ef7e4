// The range of one attribute that is a date: a field for the first day, and one for the last.

import { make, setAttribute } from "./dom.js";

/** A day before this is one whose year is still being typed. */
const firstTyped = "1000";

/**
 * A panel that can be opened, to choose a range of days.
 *
 * Events: `choose` (detail: the first and the last day, null where it is open; null for all), `message`
 * with the reason why what was typed is no range.
 */
export class DatePanel extends EventTarget {
  #fields;
  #any;
  #range = null;
  #chosen = make("span.chosen");
  #note = make("p.note", { hidden: true });

  /** @param {{name: string}} attribute What dates. */
  constructor({ name }) {
    super();
    this.name = name;
    this.#fields = [0, 1].map(() => this.#makeField());
    this.#any = make("button", {
      type: "button", "aria-label": `Any ${name}`, click: () => this.#choose(null),
    }, "Any");
    const [first, last] = this.#fields;
    this.element = make("details.panel.days", { "data-attribute": name },
      make("summary", {}, make("h3", {}, name), this.#chosen),
      make("div.ends", { role: "group", "aria-label": name },
        make("label", {}, "From", first), make("label", {}, "To", last), this.#any),
      this.#note);
  }

  /** Shows a range; what is being typed stays. */
  show(range) {
    this.#range = range;
    const ends = range ?? [null, null];
    this.#fields.forEach((field, index) => {
      if (!field.matches(":focus")) field.value = ends[index] ?? "";
    });
    this.#any.disabled = !range;
    this.#chosen.textContent = range ? ends.map((day) => day ?? "").join(" – ").trim() : "";
  }

  /** Says something about the range, or nothing any more. */
  say(text) {
    this.#note.textContent = text;
    this.#note.hidden = !text;
  }

  #makeField() {
    const field = make("input", {
      type: "date", change: () => this.#take(field), blur: () => this.#take(),
    });
    return field;
  }

  /** Takes what the fields hold, unless a year is being typed in one. */
  #take(typed) {
    if (typed?.value && typed.value < firstTyped && typed.matches(":focus")) return;
    const [first, last] = this.#fields.map(({ value }) => value || null);
    const isInverted = first !== null && last !== null && first > last;
    for (const field of this.#fields) setAttribute(field, "aria-invalid", isInverted ? "true" : null);
    if (isInverted) {
      this.say(`The first day, ${first}, is after the last, ${last}.`);
      if (!typed) this.#tell("message", this.#note.textContent);
      return;
    }
    this.say("");
    const range = first === null && last === null ? null : [first, last];
    if (JSON.stringify(range) !== JSON.stringify(this.#range)) this.#choose(range);
  }

  #choose(range) {
    this.say("");
    if (range === null) for (const field of this.#fields) field.value = "";
    this.show(range);
    this.#tell("choose", range);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
