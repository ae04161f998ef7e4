// A row with all its attributes, none of them cut.

/** How often the place of a row is looked up, when the list changes meanwhile. */
const attempts = 5;

/** The error of a request that was made for another revision of the list. */
const staleRevision = -32003;

/**
 * The values of all attributes of a row.
 *
 * @param {ListModel} model The rows.
 * @param {*} id The row.
 * @param {number} index Its index among the picked rows, where these are shown.
 * @returns {Promise<?object>} The values; null if the row does not match.
 */
export async function wholeRow(model, id, index) {
  await model.settled();
  if (model.showsPicked) {
    const { ids, rows } = await model.session.request("selection.rows", { from: index, length: 1 });
    return ids[0] === id ? rows[0] : null;
  }
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { revision, positions: [place] } = await model.session.request("list.locate", { ids: [id] });
    if (!place) return null;
    const values = await rowAt(model, place, id, revision);
    if (values) return values;
  }
  // The list changes all the time: what is held of the row is shown.
  return model.rows.get(id)?.values ?? null;
}

/** The values of a row at a place of a revision; null if it is not there. */
async function rowAt(model, { section, row }, id, revision) {
  const name = model.sections[section]?.name;
  if (row === null || name === undefined) return null;
  const ask = (method, params) => model.session.request(method, { section: name, ifRevision: revision, ...params });
  const attributes = model.hello.attributes.map((attribute) => attribute.name);
  try {
    const [{ ids }, { rows }] = await Promise.all([
      ask("list.ids"), ask("list.rows", { from: row, length: 1, attributes })]);
    return ids[row] === id ? rows[0] : null;
  } catch (error) {
    if (error.code === staleRevision) return null;
    throw error;
  }
}
