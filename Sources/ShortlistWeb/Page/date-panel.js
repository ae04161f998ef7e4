// The range of one attribute that is a date: bars, a field for the first day, and one for the last.

import { name as nameOf, placeOf } from "./day-buckets.js";
import { make, setAttribute } from "./dom.js";
import { titleOf } from "./row-element.js";
import { Histogram } from "./histogram.js";

/** A day before this is one whose year is still being typed. */
const firstTyped = "1000";

/**
 * A panel that can be opened, to choose a range of days.
 *
 * Events: `choose` (detail: the first and the last day, null where it is open; null for all), `measure` when
 * it was opened or closed, `message` with the reason why what was typed is no range.
 */
export class DatePanel extends EventTarget {
  #words;
  #fields;
  #any;
  #range = null;
  #parts = [];
  #histogram;
  #ticks = make("div.ticks", { "aria-hidden": "true" });
  #chosen = make("span.chosen");
  #note = make("p.note", { hidden: true });

  /**
   * @param {{name: string}} attribute What dates.
   * @param {Words} words The words.
   */
  constructor({ name }, words) {
    super();
    [this.name, this.#words] = [name, words];
    const { phrase } = words;
    this.#fields = [0, 1].map(() => this.#makeField());
    this.#any = make("button", {
      type: "button", "aria-label": phrase("Any {name}", { name }), click: () => this.#choose(null),
    }, phrase("Any"));
    const [first, last] = this.#fields;
    this.#histogram = new Histogram(name, words, (day) => day);
    this.bars = make("div.day-bars", { hidden: true }, this.#histogram.drawing, this.#ticks);
    this.#histogram.text.hidden = true;
    this.element = make("details.panel.days", { "data-attribute": name, toggle: () => this.#tell("measure") },
      make("summary", {}, make("h3", {}, titleOf(name, words)), this.#chosen), this.bars,
      make("div.ends", { role: "group", "aria-label": name },
        make("label", {}, phrase("From"), first), make("label", {}, phrase("To"), last), this.#any),
      this.#note, this.#histogram.text);
  }

  /** Whether its days are to be seen. */
  get isOpen() { return this.element.open; }

  /** Shows how many rows there are of which days; nothing if it is not known. */
  count(counts) {
    this.#parts = counts?.parts ?? [];
    this.bars.hidden = this.#histogram.text.hidden = !counts;
    if (!counts) return;
    this.#histogram.show(this.#parts);
    const last = this.#parts.length - 1;
    // Where there is no room for all, the first, the middle and the last part are named.
    const named = last > 3 && last % 2 === 0 ? [0, last / 2, last] : [...new Set([0, last])];
    this.#ticks.replaceChildren(...named.map((index) => make("span", {}, nameOf(this.#parts[index], counts.unit, this.#words))));
    this.#showChosen();
  }

  /** Lets the bars stand out that are in the range. */
  #showChosen() {
    if (this.#parts.length === 0) return;
    const [first, last] = this.#range ?? [null, null];
    const { style } = this.bars;
    style.setProperty("--lower", first === null ? 0 : placeOf(first, this.#parts, false));
    style.setProperty("--upper", last === null ? 1 : placeOf(last, this.#parts, true));
  }

  /** Shows a range; what is being typed stays. */
  show(range) {
    this.#range = range;
    const ends = range ?? [null, null];
    this.#fields.forEach((field, index) => {
      if (!field.matches(":focus")) field.value = ends[index] ?? "";
    });
    this.#any.disabled = !range;
    this.#showChosen();
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
      this.say(this.#words.phrase("The first day, {first}, is after the last, {last}.", { first, last }));
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
