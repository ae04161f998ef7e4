// The end of picking.

import { make } from "./dom.js";

/** The buttons that end picking, if it can be ended. `end` has how; `message` why not yet. */
export class AcceptBar extends EventTarget {
  /**
   * @param {Session} session The connection.
   * @param {boolean} picks Whether somebody waits for what is picked.
   * @param {function(): Promise<object[]>} read Reads what is picked.
   */
  constructor(session, picks, read) {
    super();
    this.session = session;
    this.picks = picks;
    this.read = read;
    const { phrase } = session.words;
    this.done = make("button.done", { type: "button", click: () => this.accept() }, phrase("Done"));
    const cancel = make("button", { type: "button", click: () => this.cancel() }, phrase("Cancel"));
    this.element = make("div.ending", { hidden: !picks }, cancel, this.done);
  }

  /** Is done, if enough rows are picked. */
  accept() { return this.picks ? this.#end("accept") : null; }

  /** Cancels. */
  cancel() { return this.picks ? this.#end("cancel") : null; }

  async #end(how) {
    const { phrase } = this.session.words;
    try {
      // When picking has ended nothing can be asked for.
      const rows = how === "accept" ? await this.read() : [];
      const { ended, reason } = await this.session.request(`pick.${how}`);
      if (ended) this.dispatchEvent(new CustomEvent("end", { detail: { accepted: how === "accept", rows } }));
      else this.#tell(phrase("Not yet: {reason}.", { reason }));
    } catch (error) {
      this.#tell(phrase("Not yet: {reason}.", { reason: error.message }));
    }
  }

  #tell(detail) { this.dispatchEvent(new CustomEvent("message", { detail })); }
}
