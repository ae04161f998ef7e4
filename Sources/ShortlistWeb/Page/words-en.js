// English texts that are not their keys: those with a singular.

export const english = {
  "Left out: {n} rows without a number.": { one: "Left out: {n} row without a number.", other: "Left out: {n} rows without a number." },
  "{n} rows": { one: "{n} row", other: "{n} rows" },
  "{shown} of {n} rows": { one: "{shown} of {n} row", other: "{shown} of {n} rows" },
  "{n} rows copied.": { one: "{n} row copied.", other: "{n} rows copied." },
  "{n} rows downloaded.": { one: "{n} row downloaded.", other: "{n} rows downloaded." },
  "Done. {n} rows picked.": { one: "Done. {n} row picked.", other: "Done. {n} rows picked." },
  "At least {n} rows must be picked.": { one: "At least {n} row must be picked.", other: "At least {n} rows must be picked." },
};
