// Another list of the same rows, for what is asked without changing what the page shows.

import { Session } from "./session.js";

/** A list with a query and windows of its own. */
export class TwinList {
  #session;
  #isGone;

  /** @param {Session} session The page's list. */
  constructor(session) {
    const address = new URL(session.address);
    // The name belongs to the page's list.
    address.searchParams.delete("page");
    this.#session = new Session(address, session.token, session.words);
    this.#isGone = new Promise((_, fail) => {
      this.#session.addEventListener("closed", ({ detail }) => fail(new Error(detail)));
    });
    this.#isGone.catch(() => {});
  }

  /** Asks for something of the list. @throws {Error} if it is refused or the connection ends. */
  ask(method, params) { return Promise.race([this.#session.request(method, params), this.#isGone]); }

  /** Filters by these groups, and by nothing else. */
  async filter(groups) {
    await this.ask("filter.clear");
    for (const { name, operator, filters } of groups) {
      await this.ask("filter.add", { group: { name, operator }, filters });
    }
  }

  close() { this.#session.close(); }
}
