// A slider with two thumbs.

import { make } from "./dom.js";
import { between, difference, greater, lesser, moved } from "./range-step.js";

/** How many steps the keys go that go far. */
const far = 10;

/** The places of the ends of a range. */
const [low, high] = [0, 1];

/**
 * A slider for a range, by pointer and keys as the authoring practices for two-thumb sliders say.
 *
 * `input` has each range that the person chooses (detail: `[lower, upper]`), `settled` that the
 * pointer has let go.
 */
export class RangeSlider extends EventTarget {
  #words;
  #bounds = [0, 1];
  #range = [0, 1];
  #step = { size: 1, digits: 0 };
  #thumbs;
  /** Waits until what is shown is up to date; undefined if it is. @type {function(): ?Promise} */
  current = () => undefined;
  /** The thumb that the pointer holds. */
  #held = null;

  /**
   * @param {string} name What the range is of.
   * @param {Words} words The words.
   */
  constructor(name, words) {
    super();
    this.#words = words;
    const { phrase } = words;
    this.#thumbs = [phrase("Minimum {name}", { name }), phrase("Maximum {name}", { name })].map((label, index) => make(`div.thumb.${index === low ? "minimum" : "maximum"}`, {
      role: "slider", tabindex: 0, "aria-label": label,
      keydown: (event) => this.#press(event, index),
    }));
    this.element = make("div.slider", {
      pointerdown: (event) => this.#hold(event),
      pointermove: (event) => this.#drag(event), pointerup: () => this.#letGo(),
      pointercancel: () => this.#letGo(),
    }, make("div.track"), make("div.choice"), ...this.#thumbs);
  }

  /** Whether the pointer holds a thumb. */
  get isHeld() {
    return this.#held !== null;
  }

  /**
   * Shows a range.
   *
   * @param {[number, number]} bounds What there is.
   * @param {[number, number]} range What is chosen of it.
   * @param {{size: number, digits: number}} step How far a key moves a thumb.
   */
  show(bounds, range, step) {
    [this.#bounds, this.#range, this.#step] = [bounds, range, step];
    const { phrase, written } = this.#words;
    const limits = [[bounds[low], range[high]], [range[low], bounds[high]]];
    this.#thumbs.forEach((thumb, index) => {
      thumb.setAttribute("aria-valuemin", limits[index][low]);
      thumb.setAttribute("aria-valuemax", limits[index][high]);
      thumb.setAttribute("aria-valuenow", range[index]);
      const isOpen = range[index] === bounds[index];
      thumb.setAttribute("aria-valuetext", isOpen ? phrase("{value}, no limit", { value: written(range[index]) }) : written(range[index]));
    });
    const [lower, upper] = range.map((value) => this.#fraction(value));
    this.element.style.setProperty("--lower", lower);
    this.element.style.setProperty("--upper", upper);
  }

  /** Whether the least value is at the right, as all of a page that is read from there. */
  get #isMirrored() { return getComputedStyle(this.element).direction === "rtl"; }

  /** Where a value lies between the bounds, from 0 to 1. */
  #fraction(value) {
    const [lower, upper] = this.#bounds;
    const all = difference(upper, lower);
    return all > 0 ? difference(value, lower) / all : 0;
  }

  #press(event, index) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (this.#keyed(key, index) === undefined) return;
    event.preventDefault();
    const choose = () => this.#choose(index, this.#keyed(key, index));
    // A key goes on from what was chosen before it, whenever the list answers that.
    const current = this.current();
    if (current) current.then(choose);
    else choose();
  }

  /** Where a key puts a thumb. */
  #keyed(key, index) {
    const [lower, upper] = index === low
      ? [this.#bounds[low], this.#range[high]] : [this.#range[low], this.#bounds[high]];
    const by = (count) => moved(this.#range[index], count, this.#step);
    const right = this.#isMirrored ? -1 : 1;
    switch (key) {
      case "ArrowRight": return by(right);
      case "ArrowLeft": return by(-right);
      case "ArrowUp": return by(1);
      case "ArrowDown": return by(-1);
      case "PageUp": return by(far);
      case "PageDown": return by(-far);
      case "Home": return lower;
      case "End": return upper;
    }
  }

  /** Moves an end of the range, as far as the other end and the bounds allow. */
  #choose(index, value) {
    const range = [...this.#range];
    range[index] = index === low
      ? lesser(greater(value, this.#bounds[low]), range[high])
      : greater(lesser(value, this.#bounds[high]), range[low]);
    if (range[index] === this.#range[index]) return;
    this.show(this.#bounds, range, this.#step);
    this.dispatchEvent(new CustomEvent("input", { detail: range }));
  }

  // The pointer.

  #hold(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.#held = this.#nearest(this.#valueAt(event));
    this.#thumbs[this.#held].focus();
    // A thumb that is taken where it is stays there.
    if (!this.#thumbs.includes(event.target)) this.#drag(event);
  }

  /** The thumb that is nearest to a value; of two at one place the one that can go there. */
  #nearest(value) {
    const [lower, upper] = this.#range;
    if (lower === upper) {
      if (value === lower) return lower === this.#bounds[high] ? low : high;
      return value < lower ? low : high;
    }
    return Math.abs(difference(value, lower)) <= Math.abs(difference(value, upper)) ? low : high;
  }

  #drag(event) {
    if (this.#held !== null) this.#choose(this.#held, this.#valueAt(event));
  }

  #letGo() {
    if (this.#held === null) return;
    this.#held = null;
    this.dispatchEvent(new CustomEvent("settled"));
  }

  /** The value under the pointer: a bound, or a multiple of the step. */
  #valueAt({ clientX }) {
    const { left, width } = this.element.querySelector(".track").getBoundingClientRect();
    const fromLeft = Math.min(Math.max((clientX - left) / width, 0), 1);
    const part = this.#isMirrored ? 1 - fromLeft : fromLeft;
    const [lower, upper] = this.#bounds;
    if (part === 0 || part === 1) return this.#bounds[part];
    return lesser(greater(between(this.#bounds, part, this.#step), lower), upper);
  }
}
