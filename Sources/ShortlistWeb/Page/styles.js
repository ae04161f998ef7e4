// The styles of a picker, which are files beside the modules; the bundle has their texts in place of them.

import { make } from "./dom.js";

const files = ["picker.css", "panels.css", "details.css"];

/** Gives a shadow the styles. @returns {Element[]} What it has to contain for that. */
export function addStyles() {
  return files.map((name) => make("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href }));
}
