// The range of one attribute: a slider under a histogram, and fields for both ends.

import { make } from "./dom.js";
import { titleOf } from "./row-element.js";
import { Histogram } from "./histogram.js";
import { RangeSlider } from "./range-slider.js";
import { wholeNumberOf } from "./number-text.js";
import { difference, greater, lesser, stepBetween } from "./range-step.js";

/** The most bars that a histogram has. */
const mostBars = 30;

/** Fields of longer numbers have no room beside a button. */
const longestShort = 5;

/**
 * A panel that can be opened, to choose a range of numbers.
 *
 * Events: `choose` (detail: the range, null for all), `measure` when it was opened, `message` with the
 * reason why what was typed is no end of a range.
 */
export class NumberPanel extends EventTarget {
  #words;
  #bounds = null;
  #range = null;
  #conflict = false;
  /** How many rows have no number, whatever the range is. */
  #nulls = 0;
  #slider;
  #histogram;
  #fields;
  #row;
  /** What the fields were given to show: something else in one is being typed. */
  #ends = ["", ""];
  #body;
  #any;
  #chosen = make("span.chosen");
  #note = make("p.note", { hidden: true });

  /**
   * @param {{name: string, type: string}} attribute What numbers.
   * @param {boolean} isOpen Whether it is open at first.
   * @param {Words} words The words.
   */
  constructor({ name, type }, isOpen, words) {
    super();
    [this.name, this.isWhole, this.#words] = [name, type === "integer", words];
    const { phrase } = words;
    this.#slider = new RangeSlider(name, words);
    this.#slider.addEventListener("input", ({ detail }) => this.#choose(detail));
    this.#slider.addEventListener("settled", () => this.#show());
    this.#histogram = new Histogram(name, words);
    this.#slider.element.prepend(this.#histogram.drawing);
    this.#fields = [phrase("Least {name}", { name }), phrase("Greatest {name}", { name })].map((label, index) => this.#makeField(label, index));
    this.#any = make("button", {
      type: "button", "aria-label": phrase("Any {name}", { name }), click: () => this.#choose(null),
    }, phrase("Any"));
    this.#row = make("div.ends", {}, this.#fields[0], phrase("to"), this.#fields[1], this.#any);
    this.#body = make("div", {}, this.#slider.element, this.#row);
    this.element = make("details.panel.range", {
      open: isOpen, "data-attribute": name, toggle: () => this.#tell("measure"),
    },
    make("summary", {}, make("h3", {}, titleOf(name, words)), this.#chosen),
    this.#body, this.#note, this.#histogram.text);
    // Until there are bounds nothing can be chosen.
    this.#show();
  }

  /** How its keys wait until the bounds are up to date. */
  set current(current) { this.#slider.current = current; }

  /** Whether its numbers are to be seen. */
  get isOpen() {
    return this.element.open;
  }

  /** How many parts the histogram is to have: of whole numbers each part has equally many. */
  get buckets() {
    if (!this.isWhole || !this.#bounds) return mostBars;
    const values = difference(this.#bounds[1], this.#bounds[0]) + 1;
    return Math.ceil(values / Math.ceil(values / mostBars));
  }

  /** Shows bounds and the range that is chosen of them. */
  show({ bounds, range, conflict }) {
    [this.#bounds, this.#range, this.#conflict] = [bounds, range, conflict];
    this.#sayState();
    if (!this.#slider.isHeld) this.#show();
  }

  #sayState() {
    const [bounds, range] = [this.#bounds, this.#range];
    if (this.#conflict) this.say(this.#words.phrase("No row that matches is in the chosen range."));
    else if (!bounds) this.say(this.#words.phrase("No row that matches has a number."));
    else if (bounds[0] === bounds[1] && !range) this.say(this.#words.phrase("There is {value} only.", { value: this.#words.written(bounds[0]) }));
    else if (range && this.#nulls > 0) this.say(this.#words.phrase("Left out: {n} rows without a number.", { n: this.#nulls }));
    else this.say("");
  }

  /** Shows how many rows have which numbers, as `list.facets` answers it. */
  count({ histogram, nulls }) {
    this.#histogram.show(histogram, this.isWhole);
    // What is said of something typed stays.
    if (nulls === this.#nulls) return;
    this.#nulls = nulls;
    this.#sayState();
  }

  /** Says something about the range. */
  say(text) {
    this.#note.textContent = text;
    this.#note.hidden = !text;
  }

  #show() {
    const bounds = this.#bounds ?? [0, 0];
    const range = this.#range ?? bounds;
    this.#slider.show(bounds, range, stepBetween(bounds, this.isWhole));
    this.#slider.element.hidden = bounds[0] === bounds[1];
    // Not what is chosen, so that nothing moves while a thumb does.
    const letters = Math.max(...bounds.map((bound) => this.#words.written(bound).length));
    this.#row.classList.toggle("long", !this.isWhole || letters > longestShort);
    this.#row.style.setProperty("--letters", letters);
    this.#body.hidden = this.#histogram.text.hidden = !this.#bounds;
    this.#showEnds();
  }

  #showEnds() {
    const range = this.#range ?? this.#bounds;
    this.#fields.forEach((field, index) => {
      const isFocused = field.matches(":focus");
      const isTyped = isFocused && field.value !== this.#ends[index];
      this.#ends[index] = range ? this.#words.written(range[index]) : "";
      if (isTyped) return;
      // What is selected to be typed over stays selected.
      const isSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      field.value = this.#ends[index];
      if (isFocused && isSelected) field.select();
      field.removeAttribute("aria-invalid");
    });
    this.#any.disabled = !this.#range;
    this.#chosen.textContent = this.#range ? `${this.#words.written(this.#range[0])} – ${this.#words.written(this.#range[1])}` : "";
  }

  #makeField(label, index) {
    const field = make("input", {
      type: "text", inputmode: "decimal", "aria-label": label, autocomplete: "off",
      change: () => this.#take(field, index),
    });
    return field;
  }

  /** Takes what was typed; of a range that is typed anew the other end does not stand in the way. */
  #take(field, index) {
    const text = field.value.trim();
    const value = text === "" ? this.#bounds[index] : wholeNumberOf(text, this.#words.locale);
    if (!Number.isFinite(Number(value))) {
      field.setAttribute("aria-invalid", "true");
      this.say(this.#words.phrase("A number is expected, not {text}.", { text }));
      return this.#tell("message", this.#note.textContent);
    }
    this.#ends[index] = field.value;
    const [lower, upper] = this.#range ?? this.#bounds;
    this.#choose(index === 0 ? [value, greater(value, upper)] : [lesser(value, lower), value]);
  }

  #choose(range) {
    this.#range = range;
    this.#showEnds();
    this.#tell("choose", range);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
