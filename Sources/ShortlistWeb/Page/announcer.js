// Announcements for people who do not see the page.

import { make, setText } from "./dom.js";

/** The milliseconds without another message before one is announced. */
const calm = 500;

/** A polite live region: it announces the last message of each kind, after a pause. */
export class Announcer {
  element = make("div.hidden", { role: "status" });
  #messages = new Map();
  #timer;

  /**
   * @param {string} kind Of what it is: a later message of the same kind stands in its place.
   * @param {string} text The message.
   */
  tell(kind, text) {
    this.#messages.delete(kind);
    this.#messages.set(kind, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const text = [...this.#messages.values()].join(" ");
      // What is said again is announced again, if it is another text.
      setText(this.element, text === this.element.textContent ? `${text}\u00a0` : text);
      this.#messages.clear();
    }, calm);
  }
}
