import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The natural order of texts")
struct NaturalOrderTests {
  @Test("numbers in texts are compared as numbers")
  func examples() throws {
    let sorted = [
      "", "7", "12", "a", "a.1", "a1b2", "a1b10", "a02", "a2", "a010", "a10",
      "a99999999999999999999",
      "a100000000000000000000", "ab", "v1.9.0", "v1.10.0", "日9", "日10",
    ]
    for seed in 1...5 {
      var random = SeededRandom(seed: seed)
      let table = try RowTable.typed(
        sorted.shuffled(using: &random).map { [("text", .text, $0)] })
      var list = ListEngine(table)
      try list.update { $0.sort = [SortKey("text", collation: .natural)] }
      let shown = list.visibleIDs.map { list.row($0)?[0] }
      #expect(shown == sorted.map { $0.isEmpty ? .text("") : .text($0) })
    }
  }

  @Test("the order is the one that comparing numbers gives, and keys sort as texts do")
  func reference() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<20_000 {
      let (a, b) = (Self.text(&random), Self.text(&random))
      let (first, second) = (Array(a.utf8), Array(b.utf8))
      let found = NaturalOrder.compare(first.span, second.span).signum()
      #expect(found == Self.compare(a, b), "\(a) \(b)")
      let (key, otherKey) = (Self.key(first), Self.key(second))
      let byKeys = Bytes.compare(key.span, otherKey.span).signum()
      #expect(byKeys == found, "\(a) \(b)")
      let heads = [TextCollator.natural.head(first.span), TextCollator.natural.head(second.span)]
      if heads[0].start != heads[1].start {
        #expect((heads[0].start < heads[1].start) == (found < 0), "\(a) \(b)")
      }
    }
  }

  @Test("random commits to a window are exact", arguments: 1...30)
  func commits(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var rows = ChangingTexts((0..<random.next(below: 40)).map { _ in Self.text(&random) })
    let order: SortKey.Order = random.pick([.ascending, .descending])
    var list = ListEngine(try rows.table)
    try list.update { $0.sort = [SortKey("text", order, collation: .natural)] }
    let length = 10
    _ = list.setRange(.fixed(length: length), section: nil)
    for _ in 0..<30 {
      let before = StrictTableView(list)
      let operations = rows.change(&random, Self.text)
      let outcome = try list.apply(operations)
      if case .changes(let changes) = outcome.changes {
        try before.check(changes, reaching: StrictTableView(list))
      }
      let texts = list.table.rows.slots.compactMap { slot -> (text: String, id: RowID)? in
        let id = list.table.id(slot)
        guard case .integer(let number) = id, let text = rows.texts[number] else { return nil }
        return (text, id)
      }
      #expect(texts.count == rows.texts.count)
      var whole = list
      _ = whole.setRange(nil, section: nil)
      let shown = whole.visibleIDs.compactMap { id in texts.first { $0.id == id }?.text }
      for (a, b) in zip(shown, shown.dropFirst()) {
        let found = Self.compareAll(a, b)
        #expect(order == .ascending ? found <= 0 : found >= 0, "\(a) \(b) seed \(seed)")
      }
      #expect(shown.count == rows.texts.count)
      var fresh = ListEngine(try rows.table)
      try fresh.update { $0.sort = list.query.sort }
      #expect(
        whole.visibleIDs.map { id in texts.first { $0.id == id }?.text }
          == fresh.visibleIDs.map { id in texts.first { $0.id == id }?.text }, "seed \(seed)")
    }
  }

  @Test("a prefix search in natural order has all matches")
  func prefixes() throws {
    let texts = ["a1", "a10", "a2", "a19", "b1", "a100", "a3"]
    var list = ListEngine(try RowTable.typed(texts.map { [("text", .text, $0)] }))
    try list.update { query in
      query.search = "a1"
      query.match = .prefix
      query.attributes = ["text"]
      query.sort = [SortKey("text", collation: .natural)]
    }
    let shown = list.visibleIDs.map { list.row($0)?[0] }
    #expect(shown == [.text("a1"), .text("a10"), .text("a19"), .text("a100")])
  }

  private static func key(_ text: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    NaturalOrder.append(text.span, to: &key)
    return key
  }

  // MARK: The slow way

  private static func text(_ random: inout SeededRandom) -> String {
    let parts = ["a", "b", "-", "~", "é", "0", "1", "9", "10", "00", "123456789", "999999999999"]
    return (0..<random.next(below: 5)).map { _ in random.pick(parts) }.joined()
  }

  /// The texts of a text: each run of digits without leading zeros, each other character alone.
  private static func tokens(_ text: String) -> [(isNumber: Bool, bytes: [UInt8])] {
    var tokens: [(isNumber: Bool, bytes: [UInt8])] = []
    var isWithin = false
    for byte in text.utf8 {
      let isDigit = (48...57).contains(byte)
      if !isDigit {
        tokens.append((false, [byte]))
      } else if isWithin, let last = tokens.indices.last {
        tokens[last].bytes.append(byte)
      } else {
        tokens.append((true, [byte]))
      }
      isWithin = isDigit
    }
    return tokens.map { ($0.isNumber, $0.isNumber ? Array($0.bytes.drop { $0 == 48 }) : $0.bytes) }
  }

  private static func compare(_ a: String, _ b: String) -> Int {
    let (first, second) = (tokens(a), tokens(b))
    for (x, y) in zip(first, second) {
      if x.isNumber && y.isNumber {
        if x.bytes.count != y.bytes.count { return x.bytes.count < y.bytes.count ? -1 : 1 }
        if x.bytes != y.bytes { return x.bytes.lexicographicallyPrecedes(y.bytes) ? -1 : 1 }
      } else {
        let (x, y) = (x.isNumber ? 48 : x.bytes[0], y.isNumber ? 48 : y.bytes[0])
        if x != y { return x < y ? -1 : 1 }
      }
    }
    return (first.count - second.count).signum()
  }

  /// Compares what folding leaves, then the folded texts, then the texts.
  private static func compareAll(_ a: String, _ b: String) -> Int {
    let (first, second) = (
      a.replacing("é", with: "e"), b.replacing("é", with: "e")
    )
    let natural = compare(first, second)
    if natural != 0 { return natural }
    for (x, y) in [(first, second), (a, b)] where x != y {
      return x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : 1
    }
    return 0
  }
}
