// Scrolling through more pixels than an element can be high.

/** An element higher than this is not laid out by every browser. */
const highest = 8_000_000;
/** At both ends, so many pixels of the element are pixels of the content. */
const edge = 100_000;
/** So many pixels of the element out of proportion are not seen on a scroll bar. */
const tolerance = 10_000;

/**
 * The position in a content of any height, scrolled by an element of at most 8 million pixels.
 *
 * Small steps, as of a wheel or a finger, move the content by as many pixels as the element. Leaps,
 * as of a scroll bar, go to the place in proportion. When scrolling has come to rest, the element is
 * moved to where the position is in proportion if it is far from there, which cannot be seen.
 */
export class ScrollSpace {
  /** The position: where in the content the upper edge of the element is. */
  position = 0;
  /** The height of what is in sight. To read it from the element would lay out the page, so it is measured when it changes. */
  viewHeight = 0;
  #top = 0;
  #height = 0;

  /**
   * @param {HTMLElement} viewport The element that scrolls.
   * @param {HTMLElement} sizer The element within it that has the height.
   */
  constructor(viewport, sizer) {
    this.viewport = viewport;
    this.sizer = sizer;
  }

  /** What is to be taken from a place in the content to have its place in the sizer. */
  get base() { return this.position - this.#top; }

  /** The greatest position. */
  get end() { return Math.max(0, this.#height - this.viewHeight); }

  get #lowest() { return Math.max(0, Math.min(this.#height, highest) - this.viewHeight); }

  /** Measures the height of what is in sight. */
  measure() { this.viewHeight = this.viewport.clientHeight; }

  /** Sets the height of the content, and the position in it. */
  resize(height, position = this.position) {
    // To set where the element is ends a scroll that is under way.
    const isSame = height === this.#height && Math.abs(position - this.position) < 0.5;
    if (isSame && position <= this.end) return;
    this.#height = height;
    this.sizer.style.height = `${Math.min(height, highest)}px`;
    this.moveTo(position);
  }

  /** Goes to a position. */
  moveTo(position) {
    this.position = Math.min(Math.max(0, position), this.end);
    this.viewport.scrollTop = this.#proportional;
    this.#top = this.viewport.scrollTop;
    if (this.#height <= highest) this.position = this.#top;
  }

  /** Follows what the person has scrolled. @returns {boolean} Whether that is anything. */
  follow() {
    const top = this.viewport.scrollTop;
    const step = top - this.#top;
    this.#top = top;
    if (this.#height <= highest) this.position = top;
    else if (Math.abs(step) > 2 * this.viewHeight) {
      this.position = this.#scale(top, this.#lowest, this.end);
    } else this.position = Math.min(Math.max(0, this.position + step), this.end);
    return step !== 0;
  }

  /** Puts the element where the position is in proportion; to be called when scrolling rests. */
  settle() {
    if (this.#height <= highest) return;
    // To move the element ends a scroll that has just begun, and in Firefox even moving it by nothing is
    // the end of a scroll. So it is moved only where it is far off, or near an end.
    const top = this.viewport.scrollTop;
    const room = Math.min(top, this.#lowest - top, this.position, this.end - this.position);
    const isNear = Math.abs(this.#proportional - top) < Math.max(1, Math.min(tolerance, room / 2));
    if (!isNear) this.moveTo(this.position);
  }

  /** Where the element belongs when it is in proportion to the position. */
  get #proportional() { return this.#scale(this.position, this.end, this.#lowest); }

  /** The place among `to` pixels of a place among `from` pixels. */
  #scale(place, from, to) {
    if (from === to) return place;
    if (place <= edge) return Math.min(place, to);
    if (from - place <= edge) return to - (from - place);
    return edge + ((place - edge) * (to - 2 * edge)) / (from - 2 * edge);
  }
}
