// Numbers as people type them.

import { parse } from "./json.js";

/**
 * The whole number that a text is in a language, exact however long it is; NaN if it is none.
 *
 * @param {string} text What was typed.
 * @param {string} language The language.
 */
export function wholeNumberOf(text, language) {
  const plain = plainNumber(text, language);
  if (!/^[-+]?\d+$/.test(plain)) return numberOf(text, language);
  const digits = String(BigInt(plain.replace("+", "")));
  const [number] = parse(`[${digits}]`);
  return String(number) === digits ? number : NaN;
}

/**
 * The number that a text is in a language; NaN if it is none.
 *
 * Groups of digits may be set off, as in `1,990` or `1 990`. A point is the decimal sign in all languages in which
 * it does not set off groups. Digits may be those of the language or of English.
 *
 * @param {string} text What was typed.
 * @param {string} language The language.
 */
export function numberOf(text, language) {
  const plain = plainNumber(text, language);
  return plain === null ? NaN : Number(plain);
}

/** The number that a text is, as a program writes it; null if it is none. */
function plainNumber(text, language) {
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
  const sign = (type) => parts.find((part) => part.type === type)?.value;
  const [group, decimal] = [sign("group") ?? ",", sign("decimal") ?? "."];
  const digit = [...new Intl.NumberFormat(language, { useGrouping: false }).format(9876543210)].reverse();
  const typed = [...text.trim()].map((sign) => (digit.includes(sign) ? digit.indexOf(sign) : sign)).join("");
  const [whole, ...rest] = typed.replace(/[\u061c\u200e\u200f]/g, "").replace("\u2212", "-").split(decimal);
  if (rest.length > 1) return null;
  const digits = /^[-+]?\d{1,3}(?:([\s.,'’٬])\d{3})(?:\1\d{3})*$/.exec(whole);
  const isGrouped = digits && (digits[1] === group || /\s|['’]/.test(digits[1]));
  const plain = [isGrouped ? whole.replace(/[^-+\d]/g, "") : whole, ...rest].join(".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? plain : null;
}
