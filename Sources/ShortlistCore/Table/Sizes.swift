/// The limits and thresholds of storage, caching and reading.
///
/// Debug builds use tiny sizes if the environment variable `SHORTLIST_SIZES` is `tiny`, so that
/// lists of a few hundred rows cross every boundary. In release builds the sizes are constants.
package enum Sizes {
  // MARK: Tables

  /// The binary logarithm of the number of rows in a chunk; at least 6, so that bitmaps have whole
  /// words.
  @inline(__always)
  static var chunkShift: Int { size(16, tiny: 6) }
  /// The maximum number of attributes of a list.
  package static var maxAttributes: Int { size(100_000, tiny: 100_000) }
  /// The maximum number of rows of a list.
  static var maxRows: Int { size(1 << 31 - 1, tiny: 1 << 31 - 1) }
  /// The maximum size in bytes of the texts in a chunk, and of the distinct texts in a column's
  /// pool.
  static var maxTextBytes: Int { size(Int(UInt32.max), tiny: 1 << 20) }
  /// The size in bytes at which the builder moves its open rows into the columns, even before a
  /// chunk is full.
  static var openBytes: Int { size(64 << 20, tiny: 257) }
  /// The maximum number of nulls between two cells that are stored as cells of the same run.
  static var shortGap: Int { size(32, tiny: 3) }
  /// The size in bytes of a piece that is worth a place in a spill.
  static var spilled: Int { size(1024, tiny: 0) }
  /// The number of replaced texts at which a chunk is rewritten.
  static var replacements: Int { size(2048, tiny: 7) }
  /// The minimum size in bytes of stale texts that is worth a compaction.
  static var staleBytes: Int { size(64 << 20, tiny: 999) }

  // MARK: Lists

  /// The capacity of a tree's leaf in slots, and of a block in leaves.
  static var leaf: Int { size(128, tiny: 5) }
  static var block: Int { size(512, tiny: 5) }
  /// The number of rows above which a listing first sorts only the rows that are shown.
  static var fewRows: Int { size(2048, tiny: 67) }
  /// The number of rows from which on a search with signs finds no words with typos.
  static var enough: Int { size(10, tiny: 4) }
  /// The number of typed words whose similar words are kept.
  static var similarWords: Int { size(4, tiny: 1) }
  /// The maximum number of rows that are sorted first.
  static var firstRows: Int { size(4096, tiny: 41) }
  /// The maximum size of the cached listings in bytes.
  static var listingBytes: Int { size(32 << 20, tiny: 4099) }
  /// The number of cached listings.
  static var listings: Int { size(256, tiny: 16) }
  /// The number of cached results of each kind.
  static var searches: Int { size(32, tiny: 3) }
  static var filters: Int { size(32, tiny: 3) }
  static var extremes: Int { size(64, tiny: 2) }
  static var others: Int { size(8, tiny: 2) }
  /// The minimum number of touched rows after which all cached results are dropped.
  static var logged: Int { size(4096, tiny: 61) }
  /// The number of rows or changes above which changes are no longer reported one by one.
  package static var compared: Int { size(10_000, tiny: 1499) }
  /// The number of pooled texts in one unit of work.
  static var pooledTexts: Int { size(4096, tiny: 13) }

  // MARK: Sources

  /// The number of bytes of a file that are read first, the maximum read at once, and the size of a
  /// piece.
  package static var firstWindow: Int { size(64 << 10, tiny: 211) }
  package static var window: Int { size(8 << 20, tiny: 4093) }
  package static var piece: Int { size(512 << 10, tiny: 307) }
  /// The number of rows of a database table that are read first, and the maximum read at once.
  package static var firstBatch: Int { size(4096, tiny: 11) }
  package static var batch: Int { size(1 << 16, tiny: 53) }

  #if SHORTLIST_CHECKS
    /// Whether sizes are tiny.
    package static let areTiny = unsafe Platform.environment("SHORTLIST_SIZES") == "tiny"

    private static func size(_ size: Int, tiny: Int) -> Int { areTiny ? tiny : size }
  #else
    @inline(__always)
    private static func size(_ size: Int, tiny: Int) -> Int { size }
  #endif
}
