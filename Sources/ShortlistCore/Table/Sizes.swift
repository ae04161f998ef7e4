/// The sizes at which what is kept is cut, from which on it is kept in another way, and at which it is
/// refused.
///
/// Debug builds take tiny ones, if the environment variable `SHORTLIST_SIZES` is `tiny`: then lists of
/// a few hundred rows cross every boundary. Releases have the real ones as constants.
package enum Sizes {
  // MARK: Tables

  /// The binary logarithm of the rows in a chunk; 6 at least, so that bitmaps have whole words.
  @inline(__always)
  static var chunkShift: Int { size(16, tiny: 6) }
  /// The most attributes of a list.
  package static var mostAttributes: Int { size(100_000, tiny: 100_000) }
  /// The most rows of a list.
  static var mostRows: Int { size(1 << 31 - 1, tiny: 1 << 31 - 1) }
  /// The most bytes of text in a chunk of a column, and of the different texts of a column.
  static var mostTextBytes: Int { size(Int(UInt32.max), tiny: 1 << 20) }
  /// The builder puts rows away when they have so many bytes, even if there is no chunk of them.
  static var openBytes: Int { size(64 << 20, tiny: 257) }
  /// So many nulls between two cells are kept as cells.
  static var shortGap: Int { size(32, tiny: 3) }
  /// Replaced texts of a chunk that are taken in at once.
  static var replacements: Int { size(2048, tiny: 7) }
  /// Fewer bytes of replaced texts are not worth a compaction.
  static var staleBytes: Int { size(64 << 20, tiny: 999) }

  // MARK: Lists

  /// The most slots in a leaf of a tree, and the most leaves in a block.
  static var leaf: Int { size(128, tiny: 5) }
  static var block: Int { size(512, tiny: 5) }
  /// A listing of more rows is not put in order as a whole before its first rows are shown.
  static var fewRows: Int { size(2048, tiny: 67) }
  /// The most rows that are put in order first.
  static var firstRows: Int { size(4096, tiny: 41) }
  /// The most bytes of listings that are kept.
  static var listingBytes: Int { size(32 << 20, tiny: 4099) }
  /// The results of each kind that are kept.
  static var searches: Int { size(32, tiny: 3) }
  static var filters: Int { size(32, tiny: 3) }
  static var extremes: Int { size(64, tiny: 2) }
  static var others: Int { size(8, tiny: 2) }
  /// The touched rows after which all results are forgotten, at least.
  static var logged: Int { size(4096, tiny: 61) }
  /// The visible rows that are compared with others, and the changes that are told one by one.
  package static var compared: Int { size(10_000, tiny: 1499) }
  /// The texts that are looked at as one piece of work.
  static var pooledTexts: Int { size(4096, tiny: 13) }

  // MARK: Sources

  /// The bytes of a file that are read first, the most that are read at once, and those of a piece.
  package static var firstWindow: Int { size(64 << 10, tiny: 211) }
  package static var window: Int { size(8 << 20, tiny: 4093) }
  package static var piece: Int { size(512 << 10, tiny: 307) }
  /// The rows of a table of a database that are read first, the most that are read at once.
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
