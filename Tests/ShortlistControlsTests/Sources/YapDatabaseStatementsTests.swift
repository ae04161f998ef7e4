import ShortlistControls
import ShortlistTestSupport
import Testing

/// What the header of YapDatabase says of range options and no other test shows.
@Suite("What YapDatabase says of range options")
struct YapDatabaseStatementsTests {
  /// A list of which a range is shown, and whose rows are sorted by a number of their own.
  private struct Shelf {
    let list: LiveList

    /// Rows 0 to `count` - 1, each with its id as its number.
    init(_ count: Int, _ range: RangeOptions? = nil) async throws {
      let rows = (0..<count).map { "\($0),\($0)" }
      var query = ListQuery()
      query.sort = [SortKey("n")]
      list = try await .open(
        Rows((["id,n"] + rows).joined(separator: "\n")),
        options: TableOptions(schema: [
          .init(name: "id", type: .integer), .init(name: "n", type: .number),
        ]), query: query)
      _ = try await list.setRange(range)
    }

    /// Puts rows in where their numbers belong, and says what changed.
    @discardableResult
    func insert(_ rows: (id: Int, number: Double)...) async throws -> String {
      let outcome = try await list.apply(
        rows.map { .insert(["id": .integer($0.id), "n": .number($0.number)]) })
      return outcome.changes.map { "\($0)" } ?? ""
    }

    /// Takes rows out, and says what changed.
    @discardableResult
    func delete(_ ids: Int...) async throws -> String {
      let outcome = try await list.apply(ids.map { .delete(.integer($0)) })
      return outcome.changes.map { "\($0)" } ?? ""
    }

    /// The ids that are shown.
    var shown: [Int] {
      get async throws {
        try await list.ids().ids.compactMap { id in
          if case .integer(let number) = id { number } else { nil }
        }
      }
    }

    /// The options with the length and the offset of the moment.
    var options: RangeOptions {
      get async throws { try #require(try await list.sections().sections.first?.options) }
    }
  }

  // MARK: Fixed ranges

  /// Shows YapDatabase 8.
  @Test("a fixed range is a limit and an offset", arguments: RangeOptions.Pin.allCases)
  func limitAndOffset(pin: RangeOptions.Pin) async throws {
    let shelf = try await Shelf(9)
    for offset in 0...10 {
      for length in 0...10 {
        _ = try await shelf.list.setRange(.fixed(length: length, offset: offset, from: pin))
        let near = Array(0..<9)
        let slice =
          pin == .beginning
          ? near.dropFirst(offset).prefix(length) : near.dropLast(offset).suffix(length)
        #expect(try await shelf.shown == Array(slice))
        #expect(try await shelf.options.offset == offset)
      }
    }
  }

  /// Shows YapDatabase 10, YapDatabase 27.
  @Test("a fixed range of twenty over four items shows four, and grows up to twenty")
  func fixedBeyondTheSection() async throws {
    let shelf = try await Shelf(4, .fixed(length: 20))
    #expect(try await shelf.options.length == 4)
    for id in 4..<25 {
      try await shelf.insert((id, Double(id)))
      #expect(try await shelf.shown == Array(0..<min(id + 1, 20)))
      #expect(try await shelf.options.length == min(id + 1, 20))
    }
  }

  /// Shows YapDatabase 11, YapDatabase 12.
  @Test("the last twenty, whatever comes and goes")
  func lastTwenty() async throws {
    let shelf = try await Shelf(30, .fixed(length: 20, from: .end))
    #expect(try await shelf.shown == Array(10..<30))
    try await shelf.insert((30, -1), (31, 40))
    #expect(try await shelf.shown == Array(11..<30) + [31])
    try await shelf.delete(2, 15)
    #expect(try await shelf.shown == [10] + Array(11..<15) + Array(16..<30) + [31])
    try await shelf.delete(31, 29, 28, 27)
    #expect(try await shelf.shown == Array(6..<15) + Array(16..<27))
    #expect(try await shelf.options.pin == .end)
  }

  /// Shows YapDatabase 14.
  @Test("an item that comes first pushes the last one out of a fixed range")
  func fixedInsert() async throws {
    let shelf = try await Shelf(30, .fixed(length: 20))
    #expect(try await shelf.insert((30, -1)) == "-0:19(19) +0:0(30)")
  }

  /// Shows YapDatabase 49.
  @Test("grow options make no difference to a fixed range")
  func growOptionsOfFixed() async throws {
    for growth in 0..<4 {
      var range = RangeOptions.fixed(length: 2, offset: 1)
      range.growOptions = .init(rawValue: growth)
      let shelf = try await Shelf(5, range)
      try await shelf.insert((5, 0.5), (6, 2.5))
      #expect(try await shelf.shown == [5, 1])
    }
  }

  /// Shows YapDatabase 43.
  @Test("the shortest length of a fixed range is zero and cannot be set")
  func fixedMinLength() {
    var options = RangeOptions.fixed(length: 2)
    options.minLength = 1
    #expect(options.minLength == 0)
  }

  // MARK: Pins and offsets

  /// Shows YapDatabase 2, YapDatabase 32, YapDatabase 33, YapDatabase 34.
  @Test("ten of fifty, ten from the beginning and ten from the end")
  func pins() async throws {
    let ranges: [RangeOptions.Pin: [RangeOptions]] = [
      .beginning: [.fixed(length: 10, offset: 10), .flexible(length: 10, offset: 10)],
      .end: [
        .fixed(length: 10, offset: 10, from: .end), .flexible(length: 10, offset: 10, from: .end),
      ],
    ]
    for (pin, ranges) in ranges {
      for range in ranges {
        let shelf = try await Shelf(50, range)
        #expect(try await shelf.shown == Array(pin == .beginning ? 10...19 : 30...39))
        #expect(try await shelf.options.pin == pin)
        _ = try await shelf.list.setRange(range.copy(length: 1, offset: 0))
        #expect(try await shelf.shown == [pin == .beginning ? 0 : 49])
      }
    }
  }

  /// Shows YapDatabase 30, YapDatabase 31.
  @Test("between the pin and the range, a fixed offset stays and a flexible one changes")
  func offsets() async throws {
    let fixed = try await Shelf(9, .fixed(length: 2, offset: 3, from: .end))
    let flexible = try await Shelf(9, .flexible(length: 2, offset: 3, from: .end))
    for shelf in [fixed, flexible] { try await shelf.insert((9, 6.5), (10, 20)) }
    #expect(try await (fixed.options.offset, flexible.options.offset) == (3, 5))
    #expect(try await flexible.shown == [4, 5])
    for shelf in [fixed, flexible] { try await shelf.delete(8, 9, 10) }
    #expect(try await (fixed.options.offset, flexible.options.offset) == (3, 2))
    #expect(try await flexible.shown == [4, 5])
    for shelf in [fixed, flexible] { try await shelf.delete(0, 1) }
    #expect(try await (fixed.options.offset, flexible.options.offset) == (3, 2))
  }

  /// Shows YapDatabase 6.
  @Test("each section has its range")
  func ofEachSection() async throws {
    let list = try await LiveList.open(Rows("id,kind\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b"))
    _ = try await list.updateQuery { $0.sections = SectionRule(by: "kind") }
    _ = try await list.setRange(.fixed(length: 1), section: "a")
    _ = try await list.setRange(.flexible(length: 2, from: .end), section: "b")
    #expect(try await list.ids(section: "a").ids == [.integer(1)])
    #expect(try await list.ids(section: "b").ids == [.integer(4), .integer(6)])
  }

  // MARK: Flexible ranges

  /// Shows YapDatabase 5, YapDatabase 17, YapDatabase 18, YapDatabase 19, YapDatabase 28.
  @Test("a conversation shows its latest fifty messages, and grows and shrinks with them")
  func latestFifty() async throws {
    let chat = try await Shelf(3000, .flexible(length: 50, from: .end))
    #expect(try await chat.shown == Array(2950..<3000))
    for id in 3000..<3003 {
      #expect(try await chat.insert((id, Double(id))) == "+0:\(id - 2950)(\(id))")
    }
    #expect(try await chat.options.length == 53)
    #expect(try await chat.delete(2960, 3001) == "-0:10(2960) -0:51(3001)")
    #expect(try await chat.options.length == 51)
    #expect(try await chat.delete(7) == "")
  }

  /// Shows YapDatabase 22.
  @Test("a flexible range of twenty over four items has a length of four")
  func flexibleBeyondTheSection() async throws {
    for pin in RangeOptions.Pin.allCases {
      let shelf = try await Shelf(4, .flexible(length: 20, from: pin))
      #expect(try await shelf.shown == [0, 1, 2, 3])
      #expect(try await shelf.options.length == 4)
      let nothing = try await Shelf(4, .flexible(length: 20, offset: 6, from: pin))
      #expect(try await nothing.options.length == 0)
    }
  }

  /// Shows YapDatabase 50, YapDatabase 51, YapDatabase 52.
  @Test("what comes at the pin is taken in, unless it is said otherwise")
  func newsAndLog() async throws {
    let news = try await Shelf(2000, .flexible(length: 50))
    #expect(try await news.insert((2000, -1)) == "+0:0(2000)")
    #expect(try await news.shown == [2000] + Array(0..<50))
    #expect(try await news.options.growOptions == .pinSide)
    let log = try await Shelf(2000, .flexible(length: 50, from: .end))
    #expect(try await log.insert((2000, 2000)) == "+0:50(2000)")
    #expect(try await log.shown == Array(1950...2000))
  }

  /// Shows YapDatabase 41.
  @Test("a log as long as its maximum is a fixed range")
  func fullLog() async throws {
    let flexible = try await Shelf(
      9, .flexible(length: 3, from: .end, maxLength: 5))
    let fixed = try await Shelf(9, .fixed(length: 5, from: .end))
    for shelf in [flexible, fixed] { try await shelf.insert((9, 9), (10, 10)) }
    for id in 11..<20 {
      let changes = try await flexible.insert((id, Double(id)))
      #expect(try await fixed.insert((id, Double(id))) == changes)
      #expect(try await flexible.shown == fixed.shown)
    }
    #expect(try await flexible.shown == Array(15..<20))
  }

  // MARK: The picture: three of five items, the offset is one

  private func picture(_ pin: RangeOptions.Pin) async throws -> Shelf {
    let shelf = try await Shelf(5, .flexible(length: 3, offset: 1, from: pin))
    #expect(try await shelf.shown == [1, 2, 3])
    return shelf
  }

  /// Shows YapDatabase 58, YapDatabase 59, YapDatabase 60.
  @Test("an item that comes right before the range is taken in at the beginning's pin")
  func rightBefore() async throws {
    let shelf = try await picture(.beginning)
    #expect(try await shelf.insert((5, 0.5)) == "+0:0(5)")
    #expect(try await shelf.shown == [5, 1, 2, 3])
    #expect(try await shelf.options.offset == 1)
    let other = try await picture(.end)
    #expect(try await other.insert((5, 0.5)) == "")
    #expect(try await other.shown == [1, 2, 3])
  }

  /// Shows YapDatabase 61, YapDatabase 62, YapDatabase 63.
  @Test("an item that comes right after the range is taken in at the end's pin")
  func rightAfter() async throws {
    let shelf = try await picture(.beginning)
    try await shelf.insert((5, 0.5))
    #expect(try await shelf.insert((6, 3.5)) == "")
    #expect(try await shelf.shown == [5, 1, 2, 3])
    #expect(try await shelf.options.offset == 1)
    let other = try await picture(.end)
    #expect(try await other.insert((6, 3.5)) == "+0:3(6)")
    #expect(try await other.shown == [1, 2, 3, 6])
    #expect(try await other.options.offset == 1)
  }

  /// Shows YapDatabase 64, YapDatabase 65.
  @Test("beyond an item outside never, between items of the range always")
  func neverAndAlways() async throws {
    for pin in RangeOptions.Pin.allCases {
      for growth in 0..<4 {
        let options = RangeOptions.GrowOptions(rawValue: growth)
        let shelf = try await Shelf(
          6, .flexible(length: 3, offset: 1, from: pin, growOptions: options))
        let before = try await shelf.shown
        #expect(try await shelf.insert((6, -1), (7, 9)) == "")
        #expect(try await shelf.insert((8, Double(before[0]) + 0.5)) == "+0:1(8)")
        #expect(try await shelf.shown == [before[0], 8, before[1], before[2]])
      }
    }
  }
}
