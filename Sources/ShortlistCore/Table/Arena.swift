/// Texts stored back to back in one byte buffer.
struct Arena: Sendable {
  /// The texts, in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The end offset of each text; a text begins where the previous one ends.
  private(set) var ends: [UInt32] = []

  /// Creates an arena without texts.
  init() {}

  /// Creates an arena of texts in UTF-8.
  ///
  /// - Precondition: The ends ascend, and the last one is the number of bytes.
  init(bytes: [UInt8], ends: [UInt32]) { (self.bytes, self.ends) = (bytes, ends) }

  /// The number of texts.
  var count: Int { ends.count }

  /// Returns the byte range of a text in `bytes`.
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Calls `body` with the bytes of a text.
  func with<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    body(bytes.span.extracting(range(index)))
  }

  /// Calls `body` with all bytes and the end offsets of the texts.
  ///
  /// - Precondition: `body` stays within the buffers' bounds and does not let them escape.
  @unsafe func withBuffers<Result>(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Result
  ) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in unsafe body(bytes, ends) }
    }
  }

  /// Returns the head of a text; reads it without a span to avoid retain and release.
  func head(_ index: Int) -> TextHead {
    let range = range(index)
    var start: UInt128 = 0
    if range.lowerBound + 16 <= bytes.count {
      start = unsafe bytes.withUnsafeBytes {
        unsafe UInt128(
          bigEndian: $0.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt128.self))
      }
    } else {
      for place in range.lowerBound..<bytes.count {
        start |= UInt128(bytes[place]) &<< (120 - 8 * (place - range.lowerBound))
      }
    }
    if range.count < 16 { start &= ~(UInt128.max >> (8 * range.count)) }
    return TextHead(start: start, count: range.count)
  }

  /// Returns the text at an index.
  func text(_ index: Int) -> String { with(index) { $0.text } }

  /// Appends a text.
  ///
  /// - Precondition: The arena stays below 4 GiB.
  mutating func append(_ text: Span<UInt8>) {
    bytes.append(text)
    endText()
  }

  /// Appends a text.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    endText()
  }

  /// Appends a range of texts of another arena.
  ///
  /// - Precondition: The arena stays below 4 GiB.
  mutating func append(_ other: Arena, _ texts: Range<Int>) {
    if texts.isEmpty { return }
    let start = texts.lowerBound == 0 ? 0 : Int(other.ends[texts.lowerBound - 1])
    let end = Int(other.ends[texts.upperBound - 1])
    precondition(
      bytes.count + end - start <= UInt32.max, "the texts of an arena have over 4 GiB")
    let shift = UInt32(truncatingIfNeeded: bytes.count - start)
    bytes.append(other.bytes.span.extracting(start..<end))
    ends.append(contentsOf: other.ends[texts].lazy.map { $0 &+ shift })
  }

  /// The folded texts; nil if they exceed `Sizes.maxTextBytes`.
  ///
  /// - Complexity: O(bytes); runs at memory speed for ASCII
  var foldedTexts: Arena? {
    var folded = Arena()
    folded.reserve(texts: count, bytes: bytes.count)
    var index = 0
    while index < count {
      let start = range(index).lowerBound
      let shift = UInt32(truncatingIfNeeded: folded.bytes.count - start)
      let reached = Folding.appendASCII(of: bytes.span, from: start, to: &folded.bytes)
      // `next` is the first text with a non-ASCII character; fold it on its own.
      let next = (index..<count).partitionPoint { Int(ends[$0]) <= reached }
      folded.ends.append(contentsOf: ends[index..<next].lazy.map { $0 &+ shift })
      index = next + 1
      guard next < count else { break }
      folded.bytes.removeLast(folded.bytes.count - Int(folded.ends.last ?? 0))
      with(next) { Folding.fold($0, into: &folded.bytes) }
      if folded.bytes.count > Sizes.maxTextBytes { return nil }
      folded.endText()
    }
    return folded.bytes.count > Sizes.maxTextBytes ? nil : folded
  }

  /// Appends the folded form of a text.
  mutating func appendFolded(_ text: Span<UInt8>) {
    Folding.fold(text, into: &bytes)
    endText()
  }

  /// Removes the last text.
  mutating func removeLast() {
    let range = range(count - 1)
    bytes.removeLast(range.count)
    ends.removeLast()
  }

  private mutating func endText() {
    precondition(bytes.count <= UInt32.max, "the texts of an arena have \(bytes.count) bytes")
    ends.append(UInt32(bytes.count))
  }

  mutating func reserve(texts: Int, bytes count: Int) {
    ends.reserveCapacity(texts)
    bytes.reserveCapacity(count)
  }
}

/// The first bytes of a text and its length.
struct TextHead: Hashable {
  /// The first sixteen bytes as a big-endian number, padded with zeros.
  var start: UInt128
  /// The length of the text in bytes.
  var count: Int

  /// Creates a head.
  init(start: UInt128, count: Int) {
    self.start = start
    self.count = count
  }

  /// Creates a head.
  init(_ text: Span<UInt8>) {
    var arena = Arena()
    arena.append(text)
    self = arena.head(0)
  }

  /// Whether the head holds the whole text.
  var isWhole: Bool { count <= 16 }
}

/// Texts in their original form and folded for search.
struct TextBlock: Sendable {
  /// The texts as shown.
  private(set) var shown: Arena
  /// The folded texts.
  ///
  /// Shares storage with `shown` if folding changes nothing.
  private(set) var folded: Arena

  /// Creates an empty block.
  init() {
    shown = Arena()
    folded = Arena()
  }

  /// Creates a block of texts.
  ///
  /// - Precondition: Neither the texts nor their folded forms exceed `Sizes.maxTextBytes`.
  init(_ shown: Arena) {
    guard let block = Self(fitting: shown) else {
      preconditionFailure("\(shown.count) texts have no room")
    }
    self = block
  }

  /// Creates a block of texts; nil if the texts or their folded forms exceed `Sizes.maxTextBytes`.
  init?(fitting shown: Arena) {
    if shown.bytes.count > Sizes.maxTextBytes { return nil }
    self.shown = shown
    if Folding.isFolded(shown.bytes.span) {
      folded = shown
    } else {
      guard let folded = shown.foldedTexts else { return nil }
      self.folded = folded
    }
  }

  /// The number of texts.
  var count: Int { shown.count }

  /// Appends a text.
  mutating func append(_ text: Span<UInt8>) {
    shown.append(text)
    folded.appendFolded(text)
  }
}
