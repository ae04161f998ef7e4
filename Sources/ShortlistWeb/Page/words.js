// The texts, the numbers and the dates of the page, in the language of the reader.

import { arabic } from "./words-ar.js";
import { german } from "./words-de.js";
import { english } from "./words-en.js";
import { japanese } from "./words-ja.js";
import { polish } from "./words-pl.js";

/** The languages that there are texts in. English texts are what the others are found by. */
const languages = { ar: arabic, de: german, en: english, ja: japanese, pl: polish };

/** Numbers below or above are written with an exponent. */
const [smallest, greatest] = [1e-6, 1e15];

let chosen;

/**
 * Chooses the language of all pickers of the page, unless that was done before.
 *
 * @param {?string} wanted Its tag; without one, it is the first of the reader that there are texts in, or English.
 */
export function speak(wanted) {
  if (chosen && !wanted) return;
  const given = canonical(wanted);
  const tag = (given ? [given] : navigator.languages).find((tag) => Object.hasOwn(languages, languageOf(tag)));
  // Where there are no texts in the language of the reader, numbers and dates are in it all the same.
  const locale = tag ?? given ?? navigator.language;
  const number = (options) => new Intl.NumberFormat(locale, options);
  const isRight = languageOf(tag ?? "en") === "ar";
  chosen = {
    locale, lang: tag ?? "en", dir: isRight ? "rtl" : given ? "ltr" : null, isRight,
    texts: languages[languageOf(tag ?? "en")], plural: new Intl.PluralRules(tag ?? "en"),
    grouped: number(), written: number({ useGrouping: false, maximumFractionDigits: 20 }),
    percent: number({ style: "percent", roundingMode: "floor" }),
  };
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

/** The language of the page: how its numbers and dates are (`locale`), and what its elements are marked with. */
export const spoken = () => chosen;

/**
 * A text of ours.
 *
 * @param {string} key The text in English. Of a text with a number `{n}`, it is the plural.
 * @param {object} values What is put in place of names in braces: numbers and texts.
 */
export function phrase(key, values = {}) {
  const { texts, plural } = chosen;
  const text = texts[key] ?? english[key] ?? key;
  const form = typeof text === "string" ? text : text[plural.select(values.n)] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => inserted(values[name]));
}

/** Something within a text, which keeps its own direction where that of the text is another. */
function inserted(value) {
  if (typeof value === "number") return grouped(value);
  return chosen.isRight ? `\u2068${value}\u2069` : String(value);
}

/** A number as it is read by people. */
export const grouped = (number) => chosen.grouped.format(number);

/** A number as it is typed by people: without signs between groups of digits. */
export function written(number) {
  const size = Math.abs(number);
  return size === 0 || (size >= smallest && size < greatest) ? chosen.written.format(number) : String(number);
}

/** A part of a whole. */
export const percent = (part) => chosen.percent.format(part);

/** A date, or a time, in a style of `Intl.DateTimeFormat`. */
export const dated = (date, style) => new Intl.DateTimeFormat(chosen.locale, style).format(date);

/** So many rows. */
export const countedRows = (n) => phrase("{n} rows", { n });
