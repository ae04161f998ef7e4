// Requests of which only the last one matters.

/** Does one thing at a time; of what is asked for meanwhile only the last is done. */
export class LatestOnly {
  #isBusy = false;
  #stopping = new AbortController();
  #next;
  #spacing;

  /** @param {number} spacing How long the next thing begins after the last at the least, in milliseconds. */
  constructor(spacing = 0) {
    this.#spacing = spacing;
  }

  /**
   * @param {function(AbortSignal): Promise<void>} work What is to be done, and stopped when the signal says so; it
   *   throws nothing.
   */
  async run(work) {
    this.#next = work;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#next) {
      const next = this.#next;
      this.#next = undefined;
      const rest = this.#spacing > 0 && new Promise((go) => setTimeout(go, this.#spacing));
      this.#stopping = new AbortController();
      await next(this.#stopping.signal);
      await rest;
    }
    this.#isBusy = false;
  }

  /** Stops what is being done, and forgets what was asked for. */
  stop() {
    this.#next = undefined;
    this.#stopping.abort();
  }
}

/** Does something again some time after each change, and only for the last of them. */
export class Recount {
  #latest;
  #pause;
  #work;

  /**
   * @param {number} pause How long there must be no other change, in milliseconds.
   * @param {function(AbortSignal): Promise<void>} work What is to be done; it throws nothing.
   * @param {number} spacing The minimum time between two starts, in milliseconds.
   */
  constructor(pause, work, spacing = 0) {
    this.#latest = new LatestOnly(spacing);
    this.#pause = new Debounce(pause, () => this.#latest.run(this.#work));
    this.#work = work;
  }

  /** Does it after a pause. */
  begin() { this.#pause.begin(); }

  /** Does it at once. */
  skip() { this.#pause.skip(); }

  /** Stops it, because it would delay the answer to another request. */
  stop() {
    this.#pause.stop();
    this.#latest.stop();
  }
}

/** Does something once when nobody has asked for it for a while. */
export class Debounce {
  #timer;
  #work;
  #length;

  /**
   * @param {number} length How long the while is, in milliseconds.
   * @param {function(): void} work What is to be done.
   */
  constructor(length, work) {
    [this.#length, this.#work] = [length, work];
  }

  /** Asks for it. */
  begin() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#work, this.#length);
  }

  /** Forgets what was asked for. */
  stop() { clearTimeout(this.#timer); }

  /** Does it at once. */
  skip() {
    clearTimeout(this.#timer);
    this.#work();
  }
}
