/// The memory of a list, by part, in bytes.
///
/// Each part counts the capacity of its buffers, whether filled or not. A buffer that several parts
/// share is counted once, in the first of them; the same applies to lists that are counted
/// together. What does not grow with the number of rows is not counted: names, queries, rules.
///
///     let use = engine.memory
///     print(use.texts, use.total)
package struct MemoryUse: Hashable, Sendable {
  /// The texts as shown; repeated texts of an attribute, and sections, are stored once.
  package internal(set) var texts = 0
  /// The folded texts, where they differ from the texts as shown.
  package internal(set) var foldedTexts = 0
  /// The letter indexes for fuzzy searches, and the word indexes for searches with typos.
  package internal(set) var letters = 0
  /// The codes of repeated texts in each row, and the hash tables of the texts.
  package internal(set) var codes = 0
  /// The numbers, the dates as instants, the Booleans and the lists.
  package internal(set) var columns = 0
  /// The row identity outside the attributes, and the set of existing rows.
  package internal(set) var ids = 0
  /// The orders of rows and sections: the current one and cached ones.
  package internal(set) var orders = 0
  /// The cached results of searches and filters, and the extremes of numbers and dates.
  package internal(set) var results = 0
  /// The selected rows, the order of selection, and the undo history.
  package internal(set) var selection = 0

  /// Creates a use of zero bytes.
  init() {}

  /// The sum of all parts.
  package var total: Int {
    texts + foldedTexts + letters + codes + columns + ids + orders + results + selection
  }
}
