// The choice of a theme, and of the height of rows.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { Popup } from "./popup.js";

const densities = { comfortable: "Comfortable", compact: "Compact" };
const themes = { auto: "Automatic", light: "Light", dark: "Dark" };

/** How long a choice is kept, in seconds: a year. */
const age = 365 * 24 * 60 * 60;

/** A button that opens the choice of a theme for the page, and of the density of rows; cookies keep both. */
export class ThemeSwitch {
  /** @param {ShortlistPicker} host The picker's element. */
  constructor(host) {
    const { phrase } = host.words;
    const choices = (texts) => Object.entries(texts).map(([value, text]) => [value, phrase(text)]);
    const { dataset } = document.documentElement;
    const kept = /(?:^|; )shortlist-density=compact(?:;|$)/.test(document.cookie) ? "compact" : null;
    if (kept) host.setAttribute("density", kept);
    const density = host.getAttribute("density") === "compact" ? "compact" : "comfortable";
    const button = make("button.plain.theme", { type: "button", "aria-label": phrase("View"), title: phrase("View") }, icon("theme"));
    const popup = new Popup(button, phrase("View"),
      choice("theme", phrase("Theme"), choices(themes), dataset.theme ?? "auto", (theme) => {
        dataset.theme = theme;
        keep("theme", theme, theme === "auto");
      }),
      choice("density", phrase("Rows"), choices(densities), density, (density) => {
        host.setAttribute("density", density);
        keep("density", density, density === "comfortable");
      }));
    this.element = make("div", {}, button, popup.panel);
  }
}

/** A box for each of some values. */
function choice(name, title, texts, chosen, choose) {
  const boxes = texts.map(([value, text]) => {
    const box = make("input", { type: "radio", name, value, change: () => choose(value) });
    box.checked = value === chosen;
    return make("label", {}, box, make("span", {}, text));
  });
  return make("fieldset", {}, make("legend", {}, title), ...boxes);
}

/** Keeps a choice for all programs on the host, unless it is the usual one. */
function keep(name, value, isUsual) {
  document.cookie = `shortlist-${name}=${value}; path=/; samesite=strict; max-age=${isUsual ? 0 : age}`;
}
