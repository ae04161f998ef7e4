// Rows as texts that other programs read.

import { escaped } from "./clipboard.js";
import { member } from "./row-element.js";

/** A value as `shortlist filter` writes it. */
export function plain(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

/** A cell in quotes, if anything in it needs them. */
function quoted(text, special, isAlone) {
  return special.test(text) || (text === "" && isAlone) ? `"${text.replaceAll('"', '""')}"` : text;
}

const record = (texts, separator, special) =>
  texts.map((text) => quoted(text, special, texts.length === 1)).join(separator) + "\n";

const object = (row, names) => {
  const members = names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(member(row, name) ?? null)}`);
  return `{${members.join()}}`;
};

/** Each format: what comes before all rows, each row as it follows another, and what comes after. */
export const formats = {
  csv: {
    name: "CSV", type: "text/csv",
    begin: (names) => record(names, ",", /[",\r\n]/),
    row: (row, names) => record(names.map((name) => plain(member(row, name))), ",", /[",\r\n]/),
    end: () => "",
  },
  jsonl: {
    name: "JSON lines", type: "application/jsonl",
    begin: () => "", row: (row, names) => `${object(row, names)}\n`, end: () => "",
  },
  json: {
    name: "JSON", type: "application/json",
    begin: () => "", row: (row, names, index) => (index === 0 ? "[" : ",") + object(row, names),
    end: (count) => (count === 0 ? "[]\n" : "]\n"),
  },
};

/**
 * Rows as a spreadsheet takes them: a line each, with tabs, and a table.
 *
 * @param {object[]} rows The rows.
 * @param {string[]} names The attributes.
 * @param {boolean} isTitled Whether their names come first.
 */
export function table(rows, names, isTitled) {
  const texts = rows.map((row) => names.map((name) => plain(member(row, name))));
  const line = (cells) => cells.map((cell) => quoted(cell, /["\t\r\n]/, false)).join("\t");
  const markup = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  const head = isTitled ? [markup(names, "th")] : [];
  return {
    text: (isTitled ? [names, ...texts] : texts).map(line).join("\n"),
    html: `<table>${[...head, ...texts.map((cells) => markup(cells, "td"))].join("")}</table>`,
  };
}
