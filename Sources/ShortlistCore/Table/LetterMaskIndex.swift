/// An index of the letters in a block's texts, which lets fuzzy search skip most texts unread.
///
/// A text consists of a head, up to and including its last slash, and a tail. Neighbouring texts
/// with the same head share it: in a list of paths, a folder is read once for all its files. The
/// index stores nine bytes per text: the letters of the tail, the letters that begin a word, and
/// the first byte.
///
///     text              head         of it stored   letters of the tail
///     usr/lib/libc.so   usr/lib/     usr/lib/       l i b c . s o
///     usr/lib/libm.so   the same     –              l i b m . s o
///     usr/share/man     usr/share/   share/         m a n
struct LetterMaskIndex: Sendable {
  /// The letter bits (`bit(of:)`) of each text's folded tail.
  private(set) var tails: [UInt32] = []
  /// The letter bits of each text's bytes that may earn a position bonus.
  private(set) var starts: [UInt32] = []
  /// The first byte of each folded text; 0 if it is empty.
  private(set) var firsts: [UInt8] = []
  /// The length of the shortest of each 64 folded texts in bytes, at most 255.
  private(set) var shortest: [UInt8] = []
  /// The heads in text order; each has at least one text.
  private(set) var heads: [LetterHead] = []
  /// For each head in turn, the bytes that it does not share with the previous head.
  private(set) var headBytes: [UInt8] = []

  /// The bit for white space or non-ASCII characters.
  static let space: UInt32 = 1 << 30
  /// The bit for non-ASCII characters.
  static let other: UInt32 = 1 << 31

  /// Returns the bit for a byte of a folded text.
  ///
  /// Each small letter has its own bit; other bytes share bits.
  static func bit(of byte: UInt8) -> UInt32 {
    switch CharacterClass(byte) {
    case .small, .capital: 1 << UInt32(byte & 31 - 1)
    case .digit: 1 << UInt32(26 + byte & 1)
    case .sign, .separator: 1 << UInt32(28 + byte & 1)
    case .space: space
    case .other: space | other
    }
  }

  /// Returns whether the bit of a byte stands for that byte only.
  static func isExact(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  /// Builds the index of a block.
  ///
  /// - Complexity: O(texts + bytes not shared with the previous text)
  init(_ shown: Arena, folded: Arena) {
    precondition(shown.count == folded.count, "\(shown.count) texts are folded to \(folded.count)")
    tails.reserveCapacity(shown.count)
    starts.reserveCapacity(shown.count)
    firsts.reserveCapacity(shown.count)
    unsafe shown.withBuffers { shown, shownEnds in
      unsafe folded.withBuffers { folded, foldedEnds in
        var reader = LetterReader()
        var before = (shown: 0..<0, folded: 0..<0)
        for text in shownEnds.indices {
          let shownRange = unsafe before.shown.upperBound..<Int(shownEnds[text])
          let range = unsafe before.folded.upperBound..<Int(foldedEnds[text])
          let isAligned = shownRange.count == range.count
          var common = 0
          if isAligned && before.shown.count == before.folded.count {
            common = unsafe Self.common(shown, before.shown, shownRange)
            if unsafe common > 0 && shown.baseAddress != folded.baseAddress {
              common = min(common, unsafe Self.common(folded, before.folded, range))
            }
          }
          // If the lengths differ, shown and folded bytes do not correspond.
          let found = unsafe reader.read(
            folded, range, isAligned ? shown : folded, isAligned ? shownRange : range,
            from: common, hasHead: isAligned)
          if heads.isEmpty || found.hasNewHead {
            common = min(common, reader.length, heads.last.map { Int($0.length) } ?? 0)
            unsafe begin(
              at: text, common, folded, range.lowerBound..<range.lowerBound + reader.length,
              reader.letters)
          }
          let starts = isAligned ? found.starts : reader.letters | found.tail
          tails.append(found.tail)
          self.starts.append(starts)
          firsts.append(range.isEmpty ? 0 : unsafe folded[range.lowerBound])
          if text & 63 == 0 { shortest.append(.max) }
          shortest[text >> 6] = min(shortest[text >> 6], UInt8(clamping: range.count))
          heads[heads.count - 1].tails |= found.tail
          heads[heads.count - 1].starts |= starts
          before = (shownRange, range)
        }
      }
    }
    if heads.count > max(1, tails.count / 2) { leaveOutHeads() }
  }

  /// Begins a head that applies to the texts from `text` on.
  @unsafe private mutating func begin(
    at text: Int, _ common: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ letters: UInt32
  ) {
    unsafe headBytes.append(contentsOf: bytes[range.dropFirst(common)])
    heads.append(
      LetterHead(
        first: UInt32(text), end: UInt32(headBytes.count), letters: letters,
        length: UInt8(range.count), common: UInt8(common),
        byte: range.isEmpty ? 0 : unsafe bytes[range.lowerBound]))
  }

  /// Replaces all heads by one empty head; heads that few neighbours share are not worth their
  /// cost.
  private mutating func leaveOutHeads() {
    var whole = LetterHead(first: 0, end: 0, letters: 0, length: 0, common: 0, byte: 0)
    for (number, head) in heads.enumerated() {
      for text in texts(number) { tails[text] |= head.letters }
      whole.tails |= head.tails | head.letters
      whole.starts |= head.starts
    }
    heads = [whole]
    headBytes = []
  }

  /// Returns the length of the common prefix of two ranges, at most 255.
  @unsafe private static func common(
    _ bytes: UnsafeBufferPointer<UInt8>, _ a: Range<Int>, _ b: Range<Int>
  ) -> Int {
    let most = min(a.count, b.count, LetterHead.longest)
    let raw = UnsafeRawBufferPointer(bytes)
    var count = 0
    while count + 8 <= most {
      let differing = unsafe UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: a.lowerBound + count, as: UInt64.self)
          ^ raw.loadUnaligned(fromByteOffset: b.lowerBound + count, as: UInt64.self))
      if differing != 0 { return count + differing.trailingZeroBitCount / 8 }
      count += 8
    }
    while unsafe count < most && bytes[a.lowerBound + count] == bytes[b.lowerBound + count] {
      count += 1
    }
    return count
  }
}

/// A block of texts with its letter index.
struct IndexedTexts: Sendable {
  /// The texts.
  let block: TextBlock
  /// The letter index of the texts.
  let index: LetterMaskIndex
  /// The pairs of bytes in the tails of the texts; nil if they have not been built.
  let pairs: BytePairs?
}
