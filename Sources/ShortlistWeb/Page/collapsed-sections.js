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

  has(name) { return this.#isAll !== this.#others.has(name); }

  set(name, isCollapsed) {
    if (isCollapsed === this.#isAll) this.#others.delete(name);
    else this.#others.add(name);
  }

  /** Collapses all sections, those that come later too, or expands all. */
  setAll(isCollapsed) {
    this.#isAll = isCollapsed;
    this.#others.clear();
  }
}
