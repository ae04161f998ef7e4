/// Rows are kept, searched and shared in chunks of 65,536.
///
/// A chunk fits the caches, is a piece of work for one core, and is all that is copied when a row
/// of it changes while somebody still looks at the old table.
enum Chunk {
  /// The number of rows in a chunk.
  static var rows: Int { 1 << shift }
  /// `slot >> shift` is the chunk of a slot.
  static var shift: Int { Sizes.chunkShift }
  /// `slot & mask` is its place in the chunk.
  static var mask: Int { rows - 1 }
  /// The words of a bitmap over a chunk.
  static var words: Int { rows / 64 }

  /// The number of chunks that `count` rows need.
  static func count(for count: Int) -> Int { (count + mask) >> shift }

  /// The number of rows in a chunk of a table of `count` rows.
  static func rows(of chunk: Int, count: Int) -> Int { min(rows, count - chunk << shift) }
}
