// The connection of a page to its list: requests with their answers, and notifications.

import { protocols } from "./access.js";
import { takeEarly } from "./early-socket.js";
import { parse } from "./json.js";

/** The code of a socket that is closed because the program ends. */
const goingAway = 1001;

/** Why a request was not carried out. */
export class RequestError extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * A socket that speaks the protocol about one list.
 *
 * `hello` is fulfilled with what the list is opened with. Notifications are events named after their
 * methods (`loading`, until there is a list; `list.changed`, `selection.changed`, `number.changed`),
 * with their params as `detail`; `closed` reports that the connection is gone, with the reason as `detail`; `traffic` that
 * something was asked for or has come.
 */
export class Session extends EventTarget {
  #socket;
  #waiting = new Map();
  #outgoing = [];
  #requests = 0;
  #greet;
  #refuse;
  /** Why there can be no list; undefined if there can. */
  failure;
  /** Whether the connection is gone. */
  isClosed = false;
  /** Whether the program has closed it, because it ends. */
  isEnded = false;

  /**
   * @param {string|URL} address The address of the socket.
   * @param {?string} token The token, if it is not that of this server's pages.
   * @param {Words} words The words of all that is shown of the list.
   */
  constructor(address, token, words) {
    super();
    [this.address, this.token, this.words] = [address, token, words];
    this.hello = new Promise((greet, refuse) => {
      this.#greet = greet;
      this.#refuse = refuse;
    });
    const early = takeEarly(address);
    this.#socket = early?.socket ?? new WebSocket(address, protocols(token));
    // What has come before is read when others listen.
    queueMicrotask(() => early?.messages.forEach((data) => this.#read(parse(data))));
    this.#socket.addEventListener("message", ({ data }) => this.#read(parse(data)));
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.isEnded = code === goingAway;
      this.#close(this.failure ?? (reason || words.phrase("the connection is closed")));
    });
  }

  /**
   * Asks for something of the list. What is asked for at the same time goes as one batch.
   *
   * When the connection ends, what was asked for is never answered: that it has ended is reported by
   * `closed`, once, and whoever asked goes with the list.
   *
   * @param {string} method The method, such as `list.query`.
   * @param {object} params Its params without the list; a number that is connected has its own.
   * @param {?AbortSignal} signal Tells that the answer is not wanted any more.
   * @returns {Promise<object>} The result.
   * @throws {RequestError} if it is refused.
   */
  async request(method, params = {}, signal = null) {
    const { list } = await this.hello;
    signal?.throwIfAborted();
    const id = ++this.#requests;
    signal?.addEventListener("abort", () => this.#cancel(id), { once: true });
    return new Promise((fulfil, fail) => {
      this.#waiting.set(id, { fulfil, fail });
      this.dispatchEvent(new Event("traffic"));
      const target = params.number === undefined ? { list } : {};
      this.#add({ jsonrpc: "2.0", id, method, params: { ...target, ...params } });
    });
  }

  /** Asks for something without an answer, after what was asked for before. It is not carried out if it is wrong. */
  async notify(method, params = {}) {
    const { list } = await this.hello;
    this.#add({ jsonrpc: "2.0", method, params: { list, ...params } });
  }

  /** Cancels a request that is not answered: it is answered with an error, and the next ones do not wait for it. */
  #cancel(id) {
    if (this.#waiting.has(id)) this.#add({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id } });
  }

  #add(message) {
    if (this.#outgoing.length === 0) queueMicrotask(() => this.#send());
    this.#outgoing.push(message);
  }

  /** Whether something was asked for that is not answered. */
  get waits() { return this.#waiting.size > 0; }

  close() {
    this.#socket.close();
  }

  /** Takes the connection for gone. */
  drop(reason) {
    this.#socket.close();
    this.#close(reason);
  }

  #send() {
    const requests = this.#outgoing;
    this.#outgoing = [];
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(requests.length === 1 ? requests[0] : requests));
  }

  #read(message) {
    if (Array.isArray(message)) message.forEach((part) => this.#take(part));
    else this.#take(message);
    this.dispatchEvent(new Event("traffic"));
  }

  #take({ id, result, error, method, params }) {
    if (method === "hello") {
      this.list = params;
      return this.#greet(params);
    }
    if (method === "failed") return (this.failure = params.reason);
    if (method) return this.dispatchEvent(new CustomEvent(method, { detail: params }));
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.fail(new RequestError(error));
    else waiting.fulfil(result);
  }

  #close(reason) {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#refuse(new Error(reason));
    this.#waiting.clear();
    this.dispatchEvent(new CustomEvent("closed", { detail: reason }));
  }
}
