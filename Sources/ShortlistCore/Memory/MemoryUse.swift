/// The memory that a list takes, by part, in bytes.
///
/// Each part is what its buffers have room for, whether it is filled or not. A buffer that several
/// parts have in common is counted once, in the first of them; so are those of lists that are counted
/// together. What does not grow with the rows is left out: names, queries, rules.
///
///     let use = engine.memory
///     print(use.texts, use.total)
public struct MemoryUse: Hashable, Sendable {
  /// The texts as they are shown: of an attribute whose texts repeat, and of sections, each once.
  public internal(set) var texts = 0
  /// The texts as searches and sorts compare them, where that is not as they are shown.
  public internal(set) var foldedTexts = 0
  /// What fuzzy searches know of the letters of texts.
  public internal(set) var letters = 0
  /// Which of the texts that repeat each row has, and where a text is found among them.
  public internal(set) var codes = 0
  /// The numbers, the dates as instants, the truth values and the lists.
  public internal(set) var columns = 0
  /// What identifies rows beside the attributes, and which of them there are.
  public internal(set) var ids = 0
  /// The orders of rows and of sections: the one that is shown, and those that are kept.
  public internal(set) var orders = 0
  /// The kept results of searches and filters, and the extremes of numbers and dates.
  public internal(set) var results = 0
  /// The selected rows, the order in which they were picked, and what can be undone.
  public internal(set) var selection = 0

  /// No memory.
  init() {}

  /// All of it.
  public var total: Int {
    texts + foldedTexts + letters + codes + columns + ids + orders + results + selection
  }
}
