// The end of picking.

import { make } from "./dom.js";

/** The buttons that end picking, if it can be ended. `end` tells how; `message` why not yet. */
export class Ending extends EventTarget {
  /**
   * @param {Session} session The connection.
   * @param {boolean} picks Whether somebody waits for what is picked.
   */
  constructor(session, picks) {
    super();
    this.session = session;
    this.picks = picks;
    this.done = make("button.done", { type: "button", click: () => this.accept() }, "Done");
    const cancel = make("button", { type: "button", click: () => this.#end("cancel") }, "Cancel");
    this.element = make("div.ending", { hidden: !picks }, cancel, this.done);
  }

  /** Is done, if enough rows are picked. */
  accept() { return this.picks ? this.#end("accept") : null; }

  async #end(how) {
    try {
      const { ended, reason } = await this.session.request(`pick.${how}`);
      if (ended) this.dispatchEvent(new CustomEvent("end", { detail: { accepted: how === "accept" } }));
      else this.#tell(`Not yet: ${reason}.`);
    } catch (error) {
      this.#tell(`Not yet: ${error.message}.`);
    }
  }

  #tell(detail) { this.dispatchEvent(new CustomEvent("message", { detail })); }
}
