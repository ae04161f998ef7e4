// Rows in pages, so that of many rows only some are held at a time.

import { TwinList } from "./twin-list.js";

/** How many rows are asked for at first, at the most, and how many letters there should be of them. */
const [first, most, letters] = [100, 10_000, 2_000_000];

/** How many rows the next page may have, after one of so many rows. */
function nextLength(rows) {
  const each = JSON.stringify(rows.slice(0, 100)).length / Math.min(rows.length, 100);
  return Math.max(1, Math.min(most, 4 * rows.length, Math.floor(letters / each)));
}

/**
 * The picked rows, in the order in which they were picked.
 *
 * @param {Session} session The list.
 * @yields {{ids: Array, rows: object[], count: number}} Rows, and how many there are in all.
 */
export async function* pickedRows(session) {
  let length = first;
  for (let from = 0; ;) {
    const { ids, rows, count } = await session.request("selection.rows", { from, length });
    if (rows.length > 0) yield { ids, rows, count };
    from += rows.length;
    if (rows.length === 0 || from >= count) return;
    length = nextLength(rows);
  }
}

/**
 * The rows that match, in the order in which they are shown.
 *
 * They are read from a list of their own with the same query, because what is read of a list is what
 * its windows show, and the windows of the page's list are where the person looks.
 *
 * @param {Session} session The page's list.
 * @param {object} query Its query.
 * @param {boolean} hasIds Whether their ids are asked for, too.
 * @yields {{ids: ?Array, rows: object[], count: number}} Rows, and how many there are in all.
 */
export async function* matchingRows(session, { search, match, sort, sections }, hasIds = false) {
  const twin = new TwinList(session);
  const ask = (method, params) => twin.ask(method, params);
  try {
    await ask("list.window", { range: { kind: "fixed", length: 0 } });
    await twin.filter((await session.request("filter.get")).groups);
    const query = { search: search ?? "", match, sort, sections: sections ? { by: sections } : null };
    const { total, sections: shown } = await ask("list.query", query);
    let length = first;
    for (const { name, count } of shown) {
      for (let offset = 0; offset < count;) {
        const [, { rows }, named] = await Promise.all([
          ask("list.window", { section: name, range: { kind: "fixed", offset, length } }),
          ask("list.rows", { section: name, length }), hasIds ? ask("list.ids", { section: name }) : null,
        ]);
        if (rows.length === 0) break;
        yield { ids: named?.ids, rows, count: total };
        offset += rows.length;
        length = nextLength(rows);
      }
      await ask("list.window", { section: name, range: { kind: "fixed", length: 0 } });
    }
  } finally {
    twin.close();
  }
}
