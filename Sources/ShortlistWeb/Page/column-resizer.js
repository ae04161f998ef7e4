// The grips at the ends of headings, which make columns narrower or wider.

/**
 * Lets the pointer drag the border of a column, and fit its width by a double click.
 *
 * Events: `fit` asks for the width of what is in a column, by its name.
 */
export class ColumnResizer extends EventTarget {
  #held = null;

  /**
   * @param {Columns} headings The headings.
   * @param {ColumnSettings} settings What the columns are arranged by.
   */
  constructor(headings, settings) {
    super();
    [this.headings, this.settings] = [headings, settings];
    const { element } = headings;
    element.addEventListener("pointerdown", (event) => this.#hold(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, () => { this.#held = null; });
    }
    element.addEventListener("dblclick", ({ target }) => {
      if (!target.matches(".grip")) return;
      this.dispatchEvent(new CustomEvent("fit", { detail: headings.nameOf(target) }));
    });
  }

  #hold(event) {
    if (event.button !== 0 || !event.target.matches(".grip")) return;
    event.preventDefault();
    event.target.setPointerCapture(event.pointerId);
    const name = this.headings.nameOf(event.target);
    const { button } = this.headings.heading(name);
    const em = parseFloat(getComputedStyle(button).fontSize);
    this.#held = { name, em, x: event.clientX, width: button.getBoundingClientRect().width };
  }

  #drag({ clientX }) {
    if (!this.#held) return;
    const { name, em, x, width } = this.#held;
    const step = this.headings.isMirrored ? x - clientX : clientX - x;
    if (step !== 0) this.settings.resize(name, (width + step) / em);
  }
}
