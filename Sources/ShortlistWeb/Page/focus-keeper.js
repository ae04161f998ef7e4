// The focus, where what had it goes away.

/**
 * Gives the focus to something else when the element that has it is taken out or hidden.
 *
 * @param {ShadowRoot} root Where the focus is kept.
 * @param {function(): ?HTMLElement} fallback What gets it.
 */
export function keepFocus(root, fallback) {
  root.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget) return;
    requestAnimationFrame(() => {
      const isGone = !target.isConnected || !target.checkVisibility();
      if (!isGone || root.activeElement || document.activeElement !== document.body) return;
      fallback()?.focus({ preventScroll: true });
    });
  });
}

/** What distinguishes an element from others beside it; several may have the same. */
const keyOf = ({ localName, dataset }) => JSON.stringify([localName, dataset.attribute, dataset.value]);

/** What is open below a button. */
const opener = "[aria-haspopup=dialog][aria-expanded=true]";

/** The way down to an element: what is known of each on it, and how far that is scrolled. */
function wayTo(element, frame) {
  const way = [];
  for (let each = element; each !== frame; each = each.parentElement) {
    const key = keyOf(each);
    const alike = [...each.parentElement.children].filter((other) => keyOf(other) === key);
    way.unshift({ key, place: alike.indexOf(each), top: each.scrollTop });
  }
  return way;
}

/** The elements that a way leads to, as far as they are there. */
function follow(way, frame) {
  const found = [];
  for (const { key, place } of way) {
    const alike = [...(found.at(-1) ?? frame).children].filter((other) => keyOf(other) === key);
    if (!alike[place]) break;
    found.push(alike[place]);
  }
  return found;
}

/** Remembers which element of a frame has the focus, and gives the focus to the same element of a new frame. */
export class FocusPlace {
  #frame;
  #way;
  /** The way to the button below which something is open. */
  #opened;
  /** What is being typed. */
  #typed = null;

  /**
   * @param {HTMLElement} element What has the focus.
   * @param {HTMLElement} frame What it is in.
   */
  constructor(element, frame) {
    [this.#frame, this.#way] = [frame, wayTo(element, frame)];
    const button = frame.querySelector(opener);
    this.#opened = button && wayTo(button, frame);
    if (!element.matches("input:not([type=checkbox], [type=radio], [type=date])")) return;
    const { value, selectionStart, selectionEnd } = element;
    this.#typed = { value, selectionStart, selectionEnd };
  }

  /**
   * Gives the focus back, as soon as there is something in that place, unless it has gone elsewhere by then.
   *
   * @param {HTMLElement} fallback What has it until then where no panel is on the way.
   */
  resume(fallback) {
    if (this.#opened && !this.#frame.querySelector(opener)) follow(this.#opened, this.#frame).at(-1)?.click();
    if (this.#focus()) return;
    const near = this.#nearest(fallback);
    near.focus({ preventScroll: true });
    const observer = new MutationObserver(() => {
      if (near.getRootNode().activeElement !== near || this.#focus()) observer.disconnect();
    });
    observer.observe(this.#frame, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "open"] });
  }

  /** What is there of the way that can have the focus: the title of a panel, or all panels until there are any. */
  #nearest(fallback) {
    const found = follow(this.#way, this.#frame);
    const panel = found.at(-1)?.closest("details");
    if (panel) return panel.querySelector("summary");
    const filters = found.find((element) => element.matches(".filters"));
    filters?.setAttribute("tabindex", "-1");
    return filters ?? fallback;
  }

  #focus() {
    const found = follow(this.#way, this.#frame);
    const element = found.at(-1);
    if (found.length < this.#way.length || !element.checkVisibility()) return false;
    element.focus({ preventScroll: true });
    if (element.getRootNode().activeElement !== element) return false;
    for (const [index, { top }] of this.#way.entries()) if (top > 0) found[index].scrollTop = top;
    if (this.#typed) this.#type(element);
    return true;
  }

  /** Types what was being typed: what a script sets would not be taken for a change that the person has made. */
  #type(field) {
    const { value, selectionStart, selectionEnd } = this.#typed;
    if (field.value !== value) {
      field.select();
      document.execCommand(value === "" ? "delete" : "insertText", false, value);
    }
    field.setSelectionRange(selectionStart, selectionEnd);
  }
}
