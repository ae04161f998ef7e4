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

/** What a text in JSON stands for; long numbers are exact as texts, in JSON, and when they are compared. */
export function parse(text) {
  if (!JSON.rawJSON || !long.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
    return String(value) === source ? value : longNumber(source);
  });
}
