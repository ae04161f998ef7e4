// How far keys and the pointer move the ends of a range.

import { bigOf, isLess, wholeNumber } from "./json.js";

/** How much a number is above another: of whole numbers the nearest to what it is exactly. */
export function difference(a, b) {
  const [first, second] = [bigOf(a), bigOf(b)];
  return first === undefined || second === undefined ? a - b : Number(first - second);
}

/**
 * The step for values between bounds: about a hundredth of what there is, a round number.
 *
 * @param {[number, number]} bounds The least and the greatest value.
 * @param {boolean} isWhole Whether there are whole numbers only.
 * @returns {{size: number, digits: number, isWhole: boolean}} The step, and the digits after the point that it has.
 */
export function stepBetween([lower, upper], isWhole) {
  const isExact = isWhole && bigOf(lower) !== undefined && bigOf(upper) !== undefined;
  const hundredth = isExact ? difference(upper, lower) / 100 : upper / 100 - lower / 100;
  let power = hundredth > 0 ? Math.floor(Math.log10(hundredth)) : 0;
  const rest = hundredth / 10 ** power;
  let mantissa = rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10;
  if (mantissa === 10) [mantissa, power] = [1, power + 1];
  if (isWhole && power < 0) [mantissa, power] = [1, 0];
  const digits = Math.min(Math.max(0, -power), 100);
  return { size: Number(`${mantissa}e${power}`), digits, isWhole: isExact };
}

/** The lesser and the greater of two numbers, each as it is. */
export const lesser = (a, b) => (isLess(b, a) ? b : a);
export const greater = (a, b) => (isLess(a, b) ? b : a);

/** A value so many steps further, a multiple of the step. */
export function moved(value, count, step) {
  const whole = step.isWhole ? bigOf(value) : undefined;
  if (whole !== undefined) {
    const size = BigInt(step.size);
    const rest = remainder(whole, size);
    return wholeNumber(String(whole - rest + (count < 0 && rest > 0n ? size : 0n) + BigInt(count) * size));
  }
  const places = value / step.size;
  // What is nearly a multiple is one: 0.3 is three times 0.1.
  const multiple = count > 0 ? Math.floor(places + 1e-9) : Math.ceil(places - 1e-9);
  return multipleOf(step, multiple + count);
}

/** The multiple of a step that is nearest to what is so far between two values, from 0 to 1. */
export function between([lower, upper], part, step) {
  if (step.isWhole) {
    const size = BigInt(step.size);
    const value = bigOf(lower) + BigInt(Math.round(part * difference(upper, lower))) + size / 2n;
    return wholeNumber(String(value - remainder(value, size)));
  }
  return multipleOf(step, Math.round((lower + part * (upper - lower)) / step.size));
}

/** What is left of a whole number after the greatest multiple of a size that is not above it. */
const remainder = (whole, size) => ((whole % size) + size) % size;

function multipleOf({ size, digits }, count) {
  return Number((count * size).toFixed(digits));
}
