// What can be done with a column.

import { make } from "./dom.js";
import { Popup } from "./popup.js";
import { titleOf } from "./row-element.js";

/**
 * A menu that opens below a heading.
 *
 * Events: `sort` (detail: `name`, `order`), `move` and `resize` (detail: `name`, `step`), `fit` (detail:
 * the name).
 */
export class ColumnMenu extends EventTarget {
  #name;
  #buttons;
  #words;

  /**
   * @param {Columns} headings What it opens below.
   * @param {ColumnSettings} settings What the columns are arranged by.
   * @param {Words} words The words.
   */
  constructor(headings, settings, words) {
    super();
    [this.headings, this.settings, this.#words] = [headings, settings, words];
    const { phrase } = words;
    const button = (text, act, stays = false) => make("button", {
      type: "button", click: ({ currentTarget }) => {
        if (currentTarget.getAttribute("aria-disabled") === "true") return;
        if (!stays) this.popup.close();
        act(this.#name);
        this.#update();
      },
    }, text);
    const tell = (event, detail) => this.dispatchEvent(new CustomEvent(event, { detail }));
    const right = () => (headings.isMirrored ? -1 : 1);
    this.#buttons = {
      ascending: button(phrase("Sort ascending"), (name) => tell("sort", { name, order: "ascending" })),
      descending: button(phrase("Sort descending"), (name) => tell("sort", { name, order: "descending" })),
      left: button(phrase("Move left"), (name) => tell("move", { name, step: -right() }), true),
      right: button(phrase("Move right"), (name) => tell("move", { name, step: right() }), true),
      wider: button(phrase("Wider"), (name) => tell("resize", { name, step: 1 }), true),
      narrower: button(phrase("Narrower"), (name) => tell("resize", { name, step: -1 }), true),
      fit: button(phrase("Fit width"), (name) => tell("fit", name), true),
      freeze: button("", (name) => {
        const place = settings.shown.indexOf(name);
        settings.freeze(place < settings.frozen ? place : place + 1);
      }),
      hide: button(phrase("Hide"), (name) => {
        const place = settings.shown.indexOf(name);
        settings.show(name, false);
        headings.focus(settings.shown[Math.min(place, settings.shown.length - 1)]);
      }),
    };
    for (const name of ["wider", "narrower", "fit", "freeze"]) this.#buttons[name].classList.add("wide");
    this.popup = new Popup(null, phrase("Columns"), make("div.menu", {
      keydown: (event) => this.#press(event),
    }, ...Object.values(this.#buttons)));
  }

  /** Opens the menu of a column. */
  open(name) {
    this.#name = name;
    this.popup.panel.setAttribute("aria-label", this.#words.phrase("Column {name}", { name: titleOf(name, this.#words) }));
    this.#update();
    this.popup.openFrom(this.headings.heading(name).menu);
  }

  /** Goes to the button above or below. */
  #press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = Object.values(this.#buttons).filter((button) => button.checkVisibility());
    const place = buttons.indexOf(event.target) + step;
    buttons.at(place % buttons.length).focus();
  }

  #update() {
    const { phrase } = this.#words;
    const { shown, frozen } = this.settings;
    const place = shown.indexOf(this.#name);
    const isFrozen = place < frozen;
    this.#buttons.freeze.textContent = isFrozen ? phrase("Unfreeze from here") : phrase("Freeze up to here");
    const [first, last] = this.headings.isMirrored ? ["right", "left"] : ["left", "right"];
    for (const [name, can] of [[first, place > 0], [last, place < shown.length - 1], ["hide", shown.length > 1]]) {
      this.#buttons[name].setAttribute("aria-disabled", can ? "false" : "true");
    }
  }
}
