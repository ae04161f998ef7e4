/// The order of texts under a collation other than the plain one.
enum TextCollator: Sendable {
  case natural
  case alphabet(Alphabet)

  /// Whether it sorts texts as they are shown, not their folded forms.
  var usesShown: Bool { if case .alphabet = self { true } else { false } }

  /// Appends the bytes that a text is sorted by, which may be cut after `limit` bytes.
  func append(_ text: Span<UInt8>, limit: Int = .max, to key: inout [UInt8]) {
    switch self {
    case .natural: NaturalOrder.append(text, limit: limit, to: &key)
    case .alphabet(let alphabet): alphabet.append(text, limit: limit, to: &key)
    }
  }

  /// Returns the first bytes that a text is sorted by.
  func head(_ text: Span<UInt8>) -> TextHead {
    var key: [UInt8] = []
    append(text, limit: 16, to: &key)
    return TextHead(key.span)
  }

  /// Returns a negative number, 0 or a positive number if `a` comes before, with or after `b`.
  func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    if case .natural = self { return NaturalOrder.compare(a, b) }
    var (first, second): ([UInt8], [UInt8]) = ([], [])
    append(a, to: &first)
    append(b, to: &second)
    return Bytes.compare(first.span, second.span)
  }
}

extension TextBlock {
  /// Returns the texts that a collator sorts.
  func texts(for collator: TextCollator) -> Arena { collator.usesShown ? shown : folded }
}

extension TextColumn {
  /// Calls `body` with the bytes of a slot's text that a collator sorts; returns nil for null.
  func with<Result>(
    _ slot: UInt32, for collator: TextCollator, _ body: (Span<UInt8>) -> Result
  ) -> Result? {
    collator.usesShown ? withShown(slot, body) : withFolded(slot, body)
  }
}

/// The bytes that texts are sorted by under a collator.
struct CollationKeys {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Creates the keys of `count` texts, which `append` appends one after the other.
  init(count: Int, _ append: (_ index: Int, _ key: inout [UInt8]) -> Void) {
    ends.reserveCapacity(count)
    for index in 0..<count {
      append(index, &bytes)
      ends.append(bytes.count)
    }
  }

  /// Returns the key of the text at an index, from a depth in bytes.
  func key(_ index: UInt32, _ depth: Int) -> TextSort.Key {
    let index = Int(index)
    let start = index == 0 ? 0 : ends[index - 1]
    return TextSort.Key(bytes.span.extracting(start..<ends[index]), depth)
  }
}
