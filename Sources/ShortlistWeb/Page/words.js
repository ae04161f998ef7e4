// The texts, the numbers and the dates of a picker, in its language.

import { english } from "./words-en.js";

/** The languages that there are texts in, and how those are loaded. English texts are what the others are found by. */
const languages = {
  ar: async () => (await import("./words-ar.js")).arabic,
  de: async () => (await import("./words-de.js")).german,
  en: async () => english,
  ja: async () => (await import("./words-ja.js")).japanese,
  pl: async () => (await import("./words-pl.js")).polish,
};

/** Numbers below or above are written with an exponent. */
const [smallest, greatest] = [1e-6, 1e15];

/** What a picker has marked the document with; that is no wish of the page around it. */
let marked = null;

/**
 * The words of one language. They never change: another language has others.
 *
 * The functions are bound to them, so that they can be taken out.
 */
export class Words {
  #texts = english;
  #isRight;
  #numbers;
  #plural;

  /** @param {?string} wanted Its tag; without one, it is the first of the reader that there are texts in, or English. */
  constructor(wanted) {
    this.wanted = wanted;
    const given = canonical(wanted);
    const tag = (given ? [given] : navigator.languages).find((tag) => Object.hasOwn(languages, languageOf(tag)));
    /** How numbers and dates are: where there are no texts in a language, they are in it all the same. */
    this.locale = tag ?? given ?? navigator.language;
    /** What elements are marked with. */
    this.lang = tag ?? "en";
    this.#isRight = languageOf(this.lang) === "ar";
    this.dir = this.#isRight ? "rtl" : given ? "ltr" : null;
    const number = (options) => new Intl.NumberFormat(this.locale, options);
    this.#plural = new Intl.PluralRules(this.lang);
    this.#numbers = {
      grouped: number(), written: number({ useGrouping: false, maximumFractionDigits: 20 }),
      percent: number({ style: "percent", roundingMode: "floor" }),
    };
    /** Is fulfilled when the texts are there; until then, and if they cannot be loaded, they are English. */
    this.ready = languages[languageOf(this.lang)]().then((texts) => { this.#texts = texts; }, () => {});
  }

  /**
   * A text of ours.
   *
   * @param {string} key The text in English. Of a text with a number `{n}`, it is the plural.
   * @param {object} values What is put in place of names in braces: numbers and texts.
   */
  phrase = (key, values = {}) => {
    const text = this.#texts[key] ?? english[key] ?? key;
    const form = typeof text === "string" ? text : text[this.#plural.select(values.n)] ?? text.other;
    return form.replace(/\{(\w+)\}/g, (_, name) => this.#inserted(values[name]));
  };

  /** Something within a text, which keeps its own direction where that of the text is another. */
  #inserted(value) {
    if (typeof value === "number") return this.grouped(value);
    return this.#isRight ? `\u2068${value}\u2069` : String(value);
  }

  /** A number as it is read by people. */
  grouped = (number) => this.#numbers.grouped.format(number);

  /** A number as it is typed by people: without signs between groups of digits. */
  written = (number) => {
    const size = Math.abs(number);
    return size === 0 || (size >= smallest && size < greatest) ? this.#numbers.written.format(number) : String(number);
  };

  /** A part of a whole. */
  percent = (part) => this.#numbers.percent.format(part);

  /** A date, or a time, in a style of `Intl.DateTimeFormat`. */
  dated = (date, style) => new Intl.DateTimeFormat(this.locale, style).format(date);

  /** So many rows. */
  countedRows = (n) => this.phrase("{n} rows", { n });
}

const languageOf = (tag) => tag.split("-")[0].toLowerCase();

/** A tag as browsers write it; undefined if it is none. */
function canonical(tag) {
  try {
    return Intl.getCanonicalLocales(tag || [])[0];
  } catch {
    return undefined;
  }
}

/** The language that an element is wanted in: its own, or that of the nearest one around it that has any; null if none has. */
export const languageWanted = (element) => element.getAttribute("locale") || languageAround(element);

function languageAround(element) {
  const nearest = element.closest("[lang]");
  if (nearest === document.documentElement && nearest.lang === marked) return null;
  if (nearest) return nearest.getAttribute("lang");
  const { host } = element.getRootNode();
  return host ? languageAround(host) : null;
}

/** Marks the document with a language, unless the page has done that. */
export function markDocument(lang) {
  const { documentElement } = document;
  if (!documentElement.lang || documentElement.lang === marked) documentElement.lang = marked = lang;
}
