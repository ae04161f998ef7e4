// JSON whose whole numbers may be longer than a number of the browser is exact.

/** A whole number of such a length, where it may be. */
const long = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** The numbers that are held: the same number is the same object, so that ids can be compared. */
const known = new Map();
const registry = new FinalizationRegistry((source) => {
  if (!known.get(source)?.deref()) known.delete(source);
});

/** A whole number that a number of the browser is not equal to. */
class LongNumber {
  /** @param {string} source Its digits. */
  constructor(source) { this.source = source; }
  toString() { return this.source; }
  valueOf() { return Number(this.source); }
  toJSON() { return JSON.rawJSON(this.source); }
}

function longNumber(source) {
  let number = known.get(source)?.deref();
  if (!number) {
    number = new LongNumber(source);
    known.set(source, new WeakRef(number));
    registry.register(number, source);
  }
  return number;
}

/** The whole number of these digits, exact however long it is. */
export const wholeNumber = (digits) => (String(Number(digits)) === digits ? Number(digits) : longNumber(digits));

/** A whole number as one whose digits are all exact; undefined if it is not whole, or so long that it has an exponent. */
export const bigOf = (number) => (/^-?\d+$/.test(String(number)) ? BigInt(String(number)) : undefined);

/** Whether a number is less than another, exactly. */
export const isLess = (a, b) => exact(a) < exact(b);
const exact = (number) => (typeof number === "number" ? number : BigInt(number.source));

/** What a text in JSON stands for; long numbers are exact as texts, in JSON, and when they are compared. */
export function parse(text) {
  if (!JSON.rawJSON || !long.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) => {
    const isLong = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
    return isLong ? wholeNumber(source) : value;
  });
}
