// A value in full, as a person reads it.

import { make } from "./dom.js";
import { text } from "./row-element.js";

/** The addresses in a text. */
const address = /https?:\/\/[^\s<>"']+/gi;

/** Signs that belong to no address that they follow, and brackets that do if they are opened in it. */
const punctuation = ".,;:!?…*`’。、，；：！？،؛؟";
const brackets = ["()", "[]", "{}", "（）", "「」", "『』", "【】", "«»", "“”", "„“"];

/**
 * A value as elements.
 *
 * @param {*} value The value.
 * @param {string} type The type of its attribute.
 * @param {Words} words The words.
 * @returns {Node[]} Its elements.
 */
export function view(value, type, words) {
  const { phrase } = words;
  if (value === null || value === undefined) return [make("span.none", {}, phrase("No value"))];
  if (Array.isArray(value)) {
    if (value.length === 0) return [make("span.none", {}, phrase("An empty list"))];
    return [make("ul", { role: "list" }, ...value.map((item) => make("li", { dir: "auto" }, ...linked(item))))];
  }
  if (value === "") return [make("span.none", {}, phrase("An empty text"))];
  const date = type === "date" ? dateText(value, words) : null;
  if (date) return [make("time", { datetime: value }, date), make("span.original", {}, value)];
  if (typeof value !== "string") return [String(value)];
  return linked(value);
}

/** A date in words: a day as it is, an instant where the reader is; null if it is no date. */
export function dateText(value, words) {
  const isDay = /^\d{4,6}-\d{2}-\d{2}$/.test(value);
  // A time without a zone is that of its place, wherever the reader is.
  const isCivil = !/(Z|[-+]\d{2}(:?\d{2})?)$/i.test(value);
  const date = new Date(!isDay && isCivil ? `${value.replace(" ", "T")}Z` : value);
  if (Number.isNaN(date.getTime())) return null;
  const style = isDay ? { dateStyle: "full", timeZone: "UTC" }
    : isCivil ? { dateStyle: "full", timeStyle: "medium", timeZone: "UTC" } : { dateStyle: "full", timeStyle: "long" };
  return words.dated(date, style);
}

/** A text whose addresses lead somewhere. */
function linked(value) {
  const nodes = [];
  let end = 0;
  for (const match of value.matchAll(address)) {
    const found = withoutPunctuation(match[0]);
    const href = link(found);
    if (!href) continue;
    nodes.push(lines(value.slice(end, match.index)),
      make("a", { href, target: "_blank", rel: "noopener noreferrer", dir: "ltr" }, text(found)));
    end = match.index + found.length;
  }
  return [...nodes, lines(value.slice(end))];
}

/** An address without what the sentence around it ends with, and without brackets that are opened before it. */
function withoutPunctuation(address) {
  const count = (sign) => address.split(sign).length;
  const outside = new Map(brackets.map(([open, close]) => [close, count(close) - count(open)]));
  let end = address.length;
  for (let last; punctuation.includes(last = address[end - 1]) || outside.get(last) > 0; end--) {
    outside.set(last, outside.get(last) - 1);
  }
  return address.slice(0, end);
}

/** Where an address leads; null if that is nowhere on the web. */
function link(address) {
  try {
    const { protocol, href } = new URL(address);
    return ["http:", "https:"].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

/** A text with its line ends and tabs as they are, and symbols for what else is not seen. */
const lines = (value) => value.split(/(\r?\n|\t)/).map((part) => (/^\r?\n$|^\t$/.test(part) ? part : text(part))).join("");
