// The headings of sections, which stay in sight as long as rows of theirs do.

import { grouped, make, setAttribute, setText } from "./dom.js";

/** So many pixels of a section beyond either edge of what is in sight are laid out. */
const margin = 2000;

/**
 * A heading with a box of three states for each section in sight. `toggle` tells which was clicked,
 * `lost` that one that had the focus is out of sight.
 */
export class Headings extends EventTarget {
  #shown = new Map();
  element = make("div.headings");

  /**
   * Makes the headings be those of the sections in sight.
   *
   * @param {RowLayout} layout Where sections are.
   * @param {ScrollSpace} space What of it is in sight.
   */
  render(layout, space) {
    const shown = new Map();
    if (layout.headingHeight > 0 && layout.count > 0) {
      const end = space.position + space.viewport.clientHeight;
      const last = layout.sectionAt(end);
      for (let index = layout.sectionAt(space.position); index <= last; index++) {
        const section = layout.sections[index];
        const heading = this.#shown.get(section.name) ?? this.#make(section.name);
        shown.set(section.name, heading);
        const top = Math.max(layout.top(index), space.position - margin);
        const bottom = Math.min(layout.top(index + 1), end + margin);
        heading.space.style.top = `${top - space.base}px`;
        heading.space.style.height = `${bottom - top}px`;
        this.#fill(heading, section);
      }
    }
    this.#keep(shown);
  }

  /** Leaves these headings, in their order. */
  #keep(shown) {
    for (const [name, { space }] of this.#shown) {
      if (shown.has(name)) continue;
      const isFocused = space.contains(space.getRootNode().activeElement);
      space.remove();
      if (isFocused) this.dispatchEvent(new Event("lost"));
    }
    let next = this.element.firstElementChild;
    for (const { space } of shown.values()) {
      if (space === next) next = next.nextElementSibling;
      else this.element.insertBefore(space, next);
    }
    this.#shown = shown;
  }

  #make(name) {
    const box = make("input", { type: "checkbox", "aria-label": `All of ${name || "None"}` });
    box.addEventListener("change", () => {
      this.dispatchEvent(new CustomEvent("toggle", { detail: { name, isAll: box.checked } }));
    });
    const count = make("span.count");
    const label = make("label.heading", {}, box, make("span.name", {}, name || "None"), " ", count);
    return { space: make("div.heading-space", {}, label), box, count };
  }

  #fill(heading, section) {
    // What the person has clicked stays until it is known what came of it.
    if (heading.section === section) return;
    heading.section = section;
    const { box, count } = heading;
    const { count: rows, selection } = section;
    const state = selection?.state ?? "none";
    box.checked = state === "all";
    box.indeterminate = state === "some";
    const selected = selection?.selected ?? 0;
    setText(count, selected > 0 ? `${grouped(selected)} of ${grouped(rows)} picked` : grouped(rows));
    setAttribute(box, "disabled", rows === 0);
  }
}
