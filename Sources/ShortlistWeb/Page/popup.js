// A button, and what it opens below itself.

import { make } from "./dom.js";

/** The least distance from the edges of the window, in pixels. */
const margin = 8;

/** What stands over the page until the person presses Escape or something else. */
export class Popup {
  /**
   * @param {?HTMLButtonElement} button What opens it; null if `openFrom` does.
   * @param {string} label What it is called.
   * @param {...Node} children What it holds.
   */
  constructor(button, label, ...children) {
    this.button = button;
    this.panel = make("div.popup", { popover: "auto", role: "dialog", "aria-label": label }, ...children);
    button?.setAttribute("aria-haspopup", "dialog");
    button?.setAttribute("aria-expanded", "false");
    button?.addEventListener("click", () => { if (this.isOpen) this.close(); else this.open(); });
    let from = button;
    let isInside = false;
    this.panel.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") from = this.panel.getRootNode().activeElement ?? this.button;
      isInside = newState === "closed" && this.panel.contains(this.panel.getRootNode().activeElement);
      this.button.setAttribute("aria-expanded", String(newState === "open"));
    });
    this.panel.addEventListener("toggle", () => {
      // By now the focus may have gone elsewhere.
      if (isInside && !this.#isElsewhere) from.focus();
      isInside = false;
    });
  }

  /** Whether something outside the panel has the focus. */
  get #isElsewhere() {
    const active = this.panel.getRootNode().activeElement ?? document.activeElement ?? document.body;
    return active !== document.body && !this.panel.contains(active);
  }

  get isOpen() { return this.panel.matches(":popover-open"); }

  open() {
    this.panel.showPopover({ source: this.button });
    this.place();
    (this.panel.querySelector("input:checked") ?? this.panel.querySelector("button, a"))?.focus();
  }

  /** Opens it below one of several buttons, or closes it if it is open there. */
  openFrom(button) {
    const isHere = this.isOpen && this.button === button;
    this.close();
    if (isHere) return;
    this.button = button;
    button.setAttribute("aria-haspopup", "dialog");
    this.open();
  }

  close() { if (this.isOpen) this.panel.hidePopover(); }

  /** Puts the panel below the button, or above it, where there is room. */
  place() {
    const [from, own] = [this.button, this.panel].map((element) => element.getBoundingClientRect());
    const isRight = getComputedStyle(this.button).direction === "rtl";
    const left = isRight ? from.right - own.width : from.left;
    const top = from.bottom + 4 + own.height > innerHeight ? from.top - 4 - own.height : from.bottom + 4;
    this.panel.style.left = `${Math.max(margin, Math.min(left, innerWidth - own.width - margin))}px`;
    this.panel.style.top = `${Math.max(margin, top)}px`;
  }
}
