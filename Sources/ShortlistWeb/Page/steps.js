// How far keys and the pointer move the ends of a range.

import { isLess } from "./json.js";

/**
 * The step for values between bounds: about a hundredth of what there is, a round number.
 *
 * @param {[number, number]} bounds The least and the greatest value.
 * @param {boolean} isWhole Whether there are whole numbers only.
 * @returns {{size: number, digits: number}} The step, and the digits after the point that it has.
 */
export function stepBetween([lower, upper], isWhole) {
  const hundredth = upper / 100 - lower / 100;
  let power = hundredth > 0 ? Math.floor(Math.log10(hundredth)) : 0;
  const rest = hundredth / 10 ** power;
  let mantissa = rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10;
  if (mantissa === 10) [mantissa, power] = [1, power + 1];
  if (isWhole && power < 0) [mantissa, power] = [1, 0];
  const digits = Math.min(Math.max(0, -power), 100);
  return { size: Number(`${mantissa}e${power}`), digits };
}

/** The lesser and the greater of two numbers, each as it is. */
export const lesser = (a, b) => (isLess(b, a) ? b : a);
export const greater = (a, b) => (isLess(a, b) ? b : a);

/** A value so many steps further, a multiple of the step. */
export function moved(value, count, step) {
  const places = value / step.size;
  // What is nearly a multiple is one: 0.3 is three times 0.1.
  const multiple = count > 0 ? Math.floor(places + 1e-9) : Math.ceil(places - 1e-9);
  return multipleOf(step, multiple + count);
}

/** The multiple of a step that is nearest to a value. */
export function rounded(value, step) {
  return multipleOf(step, Math.round(value / step.size));
}

function multipleOf({ size, digits }, count) {
  return Number((count * size).toFixed(digits));
}
