/// The unit of storage, search and copy-on-write: 65,536 rows.
///
/// A chunk fits the CPU caches and is a unit of work for one core. Changing a row while another
/// copy of the table exists copies only the row's chunk.
enum Chunk {
  /// The number of rows in a chunk.
  static var rows: Int { 1 << shift }
  /// The shift for a chunk index: `slot >> shift` is the chunk of a slot.
  static var shift: Int { Sizes.chunkShift }
  /// The mask for a row: `slot & mask` is the row of a slot within its chunk.
  static var mask: Int { rows - 1 }
  /// The number of words in a chunk's bitmap.
  static var words: Int { rows / 64 }

  /// Returns the number of chunks for `count` rows.
  static func count(for count: Int) -> Int { (count + mask) >> shift }

  /// Returns the number of rows in a chunk of a table of `count` rows.
  static func rows(of chunk: Int, count: Int) -> Int { min(rows, count - chunk << shift) }
}
