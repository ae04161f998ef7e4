// The way to the program, as long as the page is there.

import { hasToken } from "./access.js";
import { Pulse } from "./pulse.js";
import { Session } from "./session.js";

/** The shortest and the longest time between two attempts to connect again, in milliseconds. */
const [shortestPause, longestPause] = [500, 10_000];

/**
 * A connection that is made again when it is lost: one session after the other.
 *
 * Events: `open` when there is a list (detail: its hello), `loading` as long as its rows are read, `change`
 * of the list, `lost` and `failed` with the reason as a sentence, `busy` whether answers are waited for,
 * `late` whether the program does not answer.
 */
export class Connection extends EventTarget {
  /** The session of now. @type {Session} */
  session;
  #address;
  #token;
  #words;
  #pause = shortestPause;
  #timer;
  #hasList = false;
  /** Whether nothing more is taken notice of. */
  isOver = false;
  /** Whether the program has said that it ends, and whether another one is there. */
  #wasEnded = false;
  #isAnother = false;

  /**
   * @param {URL} address The address of the socket.
   * @param {?string} token The token, if it is not that of this server's pages.
   */
  constructor(address, token) {
    super();
    [this.#address, this.#token] = [address, token];
  }

  /** Makes a session in some words, in place of the one that there may be. One that is on its way gets the words. */
  speak(words) {
    this.#words = words;
    if (!this.session || this.session.isClosed || this.#hasList) this.open();
    else this.session.words = words;
  }

  /** Makes a session, in place of the one that there may be. */
  open() {
    clearTimeout(this.#timer);
    this.#hasList = false;
    const former = this.session;
    const session = this.session = new Session(this.#address, this.#token, this.#words);
    former?.close();
    // Events of an earlier session do not matter.
    const on = (target, name, act) => target.addEventListener(name, ({ detail }) => {
      if (session === this.session && !this.isOver) act(detail);
    });
    const pulse = new Pulse(session);
    on(session, "closed", (reason) => this.#lose(session, reason));
    on(session, "list.changed", (change) => this.#tell("change", change));
    on(session, "loading", (progress) => this.#tell("loading", progress));
    on(pulse, "busy", (isBusy) => this.#tell("busy", isBusy));
    on(pulse, "late", (isLate) => { if (!session.isClosed) this.#tell("late", isLate); });
    session.hello.then((hello) => {
      if (session !== this.session || this.isOver) return;
      this.#pause = shortestPause;
      this.#wasEnded = this.#isAnother = false;
      this.#hasList = true;
      this.#tell("open", hello);
    }, () => {
      // A `closed` event reports that the connection is lost.
    });
  }

  /** Takes no more notice of what comes, as when all is done. */
  end() {
    this.isOver = true;
    clearTimeout(this.#timer);
  }

  close() {
    this.end();
    this.session?.close();
  }

  #lose(session, reason) {
    if (session.failure) {
      this.end();
      return this.#tell("failed", session.words.phrase("There is no list: {reason}.", { reason }));
    }
    this.#tell("lost", this.#reasonOf(session, reason));
    if ((session.isEnded && session.list?.picks) || !hasToken(this.#token)) return;
    this.#askWhy(session);
    this.#timer = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, longestPause);
  }

  #reasonOf({ list, isEnded, words: { phrase } }, reason) {
    if (isEnded && list?.picks) return phrase("Picking has ended. It was done or cancelled on another page, or the program was stopped.");
    if (isEnded) this.#wasEnded = true;
    if (!hasToken(this.#token)) return phrase("This page has no access any more. Open the address that the program has printed.");
    if (this.#isAnother) return phrase("The program was restarted. Open its new address.");
    if (this.#wasEnded) return phrase("The program has ended. Waiting until it is started again…");
    return phrase("Not connected: {reason}. Trying again…", { reason });
  }

  /** Tells that the program was restarted, if it refuses the token of this page. */
  async #askWhy(session) {
    const page = new URL("index.html", import.meta.url);
    if (session.list || this.#isAnother || page.origin !== location.origin) return;
    const { status } = await fetch(page, { cache: "no-store" }).catch(() => ({}));
    if (status !== 403 || session !== this.session || !session.isClosed || this.isOver) return;
    this.#isAnother = true;
    this.#tell("lost", this.#reasonOf(session));
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}
