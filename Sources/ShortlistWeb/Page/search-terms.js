// The terms of a search with signs that say something of an attribute, such as `seats:300..`.

/** A term: perhaps a sign for "not", a name that may be in quotes, a sign, and a value. */
const form = /^[!-]?(?:"((?:[^"\\]|\\.)+)"|([^\s":~<>]+))([:~<>])(.+)$/s;

/** What is between white space; what is in quotes, or after a backslash, is no white space. */
const tokens = /(?:"(?:[^"\\]|\\.)*"?|\\\s|[^\s"])+/gs;

/** Makes alternatives of the terms beside it, so that none can be taken out by itself. */
const alternative = /(^|\s)(\||OR)(\s|$)/;

/**
 * Takes the terms about attributes out of a search.
 *
 * @param {string} search The search.
 * @param {{name: string, type: string}[]} attributes The attributes.
 * @param {boolean} isOver Whether the last word may be one, too; nothing may be typed after it any more.
 * @returns {{terms: string[], rest: string}} The terms, and the other words.
 */
export function split(search, attributes, isOver = true) {
  if (alternative.test(search)) return { terms: [], rest: search };
  const found = [...search.matchAll(tokens)].filter(({ 0: token, index }) => (
    (isOver || index + token.length < search.length) && isTerm(token, attributes)));
  let [rest, end] = ["", 0];
  for (const { 0: token, index } of found) {
    rest += search.slice(end, index);
    end = index + token.length;
    // The white space that was between it and the next word.
    while (/\s/.test(search[end] ?? "")) end++;
  }
  return { terms: found.map(([token]) => token), rest: rest + search.slice(end) };
}

/** A search with terms before other words. */
export const joined = (terms, rest) => (rest === "" ? terms.join(" ") : [...terms, rest].join(" "));

function isTerm(token, attributes) {
  const [, quoted, bare, sign, value] = form.exec(token) ?? [];
  const name = quoted?.replace(/\\(.)/gs, "$1") ?? bare;
  if (name === undefined || isOpen(value)) return false;
  const attribute = attributes.find((attribute) => attribute.name === name)
    ?? attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
  return attribute !== undefined && (!"<>".includes(sign) || ["integer", "number", "date"].includes(attribute.type));
}

/** Whether quotes are not closed. */
const isOpen = (value) => value.replace(/\\./gs, "").split('"').length % 2 === 0;
