// Numbers as people type them.

/**
 * The number that a text is in the language of the person; NaN if it is none.
 *
 * Groups of digits may be set off, as in `1,990` or `1 990`. A point is the decimal sign in all
 * languages in which it does not set off groups.
 *
 * @param {string} text What was typed.
 * @param {string} language The language, that of the browser unless given.
 */
export function numberOf(text, language = undefined) {
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
  const sign = (type) => parts.find((part) => part.type === type)?.value;
  const [group, decimal] = [sign("group") ?? ",", sign("decimal") ?? "."];
  const [whole, ...rest] = text.trim().replace("\u2212", "-").split(decimal);
  if (rest.length > 1) return NaN;
  const digits = /^[-+]?\d{1,3}(?:([\s.,'’])\d{3})(?:\1\d{3})*$/.exec(whole);
  const isGrouped = digits && (digits[1] === group || /\s|['’]/.test(digits[1]));
  const plain = [isGrouped ? whole.replace(/[^-+\d]/g, "") : whole, ...rest].join(".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}
