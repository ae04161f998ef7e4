// Whether the program answers.

/** How often that is looked at, in milliseconds. */
const tick = 1000;

/** After so many ticks without a message it is asked for something; answers are late, or do not come. */
const [idle, late, never] = [10, 5, 60];

/** How long an answer may take before the page says that it is busy, in milliseconds. */
const patience = 150;

/**
 * Watches the answers to the requests of a connection.
 *
 * `busy` reports that an answer takes long, or has come (detail: a boolean), `late` that the program
 * does not answer, or does again. One that does not answer at all is taken for gone. Ticks are counted,
 * because time that the page has slept is no time that the program has not answered.
 */
export class Pulse extends EventTarget {
  #session;
  #quiet = 0;
  #timer;
  #patience;
  #isBusy = false;
  #isLate = false;

  /** @param {Session} session The connection. */
  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener("traffic", () => this.#feel());
    session.addEventListener("closed", () => this.stop());
    this.#timer = setInterval(() => this.#tick(), tick);
  }

  stop() {
    clearInterval(this.#timer);
    clearTimeout(this.#patience);
    this.#set(false, false);
  }

  /** Something was asked for, or has come. */
  #feel() {
    const { waits } = this.#session;
    this.#quiet = 0;
    if (!waits) {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      this.#set(false, false);
    } else {
      this.#set(this.#isBusy, false);
      this.#patience ??= setTimeout(() => this.#set(true, this.#isLate), patience);
    }
  }

  #tick() {
    this.#quiet++;
    if (!this.#session.waits) {
      if (this.#quiet >= idle) this.#session.request("selection.get", { limit: 0 }).catch(() => {});
    } else if (this.#quiet >= never) this.#session.drop(this.#session.words.phrase("the program does not answer"));
    else if (this.#quiet >= late) this.#set(true, true);
  }

  #set(isBusy, isLate) {
    const [wasBusy, wasLate] = [this.#isBusy, this.#isLate];
    [this.#isBusy, this.#isLate] = [isBusy, isLate];
    if (isBusy !== wasBusy) this.dispatchEvent(new CustomEvent("busy", { detail: isBusy }));
    if (isLate !== wasLate) this.dispatchEvent(new CustomEvent("late", { detail: isLate }));
  }
}
