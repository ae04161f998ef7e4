// A slider with two thumbs.

import { make } from "./elements.js";
import { moved, rounded } from "./steps.js";

/** How many steps the keys go that go far. */
const FAR = 10;

const [LOWER, UPPER] = [0, 1];

/**
 * A slider for a range, by pointer and keys as the authoring practices for two-thumb sliders say.
 *
 * `input` tells of each range that the person chooses (detail: `[lower, upper]`), `settled` that the
 * pointer has let go.
 */
export class RangeSlider extends EventTarget {
  #bounds = [0, 1];
  #range = [0, 1];
  #step = { size: 1, digits: 0 };
  #thumbs;
  /** The thumb that the pointer holds. */
  #held = null;

  /** @param {string} name What the range is of. */
  constructor(name) {
    super();
    this.#thumbs = ["Minimum", "Maximum"].map((end, index) => make("div", {
      class: `thumb ${end.toLowerCase()}`, role: "slider", tabindex: 0, "aria-label": `${end} ${name}`,
      onkeydown: (event) => this.#press(event, index),
    }));
    this.element = make("div", {
      class: "slider", onpointerdown: (event) => this.#hold(event),
      onpointermove: (event) => this.#drag(event), onpointerup: () => this.#letGo(),
      onpointercancel: () => this.#letGo(),
    }, make("div", { class: "track" }), make("div", { class: "choice" }), ...this.#thumbs);
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
    const limits = [[bounds[LOWER], range[UPPER]], [range[LOWER], bounds[UPPER]]];
    this.#thumbs.forEach((thumb, index) => {
      thumb.setAttribute("aria-valuemin", limits[index][LOWER]);
      thumb.setAttribute("aria-valuemax", limits[index][UPPER]);
      thumb.setAttribute("aria-valuenow", range[index]);
      const isOpen = range[index] === bounds[index];
      thumb.setAttribute("aria-valuetext", isOpen ? `${range[index]}, no limit` : `${range[index]}`);
    });
    const [lower, upper] = range.map((value) => this.#fraction(value));
    this.element.style.setProperty("--lower", lower);
    this.element.style.setProperty("--upper", upper);
  }

  /** Where a value lies between the bounds, from 0 to 1. */
  #fraction(value) {
    const [lower, upper] = this.#bounds;
    return upper > lower ? (value - lower) / (upper - lower) : 0;
  }

  #press(event, index) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const value = this.#keyed(event.key, index);
    if (value === undefined) return;
    event.preventDefault();
    this.#choose(index, value);
  }

  /** Where a key puts a thumb. */
  #keyed(key, index) {
    const [lower, upper] = index === LOWER
      ? [this.#bounds[LOWER], this.#range[UPPER]] : [this.#range[LOWER], this.#bounds[UPPER]];
    const by = (count) => moved(this.#range[index], count, this.#step);
    switch (key) {
      case "ArrowRight": case "ArrowUp": return by(1);
      case "ArrowLeft": case "ArrowDown": return by(-1);
      case "PageUp": return by(FAR);
      case "PageDown": return by(-FAR);
      case "Home": return lower;
      case "End": return upper;
    }
  }

  /** Moves an end of the range, as far as the other end and the bounds allow. */
  #choose(index, value) {
    const range = [...this.#range];
    range[index] = index === LOWER
      ? Math.min(Math.max(value, this.#bounds[LOWER]), range[UPPER])
      : Math.max(Math.min(value, this.#bounds[UPPER]), range[LOWER]);
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
      if (value === lower) return lower === this.#bounds[UPPER] ? LOWER : UPPER;
      return value < lower ? LOWER : UPPER;
    }
    return Math.abs(value - lower) <= Math.abs(value - upper) ? LOWER : UPPER;
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
    const part = Math.min(Math.max((clientX - left) / width, 0), 1);
    const [lower, upper] = this.#bounds;
    if (part === 0 || part === 1) return this.#bounds[part];
    return Math.min(Math.max(rounded(lower + part * (upper - lower), this.#step), lower), upper);
  }
}
