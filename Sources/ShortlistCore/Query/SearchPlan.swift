/// A prepared search: the needles and the columns to search.
struct SearchPlan: Hashable, Sendable {
  /// How needles are compared.
  let match: MatchKind
  /// The folded needles: the words of the query, or all of it.
  ///
  /// There is at least one; none is empty and none occurs twice.
  let needles: [Needle]
  /// The columns to search.
  let columns: [Int]
  /// Whether the length of texts breaks ties of a fuzzy search ahead of the sort.
  let prefersShort: Bool

  /// Creates the plan of a query over a table; nil if its search matches every row.
  ///
  /// - Precondition: The table has the attributes that the query names.
  init?(_ query: ListQuery, schema: ListSchema) {
    let folded = Folding.fold(query.search)
    match = query.match
    switch query.match {
    case .words:
      needles = Self.distinct(Folding.words(of: folded.span).map { Array(folded[$0]) }).map {
        Needle($0)
      }
    case .fuzzy:
      let parts = Self.distinct(Self.parts(of: folded))
      let letters = parts.joined().reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      needles = parts.map { Needle($0, isGreedy: letters > Self.mostLetters) }
    case .prefix, .substring:
      let whole = folded[Folding.trimmed(folded.span)]
      needles = whole.isEmpty ? [] : [Needle(Array(whole))]
    }
    if let names = query.attributes {
      columns = Self.distinct(names.compactMap(schema.index))
    } else {
      columns = schema.entries.indices.filter { schema.entries[$0].type.isSearchedByDefault }
    }
    prefersShort = query.match == .fuzzy && query.prefersShort
    if needles.isEmpty { return nil }
  }

  /// The maximum number of letters in a fuzzy search whose words are not aligned greedily.
  static let mostLetters = 64

  /// Returns the elements without duplicates.
  private static func distinct<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  /// Returns the parts between white space.
  private static func parts(of folded: [UInt8]) -> [[UInt8]] {
    let text = String(decoding: folded, as: UTF8.self)
    return text.unicodeScalars.split { $0.isSpace }.map { Array(Substring($0).utf8) }
  }

  /// Whether every row that matches this plan also matches `other`, whose result can then be
  /// narrowed.
  func isNarrower(than other: SearchPlan) -> Bool {
    guard match == other.match, columns == other.columns else { return false }
    return other.needles.allSatisfy { wider in
      needles.contains { $0.isNarrower(than: wider, match) }
    }
  }
}

/// One folded search term.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  /// The code points.
  let scalars: [UInt32]
  /// The UTF-8 bytes of each code point.
  let letters: [[UInt8]]
  let finder: ByteFinder
  /// Whether a fuzzy search aligns the needle greedily.
  let isGreedy: Bool

  init(_ bytes: [UInt8], isGreedy: Bool = false) {
    self.bytes = bytes
    self.isGreedy = isGreedy
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    self.scalars = text.map(\.value)
    self.letters = text.map { Array(String($0).utf8) }
    self.finder = ByteFinder(bytes)
  }

  static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Whether a folded text matches.
  func matches(_ text: Span<UInt8>, _ match: MatchKind) -> Bool {
    switch match {
    case .words: finder.firstAtWordStart(in: text, from: 0) != nil
    case .prefix: isPrefix(of: text)
    case .substring: finder.first(in: text, from: 0) != nil
    case .fuzzy: isSubsequence(of: text)
    }
  }

  private func isPrefix(of text: Span<UInt8>) -> Bool {
    guard text.count >= bytes.count else { return false }
    for index in bytes.indices where text[index] != bytes[index] { return false }
    return true
  }

  /// Whether the letters occur in order.
  ///
  /// Comparing bytes suffices: in UTF-8, a one-byte letter is never part of a longer one, and a
  /// longer one never begins in the middle of another.
  private func isSubsequence(of text: Span<UInt8>) -> Bool {
    if letters.count == bytes.count {
      var next = 0
      for index in 0..<text.count where text[index] == bytes[next] {
        next += 1
        if next == bytes.count { return true }
      }
      return false
    }
    var at = 0
    for letter in letters {
      guard let found = ByteFinder(letter).first(in: text, from: at) else { return false }
      at = found + letter.count
    }
    return true
  }

  /// Whether every text that this needle matches is also matched by `wider`.
  func isNarrower(than wider: Needle, _ match: MatchKind) -> Bool {
    switch match {
    case .words, .prefix: bytes.starts(with: wider.bytes)
    case .substring: wider.matches(bytes.span, .substring)
    case .fuzzy: wider.matches(bytes.span, .fuzzy)
    }
  }
}
