/// A sort of texts by their folded forms, then by the texts themselves, in code point order.
///
/// Texts often share prefixes (paths, names of one family), so the sort compares eight bytes at a
/// time: it sorts a run of texts by the next eight bytes, stored beside the texts as one number,
/// and then sorts each run of equal numbers by the following eight.
struct TextSort {
  /// Returns the key of the text at an index, from a depth in bytes.
  typealias KeyAt = (_ index: UInt32, _ depth: Int) -> Key

  /// The keys of the texts, the most significant first: of the folded texts, then of the texts.
  private(set) var levels: [KeyAt]

  /// Creates a sort by the keys of folded texts and of texts.
  init(folded: @escaping KeyAt, shown: @escaping KeyAt) { levels = [folded, shown] }

  /// Up to eight bytes of a text from some depth, and their number.
  struct Key: Comparable {
    /// The bytes as a big-endian number, padded with zeros.
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

  /// Returns the indices in the order of their texts; equal texts are in ascending order of index.
  ///
  /// - Complexity: O(n log n) comparisons of numbers for every eight bytes of common prefix
  func sorted(_ indices: [UInt32]) -> [UInt32] {
    var items = indices.map { Item(index: $0) }
    sort(&items, 0..<items.count, 0, levels[...])
    return items.map(\.index)
  }

  /// Sorts a range of items whose texts agree up to `depth` at the first level; sorts items with
  /// equal texts by the next levels.
  private func sort(
    _ items: inout [Item], _ range: Range<Int>, _ depth: Int, _ levels: ArraySlice<KeyAt>
  ) {
    guard let keyAt = levels.first else { return }
    var depth = depth
    while range.count > 1 {
      for place in range { items[place].key = keyAt(items[place].index, depth) }
      items[range].sort { $0.key != $1.key ? $0.key < $1.key : $0.index < $1.index }
      let first = items[range.lowerBound].key
      if first != items[range.upperBound - 1].key || first.count < 9 { break }
      depth += 8  // All texts agree so far, so iterate instead of recursing.
    }
    var start = range.lowerBound
    while start < range.upperBound {
      let key = items[start].key
      var end = start + 1
      while end < range.upperBound && items[end].key == key { end += 1 }
      if end - start > 1 {
        if key.count > 8 {
          sort(&items, start..<end, depth + 8, levels)
        } else {
          sort(&items, start..<end, 0, levels.dropFirst())
        }
      }
      start = end
    }
  }
}

extension TextSort {
  /// Puts the order of a collator before the other levels.
  ///
  /// - Parameters:
  ///   - collator: The collator; nil for the plain order.
  ///   - count: The number of texts.
  ///   - text: Calls a function with the text at an index that the collator sorts, if there is one.
  mutating func collate(
    by collator: TextCollator?, count: Int,
    _ text: (TextCollator, Int, (Span<UInt8>) -> Void) -> Void
  ) {
    guard let collator else { return }
    let keys = CollationKeys(count: count) { index, key in
      text(collator, index) { collator.append($0, to: &key) }
    }
    levels.insert({ keys.key($0, $1) }, at: 0)
  }
}

extension TextSort {
  /// Creates a sort of a block's texts by their indices in it.
  init(_ block: TextBlock) {
    self.init(
      folded: { index, depth in block.folded.with(Int(index)) { Key($0, depth) } },
      shown: { index, depth in block.shown.with(Int(index)) { Key($0, depth) } })
  }

  /// Creates a sort of slots by their texts.
  ///
  /// - Precondition: No sorted slot is null.
  init(_ column: TextColumn) {
    self.init(
      folded: { slot, depth in column.withFolded(slot) { Key($0, depth) } ?? Key() },
      shown: { slot, depth in column.withShown(slot) { Key($0, depth) } ?? Key() })
  }
}
