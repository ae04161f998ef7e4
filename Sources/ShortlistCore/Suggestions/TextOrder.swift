/// The rows of a table in the ascending order of a text, where those that begin with a text are side
/// by side.
struct TextOrder {
  private let order: SlotTree
  private let texts: TextColumn

  /// The order of a column, of all rows.
  init(_ order: SlotTree, of texts: TextColumn) {
    self.order = order
    self.texts = texts
  }

  /// The first rows whose folded text begins with another.
  ///
  /// - Complexity: O(log n + limit)
  func slots(beginningWith folded: [UInt8], limit: Int) -> [UInt32] {
    var found: [UInt32] = []
    var position = position(of: folded, shown: nil)
    while position < order.count, found.count < limit {
      let slot = order[position]
      let isHit = texts.withFolded(slot) { text in
        text.count >= folded.count && text.extracting(..<folded.count).isSame(as: folded.span)
      }
      guard isHit == true else { break }
      found.append(slot)
      position += 1
    }
    return found
  }

  /// The first row that has a text, else the first whose text is the same when both are folded.
  ///
  /// - Complexity: O(log n)
  func slot(equalling shown: [UInt8], folded: [UInt8]) -> UInt32? {
    let exact = position(of: folded, shown: shown)
    if exact < order.count {
      let slot = order[exact]
      if texts.withShown(slot, { $0.isSame(as: shown.span) }) == true { return slot }
    }
    let first = position(of: folded, shown: nil)
    guard first < order.count else { return nil }
    let slot = order[first]
    return texts.withFolded(slot) { $0.isSame(as: folded.span) } == true ? slot : nil
  }

  /// The position of the first row that is not before a text; with `shown` among those that are the
  /// same when folded.
  private func position(of folded: [UInt8], shown: [UInt8]?) -> Int {
    var arena = Arena()
    arena.append(folded.span)
    var key = SlotKey()
    key.append(0, width: 1)
    key.fill(with: arena.head(0).start)
    return order.partitionPoint(key.bits) { slot in
      let found = texts.withFolded(slot) { Bytes.compare($0, folded.span) }
      guard found == 0, let shown else { return found.map { $0 < 0 } ?? false }
      return texts.withShown(slot) { Bytes.compare($0, shown.span) < 0 } ?? false
    }
  }
}
