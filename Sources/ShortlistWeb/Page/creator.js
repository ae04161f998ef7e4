// Making a row of what is searched for.

import { make, prefersStillness, setText } from "./dom.js";

/**
 * A button that makes a row of the text in the search field, or picks the one that has it.
 *
 * `message` has the result as a text; `done` has the outcome and the id of the row.
 */
export class Creator extends EventTarget {
  #asked = 0;

  /**
   * @param {Session} session The connection.
   * @param {string} attribute The attribute that gets the text.
   */
  constructor(session, attribute) {
    super();
    this.session = session;
    this.attribute = attribute;
    this.element = make("button.create", { type: "button", hidden: true });
    this.element.addEventListener("click", () => this.commit());
  }

  /** Begins to offer to make a row of a text; `offered` is fulfilled when it is known whether. */
  begin(text) { this.offered = this.offer(text); }

  /** Offers to make a row of a text, unless there is one. */
  async offer(text) {
    this.text = text.trim();
    const turn = ++this.#asked;
    if (this.text === "") return this.element.toggleAttribute("hidden", true);
    const { attribute } = this;
    const { exact } = await this.session.request("suggest", { attribute, text: this.text, limit: 1 });
    if (turn !== this.#asked) return;
    setText(this.element, this.session.words.phrase("Create “{text}”", { text: this.text }));
    this.element.toggleAttribute("hidden", exact !== null);
  }

  /** Makes a row of the text and picks it, or picks the one that has it. */
  async commit() {
    if (!this.text) return;
    const { text } = this;
    try {
      const outcome = await this.session.request("suggest.commit", { attribute: this.attribute, text });
      this.element.hidden = true;
      this.dispatchEvent(new CustomEvent("done", { detail: { ...outcome, text } }));
    } catch (error) {
      const detail = this.session.words.phrase("Not created: {reason}.", { reason: error.data?.reason ?? error.message });
      this.dispatchEvent(new CustomEvent("message", { detail }));
    }
  }
}

/**
 * Lets a text fly from one element to another.
 *
 * @param {string} text What flies.
 * @param {Element} from Where it begins.
 * @param {Element} to Where it ends; it is seen when the text has come there.
 * @param {Element} host What it is put in meanwhile.
 */
export async function fly(text, from, to, host) {
  if (prefersStillness()) return;
  const [start, end] = [from, to].map((element) => element.getBoundingClientRect());
  const flying = make("div.flying", { "aria-hidden": "true" }, text);
  flying.style.left = `${start.left}px`;
  flying.style.top = `${start.top}px`;
  host.append(flying);
  to.classList.add("awaited");
  const way = `translate(${end.left - start.left}px, ${end.top - start.top}px)`;
  const frames = { transform: ["translate(0, 0)", way], opacity: [1, 0.6] };
  await flying.animate(frames, { duration: 350, easing: "ease-in-out" }).finished;
  to.classList.remove("awaited");
  flying.remove();
}
