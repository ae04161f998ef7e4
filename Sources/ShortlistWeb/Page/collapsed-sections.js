// Which sections are collapsed.

/** The collapsed sections: a set of names, or all sections except a set of names. */
export class CollapsedSections {
  #by = null;
  #isAll = false;
  #others = new Set();

  /** Takes note of the attribute that makes the sections; those of another one are all expanded. */
  divide(by) {
    if (by === this.#by) return;
    this.#by = by;
    this.setAll(false);
  }

  /** Whether sections are collapsed by default. */
  get isAll() { return this.#isAll; }

  /** Whether all sections are collapsed but some, and these are not all among some sections. */
  expandsOthers(sections) {
    return this.#isAll && this.#others.size > sections.filter(({ name }) => this.#others.has(name)).length;
  }

  has(name) { return this.#isAll !== this.#others.has(name); }

  set(name, isCollapsed) {
    if (isCollapsed === this.#isAll) this.#others.delete(name);
    else this.#others.add(name);
  }

  /** Which sections of an attribute are collapsed, as a text; empty if none are. */
  textOf(by) {
    const isAny = by === this.#by && (this.#isAll || this.#others.size > 0);
    return isAny ? JSON.stringify([this.#isAll, ...this.#others]) : "";
  }

  /** Collapses the sections of an attribute that a text names; none if it is no such text. */
  restore(by, text) {
    this.divide(by);
    this.setAll(false);
    try {
      const [isAll, ...others] = text ? JSON.parse(text) : [false];
      this.setAll(isAll === true);
      for (const name of others) if (typeof name === "string") this.#others.add(name);
    } catch {
      // All are expanded.
    }
  }

  /** Collapses all sections, those that come later too, or expands all. */
  setAll(isCollapsed) {
    this.#isAll = isCollapsed;
    this.#others.clear();
  }
}
