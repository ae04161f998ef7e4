// Days, weeks, months and years, in which the rows of dates are counted.

/** The most parts, and how many days are shown as days and as weeks. */
const [most, mostDays, mostWeekDays] = [30, 31, 182];

const day = 86_400_000;

/** The time at which a day begins, in milliseconds; NaN if its year has not four digits. */
const time = (text) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(`${text.slice(0, 10)}T00:00:00Z`) : NaN);

const text = (time) => new Date(time).toISOString().slice(0, 10);

/**
 * Divides what is between two days into days, weeks, months, or years or some years together.
 *
 * @param {string} first The first day or instant, as in "2026-03-01".
 * @param {string} last The last.
 * @returns {?{unit: string, parts: {from: string, to: string}[]}} The parts, each with its first and its
 *   last day, both or one beyond the days in question; null if there are years before 0 or after 9999.
 */
export function dayBuckets(first, last) {
  const [start, end] = [time(first), time(last)];
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  const days = (end - start) / day + 1;
  const months = 12 * (year(end) - year(start)) + month(end) - month(start) + 1;
  if (days <= mostDays) return { unit: "day", parts: parts(start, end, (time) => time + day) };
  // A week begins with its Monday.
  const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * day;
  if (days <= mostWeekDays) return { unit: "week", parts: parts(monday, end, (time) => time + 7 * day) };
  const next = (count) => (time) => beginning(year(time), month(time) + count);
  if (months <= most) return { unit: "month", parts: parts(beginning(year(start), month(start)), end, next(1)) };
  const step = stepOf(year(end) - year(start) + 1);
  return { unit: "year", parts: parts(beginning(year(start) - (year(start) % step), 0), end, next(12 * step)) };
}

/** How many years are one part: a round number of them. */
function stepOf(years) {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (years / step < most) return step;
  }
}

const year = (time) => new Date(time).getUTCFullYear();
const month = (time) => new Date(time).getUTCMonth();

/** When a month begins; a month beyond twelve is one of another year. */
function beginning(year, month) {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 1);
  return date.getTime();
}

function parts(start, end, next) {
  const parts = [];
  for (let time = start; time <= end; time = next(time)) {
    parts.push({ from: text(Math.max(time, earliest)), to: text(Math.min(next(time) - day, latest)) });
  }
  return parts;
}

/** The first and the last day that fields for days take. */
const [earliest, latest] = [Date.parse("0001-01-01"), Date.parse("9999-12-31")];

/** The name of a part in some words, as a mark below its bar. */
export function name({ from }, unit, words) {
  const format = { year: { year: "numeric" }, month: { year: "numeric", month: "short" } }[unit]
    ?? { year: "numeric", month: "short", day: "numeric" };
  return words.dated(time(from), { ...format, timeZone: "UTC" });
}

/** Where a day is among parts that are equally wide, from 0 to 1; its end if it `isLast`. */
export function placeOf(value, parts, isLast) {
  const at = time(value);
  const index = parts.findLastIndex(({ from }) => time(from) <= at);
  if (index < 0) return 0;
  const { from, to } = parts[index];
  const within = (at - time(from) + (isLast ? day : 0)) / (time(to) + day - time(from));
  return Math.min(1, (index + Math.min(1, within)) / parts.length);
}
