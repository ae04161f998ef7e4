/// The fold of every scalar, in two stages: blocks of scalars, and the entries of a block.
struct FoldingTable: Sendable {
  /// The index in `entries` of each block's first entry; the block of a scalar is `scalar >> 7`.
  private var blocks = [UInt32](repeating: 0, count: 0x11_0000 >> Self.blockBits)
  /// The entries, one for each scalar of a block.
  ///
  /// All blocks of scalars that fold to themselves share the first block. An entry of 0 marks a
  /// scalar that folds to itself. Otherwise the low eight bits are the length of the fold plus one.
  /// The bits above hold the bytes of the fold, the first lowest, if there are at most three;
  /// otherwise the index of its first byte in `longFolds`.
  private var entries = [UInt32](repeating: 0, count: 1 << Self.blockBits)
  private var longFolds: [UInt8] = []

  private static let blockBits = 7
  private static let itself: UInt32 = 0

  /// The shared table, decoded on first use.
  static let shared = FoldingTable()

  private init() {
    entries.reserveCapacity(1 << 15)
    longFolds.reserveCapacity(1 << 14)
    var reader = NumberReader(FoldingData.folds)
    var scalar = -1
    var part = 0
    var fold: [UInt8] = []
    while let head = reader.next() {
      scalar += head >> 2 + 1
      let count = head & 3 < 3 ? head & 3 : 3 + (reader.next() ?? 0)
      fold.removeAll(keepingCapacity: true)
      for _ in 0..<count {
        let step = reader.next() ?? 0
        part += step & 1 == 0 ? step >> 1 : ~(step >> 1)
        Self.append(UInt32(part), to: &fold)
      }
      set(fold, of: scalar)
    }
  }

  private mutating func set(_ fold: [UInt8], of scalar: Int) {
    let block = scalar >> Self.blockBits
    if blocks[block] == 0 {
      blocks[block] = UInt32(entries.count)
      entries.append(contentsOf: repeatElement(Self.itself, count: 1 << Self.blockBits))
    }
    var entry = UInt32(fold.count + 1)
    if fold.count <= 3 {
      for (index, byte) in fold.enumerated() { entry |= UInt32(byte) << (8 * (index + 1)) }
    } else {
      entry |= UInt32(longFolds.count) << 8
      longFolds += fold
    }
    entries[Int(blocks[block]) + scalar & (1 << Self.blockBits - 1)] = entry
  }

  /// Appends the fold of a scalar.
  ///
  /// A jamo merges with the preceding jamo or syllable into a syllable if that begins at or after
  /// `start`.
  ///
  /// - Returns: Whether a jamo was merged; the last three bytes of `output` are then the syllable.
  @discardableResult
  func appendFold(
    of scalar: UInt32, to output: inout [UInt8], joiningFrom start: Int
  ) -> Bool {
    let block = Int(blocks[Int(scalar) >> Self.blockBits])
    let entry = entries[block + Int(scalar) & (1 << Self.blockBits - 1)]
    if entry == Self.itself {
      if HangulSyllable.isLaterJamo(scalar),
        HangulSyllable.join(scalar, to: &output, from: start)
      {
        return true
      }
      Self.append(scalar, to: &output)
      return false
    }
    let length = Int(entry & 0xFF) - 1
    if length > 3 {
      let first = Int(entry >> 8)
      for index in first..<first + length { output.append(longFolds[index]) }
      return false
    }
    // A fold that contains a vowel or a trailing consonant consists of that jamo alone.
    if entry >> 8 & 0xFF == 0xE1 {
      let part = UInt32(0x1000) | (entry >> 16 & 0x3F) << 6 | entry >> 24 & 0x3F
      if HangulSyllable.isLaterJamo(part), HangulSyllable.join(part, to: &output, from: start) {
        return true
      }
    }
    var rest = entry >> 8
    for _ in 0..<length {
      output.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return false
  }

  /// Appends a scalar in UTF-8.
  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80:
      output.append(UInt8(scalar))
    case ..<0x800:
      output.append(0xC0 | UInt8(scalar >> 6))
      output.append(continuation(0))
    case ..<0x1_0000:
      output.append(0xE0 | UInt8(scalar >> 12))
      output.append(continuation(6))
      output.append(continuation(0))
    default:
      output.append(0xF0 | UInt8(scalar >> 18))
      output.append(continuation(12))
      output.append(continuation(6))
      output.append(continuation(0))
    }
  }
}
