// The choice of a theme.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { Popup } from "./popup.js";

const themes = { auto: "Automatic", light: "Light", dark: "Dark" };

/** How long a choice is kept, in seconds: a year. */
const age = 365 * 24 * 60 * 60;

/** A button that opens the choice of a theme for the page, which keeps it (see `theme.js`). */
export class ThemeSwitch {
  constructor() {
    const { dataset } = document.documentElement;
    const boxes = Object.entries(themes).map(([value, text]) => {
      const box = make("input", { type: "radio", name: "theme", value, change: () => this.#choose(value) });
      box.checked = value === (dataset.theme ?? "auto");
      return make("label", {}, box, make("span", {}, text));
    });
    const button = make("button.plain.theme", { type: "button", "aria-label": "Theme", title: "Theme" }, icon("theme"));
    const popup = new Popup(button, "Theme", make("fieldset", {}, make("legend", {}, "Theme"), ...boxes));
    this.element = make("div", {}, button, popup.panel);
  }

  #choose(theme) {
    document.documentElement.dataset.theme = theme;
    document.cookie = `shortlist-theme=${theme}; path=/; samesite=strict; max-age=${theme === "auto" ? 0 : age}`;
  }
}
