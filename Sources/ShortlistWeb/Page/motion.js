// Rows that come to another place go there before the eyes of the person.

import { prefersStillness } from "./dom.js";

const timing = { duration: 180, easing: "ease-out" };

/** Animates the change from one set of rows to another. */
export class Motion {
  #running = new Set();
  #last = -Infinity;

  /**
   * Where rows are on the screen.
   *
   * @param {Map<*, RowElement>} elements The rows by id.
   * @param {ScrollSpace} space What is in sight.
   * @returns {Map<*, number>} Their distances from the upper edge of what is in sight.
   */
  places(elements, space) {
    const { scrollTop } = space.viewport;
    return new Map([...elements].map(([id, { top }]) => [id, top - scrollTop]));
  }

  /** Moves rows from where they were to where they are, and lets new ones appear. */
  animate(before, elements, space) {
    this.stop();
    const { scrollTop } = space.viewport;
    const moves = [];
    for (const [id, { element, top }] of elements) {
      const step = before.has(id) ? before.get(id) - (top - scrollTop) : null;
      if (step !== 0) moves.push({ element, top, step });
    }
    // Moves that follow each other faster than rows can move are shown at once. The first rows of a
    // list do not move.
    const isCalm = performance.now() - this.#last > timing.duration;
    if (moves.length > 0 && before.size > 0) this.#last = performance.now();
    if (!isCalm || prefersStillness()) return;
    for (const { element, top, step } of moves) {
      const frames = step === null
        ? { opacity: [0, 1] }
        : { transform: [`translateY(${top + step}px)`, `translateY(${top}px)`] };
      const animation = element.animate(frames, timing);
      this.#running.add(animation);
      animation.addEventListener("finish", () => this.#running.delete(animation));
    }
  }

  /** Puts all rows where they belong at once. */
  stop() {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
  }
}
