// The headings of sections, which stay in sight as long as rows of theirs do.

import { make, setAttribute, setText } from "./dom.js";
import { text } from "./row-element.js";

/** So many pixels of a section beyond either edge of what is in sight are laid out. */
const margin = 2000;

/**
 * A heading for each section in sight: a button that collapses the section, and a box of three states.
 *
 * Left and Right collapse and expand the section of the box that has the focus. Events: `toggle` has
 * which box was clicked, `collapse` which section is to be collapsed or expanded, `go` that a key leads on
 * from a heading (`step`), each with the section's `name`; `lost` that a heading that had the focus is out
 * of sight, `leave` that Escape was pressed.
 */
export class Headings extends EventTarget {
  #shown = new Map();
  element = make("div.headings");
  #words;

  /** @param {Words} words The words. */
  constructor(words) {
    super();
    this.#words = words;
  }

  /**
   * Makes the headings be those of the sections in sight.
   *
   * @param {RowLayout} layout Where sections are.
   * @param {ScrollSpace} space What of it is in sight.
   */
  render(layout, space) {
    const shown = new Map();
    if (layout.headingHeight > 0 && layout.hasRows && space.position < layout.knownHeight) {
      const end = space.position + space.viewHeight;
      const last = layout.sectionAt(end);
      for (let index = layout.sectionAt(space.position); index <= last; index++) {
        const section = layout.sections[index];
        const heading = this.#shown.get(section.name) ?? this.#make(section.name);
        shown.set(section.name, heading);
        const top = Math.max(layout.top(index), space.position - margin);
        const bottom = Math.min(layout.top(index + 1), end + margin);
        heading.space.style.top = `${top - space.base}px`;
        heading.space.style.height = `${bottom - top}px`;
        this.#fill(heading, section, layout.isCollapsed(index));
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

  /** Gives the focus to the heading of a section, which is in sight. */
  focus(name) { this.#shown.get(name)?.box.focus({ preventScroll: true }); }

  #make(name) {
    const { phrase } = this.#words;
    const titled = text(name) || phrase("None");
    const box = make("input", { type: "checkbox", "aria-label": phrase("All of {name}", { name: titled }) });
    // The box has the focus for both, so that Tab leads to one thing of each section.
    const fold = make("button.plain.fold", { type: "button", tabindex: -1, "aria-label": phrase("Rows of {name}", { name: titled }) });
    fold.addEventListener("click", () => this.#tell("collapse", { name, isCollapsed: !this.#isCollapsed(name) }));
    box.addEventListener("keydown", (event) => this.#press(event, name));
    box.addEventListener("change", () => {
      this.dispatchEvent(new CustomEvent("toggle", { detail: { name, isAll: box.checked } }));
    });
    const count = make("span.count");
    const label = make("label", {}, box, make("span.name", { dir: "auto" }, titled), " ", count);
    const heading = make("div.heading", {}, fold, label);
    return { space: make("div.heading-space", {}, heading), box, count, fold };
  }

  #isCollapsed(name) { return this.#shown.get(name).box.getAttribute("aria-expanded") === "false"; }

  #press(event, name) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isMirrored = getComputedStyle(this.element).direction === "rtl";
    const side = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[event.key];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isCollapsed = this.#isCollapsed(name);
    if (side === -1 || (side === 1 && isCollapsed)) this.#tell("collapse", { name, isCollapsed: side < 0 });
    else if (side === 1 || step) this.#tell("go", { name, step: step ?? 1 });
    else if (event.key === "Escape") this.#tell("leave");
    else return;
    event.preventDefault();
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  #fill(heading, section, isCollapsed) {
    for (const control of [heading.box, heading.fold]) {
      setAttribute(control, "aria-expanded", isCollapsed ? "false" : "true");
    }
    // What the person has clicked stays until it is known what came of it.
    if (heading.section === section) return;
    heading.section = section;
    const { box, count } = heading;
    const { count: rows, selection } = section;
    const state = selection?.state ?? "none";
    box.checked = state === "all";
    box.indeterminate = state === "some";
    const selected = selection?.selected ?? 0;
    setText(count, selected > 0 ? this.#words.phrase("{n} of {all} picked", { n: selected, all: rows }) : this.#words.grouped(rows));
    setAttribute(box, "disabled", rows === 0);
  }
}
