/// A set of slots, stored as a bitmap.
struct RowSet: Hashable, Sendable {
  /// The number of possible members.
  private(set) var universe: Int
  /// Bit `slot & 63` of word `slot >> 6`; bits past the universe are 0.
  private(set) var words: [UInt64]

  /// Creates an empty set.
  init(universe: Int) {
    self.universe = universe
    self.words = Array(repeating: 0, count: (universe + 63) / 64)
  }

  /// Creates a set of all slots.
  init(all universe: Int) {
    self.universe = universe
    self.words = Array(repeating: ~0, count: (universe + 63) / 64)
    clearTail()
  }

  /// Creates a set from the bitmaps of its chunks, in order.
  init(universe: Int, chunks: [[UInt64]]) {
    self.universe = universe
    words = []
    words.reserveCapacity((universe + 63) / 64)
    for chunk in chunks { words += chunk }
    precondition(words.count == (universe + 63) / 64, "\(words.count) words for \(universe) slots")
    clearTail()
  }

  private mutating func clearTail() {
    if universe & 63 != 0 { words[words.count - 1] &= (1 << UInt64(universe & 63)) - 1 }
  }

  /// Grows the universe; the added slots are not members.
  ///
  /// - Complexity: O(1) per slot, amortised
  mutating func grow(to universe: Int) {
    precondition(universe >= self.universe, "\(self.universe) slots cannot shrink to \(universe)")
    self.universe = universe
    let missing = (universe + 63) / 64 - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Returns the words of a chunk.
  func chunk(_ chunk: Int) -> ArraySlice<UInt64> {
    let start = chunk * Chunk.words
    return words[start..<min(start + Chunk.words, words.count)]
  }

  /// Returns the members in a chunk, in ascending order.
  func slots(in chunk: Int) -> [UInt32] {
    var slots: [UInt32] = []
    for (index, word) in self.chunk(chunk).enumerated() {
      var rest = word
      while rest != 0 {
        slots.append(UInt32(chunk << Chunk.shift + index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return slots
  }

  /// Whether a slot is a member.
  ///
  /// Setting it inserts or removes the slot.
  subscript(slot: UInt32) -> Bool {
    get { words[Int(slot >> 6)] & (1 << UInt64(slot & 63)) != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(slot & 63)
      if newValue { words[Int(slot >> 6)] |= bit } else { words[Int(slot >> 6)] &= ~bit }
    }
  }

  /// The number of members.
  ///
  /// - Complexity: O(universe / 64)
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Returns the number of slots, or at least `most` if there are that many.
  ///
  /// - Complexity: O(slots / 64), but it stops once it has counted `most`.
  func count(upTo most: Int) -> Int {
    var count = 0
    for word in words {
      count += word.nonzeroBitCount
      if count >= most { break }
    }
    return count
  }

  /// Removes all slots below `slot`.
  mutating func removeAll(below slot: Int) {
    for index in 0..<slot >> 6 { words[index] = 0 }
    if slot & 63 != 0 { words[slot >> 6] &= ~0 << UInt64(slot & 63) }
  }

  /// Removes the members that are not in `other`.
  mutating func formIntersection(_ other: RowSet) { combine(other) { $0 & $1 } }

  /// Inserts the members of `other`.
  mutating func formUnion(_ other: RowSet) { combine(other) { $0 | $1 } }

  /// Removes the members of `other`.
  mutating func subtract(_ other: RowSet) { combine(other) { $0 & ~$1 } }

  /// Replaces the set by its complement.
  mutating func invert() {
    for index in words.indices { words[index] = ~words[index] }
    clearTail()
  }

  private mutating func combine(_ other: RowSet, _ operation: (UInt64, UInt64) -> UInt64) {
    precondition(universe == other.universe, "\(universe) slots meet \(other.universe)")
    for index in words.indices { words[index] = operation(words[index], other.words[index]) }
  }

  /// Calls `body` with each member in ascending order.
  func forEach(_ body: (UInt32) -> Void) {
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        body(UInt32(truncatingIfNeeded: index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  /// Returns the first `limit` members, in ascending order.
  func first(_ limit: Int) -> [UInt32] {
    var slots: [UInt32] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        if slots.count == limit { return slots }
        slots.append(UInt32(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return slots
  }

  /// The members in ascending order.
  var slots: [UInt32] {
    var slots: [UInt32] = []
    slots.reserveCapacity(count)
    forEach { slots.append($0) }
    return slots
  }
}
