/// Sorts texts by their folded forms, then by the texts themselves, in code point order.
///
/// Texts often begin alike (paths, names of one family), so they are compared eight bytes at a
/// time: a run of texts is sorted by the next eight bytes, held beside them as one number, and
/// each run of equal numbers is sorted in turn by the eight after those.
struct TextSort {
  /// Gives the key of the text at an index, from a depth in bytes.
  typealias KeyAt = (_ index: UInt32, _ depth: Int) -> Key

  /// Keys of the folded texts.
  let folded: KeyAt
  /// Keys of the texts as they are.
  let shown: KeyAt

  /// Eight bytes of a text from some depth, and how many of them there are.
  struct Key: Comparable {
    /// The bytes as a number, the first one the most significant, zeros past the end.
    var bytes: UInt64 = 0
    /// The number of bytes, 9 if more follow.
    var count = 0

    static func < (a: Self, b: Self) -> Bool {
      a.bytes != b.bytes ? a.bytes < b.bytes : a.count < b.count
    }

    init() {}

    init(_ text: Span<UInt8>, _ depth: Int) {
      let left = text.count - depth
      count = min(left, 9)
      for index in 0..<min(left, 8) {
        bytes |= UInt64(text[depth + index]) << UInt64(56 - 8 * index)
      }
    }
  }

  private struct Item {
    var key = Key()
    var index: UInt32
  }

  /// The indices in the order of their texts; equal texts are in ascending order of their indices.
  ///
  /// - Complexity: O(n log n) comparisons of numbers for every eight bytes that texts share
  func sorted(_ indices: [UInt32]) -> [UInt32] {
    var items = indices.map { Item(index: $0) }
    sort(&items, 0..<items.count, 0, folded, then: shown)
    return items.map(\.index)
  }

  /// Sorts a range of items whose texts are alike up to `depth`, and those that are alike to their
  /// ends by `next`.
  private func sort(
    _ items: inout [Item], _ range: Range<Int>, _ depth: Int, _ keyAt: KeyAt, then next: KeyAt?
  ) {
    var depth = depth
    while range.count > 1 {
      for place in range { items[place].key = keyAt(items[place].index, depth) }
      items[range].sort { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
      let first = items[range.lowerBound].key
      if first != items[range.upperBound - 1].key || first.count < 9 { break }
      depth += 8  // All are alike so far: no need to go deeper into the stack.
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let key = items[start].key
      var end = start + 1
      while end < range.upperBound && items[end].key == key { end += 1 }
      if end - start > 1 {
        if key.count > 8 {
          sort(&items, start..<end, depth + 8, keyAt, then: next)
        } else if let next {
          sort(&items, start..<end, 0, next, then: nil)
        }
      }
      start = end
    }
  }
}

extension TextSort {
  /// Sorts texts of a block by their places in it.
  init(_ block: TextBlock) {
    self.init(
      folded: { index, depth in block.folded.with(Int(index)) { Key($0, depth) } },
      shown: { index, depth in block.shown.with(Int(index)) { Key($0, depth) } })
  }

  /// Sorts slots by their texts.
  ///
  /// - Precondition: The slots that are sorted have texts.
  init(_ column: TextColumn) {
    self.init(
      folded: { slot, depth in column.withFolded(slot) { Key($0, depth) } ?? Key() },
      shown: { slot, depth in column.withShown(slot) { Key($0, depth) } ?? Key() })
  }
}
