// Rows that are copied or downloaded.

import { copy } from "./clipboard.js";
import { make, setText } from "./dom.js";
import { icon } from "./icons.js";
import { Popup } from "./popup.js";
import { formats, table } from "./row-formats.js";
import { matchingRows, pickedRows } from "./row-pages.js";
import { wholeRow } from "./whole-row.js";

/** More rows than this are not copied. */
const mostCopied = 20_000;

/**
 * A button that opens the ways to take rows along: the picked ones, or those that match.
 *
 * `notice` has what was done, `message` why something was not.
 */
export class Export extends EventTarget {
  #session;
  #model;
  #selection;
  /** Counts what was begun: something else begun or cancelled ends it. */
  #turn = 0;
  #which = ["picked", "matching"].map((value) => ({
    value, box: make("input", { type: "radio", name: "export", value }), count: make("span"),
  }));
  #status = make("p.note");
  #words;
  #cancel;

  /**
   * @param {Session} session The connection.
   * @param {ListModel} model The rows.
   * @param {Selection} selection What is picked.
   */
  constructor(session, model, selection) {
    super();
    [this.#session, this.#model, this.#selection, this.#words] = [session, model, selection, session.words];
    const { phrase } = session.words;
    this.#cancel = make("button", { type: "button", hidden: true, click: () => this.#stop(phrase("Cancelled.")) }, phrase("Cancel"));
    const button = make("button", { type: "button", "aria-label": phrase("Export") },
      icon("download"), make("span.label", {}, phrase("Export")));
    const choices = this.#which.map(({ box, count }) => make("label", {}, box, count));
    const downloads = Object.keys(formats).map((format) => make("button", {
      type: "button", "aria-label": phrase("Download {format}", { format: formats[format].name }), click: () => this.download(format),
    }, formats[format].name));
    this.popup = new Popup(button, phrase("Export rows"),
      make("fieldset", {}, make("legend", {}, phrase("Rows")), ...choices),
      make("div.choices", { role: "group", "aria-label": phrase("Download") }, make("span", {}, phrase("Download")), ...downloads),
      make("div.choices", {}, make("button", { type: "button", click: () => this.copyChosen() }, phrase("Copy"))),
      this.#status, this.#cancel);
    this.popup.panel.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") this.#show();
    });
    this.element = make("div.export", {}, button, this.popup.panel);
  }

  #show() {
    const counts = { picked: this.#selection.count, matching: this.#model.total };
    for (const { value, box, count } of this.#which) {
      setText(count, value === "picked" ? this.#words.phrase("Picked rows ({n})", { n: counts.picked })
        : this.#words.phrase("Rows that match ({n})", { n: counts.matching }));
      box.disabled = counts[value] === 0;
    }
    const [picked, matching] = this.#which.map(({ box }) => box);
    (counts.picked > 0 ? picked : matching).checked = true;
    setText(this.#status, "");
  }

  get #chosen() { return this.#which.find(({ box }) => box.checked).value; }

  #pages(which) {
    return which === "picked" ? pickedRows(this.#session) : matchingRows(this.#session, this.#model.query);
  }

  /** Downloads the chosen rows with all their attributes. */
  download(format) {
    return this.#carryOut(async (read) => {
      const which = this.#chosen;
      const names = this.#model.hello.attributes.map(({ name }) => name);
      const { begin, row, end, type } = formats[format];
      // The browser may keep parts outside of its memory.
      const parts = [new Blob([begin(names)])];
      let done = 0;
      for await (const { rows, count } of read(which)) {
        parts.push(new Blob([rows.map((values, index) => row(values, names, done + index)).join("")]));
        done += rows.length;
        setText(this.#status, this.#words.phrase("{shown} of {n} rows", { shown: done, n: count }));
      }
      parts.push(end(done));
      const title = this.#model.hello.title.replace(/\.\w+$/, "");
      save(new Blob(parts, { type }), `${title}${which === "picked" ? "-picked" : ""}.${format}`);
      return this.#words.phrase("{n} rows downloaded.", { n: done });
    });
  }

  /** Copies the chosen rows with headings. */
  copyChosen() { return this.#copy(() => this.#all(this.#chosen), true); }

  /** Copies the picked rows, or if none are picked, one row, or a cell of it. */
  copyRows(id, column) {
    if (column !== undefined && id !== null && this.#selection.count === 0) return this.#copyCell(id, column);
    if (this.#selection.count > 0) return this.#copy(() => this.#all("picked"), false);
    return id === null ? null : this.copyRow(id);
  }

  /** Copies one row that is held. */
  copyRow(id) {
    return this.#model.rows.has(id) && this.#copy(() => this.#held(id), false);
  }

  #copyCell(id, column) {
    return this.#model.rows.has(id) && this.#copy(() => this.#held(id), false, [column]);
  }

  /** A row that is held; it is read if texts of it are cut, or if it has more columns. */
  async #held(id) {
    const { values, isCut, columns } = this.#model.rows.get(id);
    return [isCut || columns.size < this.#model.columns.length ? await wholeRow(this.#model, id) ?? values : values];
  }

  async #all(which) {
    const all = [];
    for await (const { rows, count } of this.#pages(which)) {
      if (count > mostCopied) throw new Error(this.#words.phrase("more than {n} rows; download them", { n: mostCopied }));
      all.push(...rows);
    }
    return all;
  }

  async #copy(read, isTitled, columns = this.#model.columns) {
    let count;
    const content = read().then((rows) => {
      count = rows.length;
      return table(rows, columns, isTitled);
    });
    // A failure is reported once, below.
    content.catch(() => {});
    try {
      await copy(content, this.#words);
      await content;
      this.#say(columns === this.#model.columns ? this.#words.phrase("{n} rows copied.", { n: count }) : this.#words.phrase("{name} is copied.", { name: columns[0] }));
    } catch (error) {
      const { message } = await content.then(() => error, (reason) => reason);
      this.#say(this.#words.phrase("Not copied: {reason}.", { reason: message }), "message");
    }
  }

  /** Carries out something that reads pages of rows, unless something else begins. */
  async #carryOut(work) {
    const turn = ++this.#turn;
    this.#cancel.hidden = false;
    const isOver = () => turn !== this.#turn;
    const pages = (which) => this.#pages(which);
    async function* read(which) {
      for await (const page of pages(which)) {
        yield page;
        if (isOver()) throw new Error(this.#words.phrase("something else has begun"));
      }
    }
    try {
      const text = await work(read);
      if (!isOver()) this.#stop(text);
    } catch (error) {
      if (!isOver()) this.#stop(this.#words.phrase("Not downloaded: {reason}.", { reason: error.message }), "message");
    }
  }

  #stop(text, event) {
    this.#turn++;
    this.#cancel.hidden = true;
    this.#say(text, event);
  }

  #say(text, event = "notice") {
    setText(this.#status, text);
    this.dispatchEvent(new CustomEvent(event, { detail: text }));
  }
}

/** Gives a file to the person. */
function save(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = make("a", { href, download: name });
  link.click();
  // The browser begins to read it in a moment.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
