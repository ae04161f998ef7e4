// What a changeset of the protocol makes of the sections and the windows that a page holds.

/**
 * Applies a changeset.
 *
 * A page holds windows of some sections only; changes in the others are skipped. Nothing that is
 * passed in is modified.
 *
 * @param {{sections: object[], rows: object[]}} changes The changes, as the protocol describes them.
 * @param {string[]} before The names of the sections before the changes, in order.
 * @param {Map<string, {from: number, length: number, ids: Array}>} held Rows of sections: the ids of at
 *   most `length` rows from the index `from` on.
 * @param {function(string): {from: number, length: number}} rangeOf The range of a section that appears.
 * @returns {?{names: string[], windows: Map, updated: Set}} The sections and windows after the changes,
 *   and the ids of the rows whose values have changed or may have; null if the changes do not fit.
 */
export function applied(changes, before, held, rangeOf) {
  const windows = new Map(held);
  const names = arranged(before, changes.sections);
  const [edits, updated] = [new Map(), new Set()];
  const edit = (name) => {
    if (!edits.has(name)) edits.set(name, { gone: new Set(), coming: [] });
    return edits.get(name);
  };
  for (const { type, name, ids } of changes.sections) {
    if (type === "delete") windows.delete(name);
    if (type !== "insert") continue;
    windows.set(name, { ...rangeOf(name), ids });
    for (const id of ids) updated.add(id);
  }
  for (const change of changes.rows) {
    const { type, id, from, to } = change;
    if (type !== "insert") {
      const name = before[change.fromSection ?? change.section];
      if (held.has(name) && held.get(name).ids[from] !== id) return null;
      if (type !== "update") edit(name).gone.add(from);
    }
    if (type === "insert" || type === "move") {
      edit(names[change.toSection ?? change.section]).coming.push({ id, to });
    }
    if (type === "insert" || type === "update" || change.updated) updated.add(id);
  }
  for (const [name, { gone, coming }] of edits) {
    const window = windows.get(name);
    if (!window) continue;
    const ids = window.ids.filter((_, row) => !gone.has(row));
    for (const { id, to } of coming.sort((a, b) => a.to - b.to)) {
      if (to > ids.length) return null;
      ids.splice(to, 0, id);
    }
    if (ids.length > window.length) return null;
    windows.set(name, { ...window, ids });
  }
  return { names, windows, updated };
}

/** Sections without those that go, and with those that come at their places. */
function arranged(names, changes) {
  const gone = new Set(changes.filter(({ type }) => type !== "insert").map(({ from }) => from));
  const after = names.filter((_, index) => !gone.has(index));
  const coming = changes.filter(({ type }) => type !== "delete");
  for (const { to, name } of coming.sort((a, b) => a.to - b.to)) after.splice(to, 0, name);
  return after;
}
