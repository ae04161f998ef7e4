// Columns that are dragged to another place by their headings.

import { make } from "./dom.js";

/** A heading is dragged when the pointer has gone so many pixels. */
const threshold = 6;

/** So near an edge, in pixels, the columns scroll, by so many pixels a frame. */
const [edge, speed] = [40, 12];

/**
 * Lets the mouse or a pen drag headings; a finger scrolls them.
 *
 * A line shows where the column would come. Escape takes the drag back.
 */
export class ColumnMover {
  #drag = null;
  #line = make("span.drop", { "aria-hidden": "true" });

  /**
   * @param {Columns} headings The headings.
   * @param {ColumnSettings} settings What the columns are arranged by.
   */
  constructor(headings, settings) {
    [this.headings, this.settings] = [headings, settings];
    const { element } = headings;
    element.addEventListener("pointerdown", (event) => this.#hold(event));
    element.addEventListener("pointermove", (event) => this.#follow(event));
    element.addEventListener("pointerup", () => this.#end(true));
    element.addEventListener("pointercancel", () => this.#end(false));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#drag) return;
      event.stopPropagation();
      this.#end(false);
    }, { capture: true });
  }

  #hold(event) {
    const isHeading = event.target.closest(".column") !== null;
    if (event.button !== 0 || event.pointerType === "touch" || !isHeading) return;
    const { clientX: x, pointerId } = event;
    this.#drag = { name: this.headings.nameOf(event.target), from: x, x, pointerId, isMoving: false };
  }

  #follow({ clientX }) {
    const drag = this.#drag;
    if (!drag) return;
    drag.x = clientX;
    if (drag.isMoving) return void this.#show();
    if (Math.abs(clientX - drag.from) < threshold) return;
    drag.isMoving = true;
    const { element } = this.headings;
    element.setPointerCapture(drag.pointerId);
    element.classList.add("dragging");
    this.headings.heading(drag.name).element.classList.add("dragged");
    element.append(this.#line);
    this.#show();
    this.#scroll();
  }

  /** Shows where the column would come. */
  #show() {
    const { element, elements, isMirrored } = this.headings;
    const { place, isFrozen, frozen } = this.#target;
    // The heading that follows the last frozen one may be below it.
    const isAfter = place === elements.length || (isFrozen && place === frozen);
    const box = elements[isAfter ? place - 1 : place].getBoundingClientRect();
    let x = isAfter === isMirrored ? box.left : box.right;
    if (frozen > 0 && !isFrozen) {
      const last = elements[frozen - 1].getBoundingClientRect();
      x = isMirrored ? Math.min(x, last.left) : Math.max(x, last.right);
    }
    this.#line.style.left = `${Math.round(x - element.getBoundingClientRect().left + element.scrollLeft)}px`;
  }

  /** The `place` among the headings before which the pointer is, and whether that is among the `frozen` ones. */
  get #target() {
    const { elements, isMirrored } = this.headings;
    const boxes = elements.map((element) => element.getBoundingClientRect());
    const along = (x) => (isMirrored ? -x : x);
    const x = along(this.#drag.x);
    // Headings that scroll are below those that stay.
    const frozen = elements.filter((element) => element.classList.contains("frozen")).length;
    const last = boxes[frozen - 1];
    const isFrozen = frozen > 0 && x < along(isMirrored ? last.left : last.right);
    const [from, to] = isFrozen ? [0, frozen] : [frozen, boxes.length];
    for (let index = from; index < to; index++) {
      if (along((boxes[index].left + boxes[index].right) / 2) > x) return { place: index, isFrozen, frozen };
    }
    return { place: to, isFrozen, frozen };
  }

  /** Scrolls the columns as long as the pointer is near an edge of what scrolls. */
  #scroll() {
    if (!this.#drag) return;
    const { element, elements, isMirrored } = this.headings;
    const { left, right } = element.getBoundingClientRect();
    const last = elements.findLast((heading) => heading.classList.contains("frozen"))?.getBoundingClientRect();
    const [start, end] = isMirrored ? [left, last?.left ?? right] : [last?.right ?? left, right];
    const { x } = this.#drag;
    if (x > end - edge) element.scrollLeft += speed;
    else if (x > start && x < start + edge) element.scrollLeft -= speed;
    this.#show();
    requestAnimationFrame(() => this.#scroll());
  }

  #end(isDone) {
    const drag = this.#drag;
    if (!drag) return;
    const { element } = this.headings;
    if (drag.isMoving) {
      const [{ place }, own] = [this.#target, this.settings.shown.indexOf(drag.name)];
      // A drag does not sort.
      element.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", stop, { capture: true }));
      this.headings.heading(drag.name).element.classList.remove("dragged");
      element.classList.remove("dragging");
      this.#line.remove();
      if (isDone) this.settings.move(drag.name, place > own ? place - 1 : place);
    }
    this.#drag = null;
  }
}

const stop = (event) => event.stopPropagation();
