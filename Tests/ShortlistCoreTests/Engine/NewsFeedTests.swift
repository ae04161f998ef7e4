import ShortlistCore
import Testing

/// A news feed, newest first, as the range options of windows are made for: it grows on both sides
/// while older items are fetched, is then pinned to the end with a maximum, and steps back up.
@Suite("A news feed")
struct NewsFeedTests {
  private var feed: ListEngine

  init() throws {
    // Items are numbered by age: 100 is the newest one there is, 98 the oldest one fetched.
    feed = ListEngine(try .plain(["id"], [["98"], ["99"], ["100"]]))
    try feed.update { $0.sort = [SortKey("id", .descending)] }
  }

  private mutating func fetch(_ ids: Int...) throws -> String {
    let outcome = try feed.apply(ids.map { .insert(["id": .integer($0)]) })
    return outcome.changes.map { "\($0)" } ?? "nothing"
  }

  private mutating func show(_ range: RangeOptions?) -> String {
    feed.setRange(range, section: nil).changes.map { "\($0)" } ?? "nothing"
  }

  private var shown: [RowID] { feed.ids().ids }
  private var options: RangeOptions? { feed.sections.sections[0].options }

  /// Shows YapDatabase 53, YapDatabase 54, YapDatabase 55, YapDatabase 56, YapDatabase 57.
  @Test("each step has its exact changeset")
  mutating func story() throws {
    #expect(show(.flexible(length: 2, growOptions: .both)) == "-0:2(98)")
    // A new item comes in at the top, an older one right below the last one that is shown.
    #expect(try fetch(101) == "+0:0(101)")
    #expect(try fetch(97) == "nothing")  // Below 98, which is not shown.
    #expect(show(options?.copy(length: 5)) == "+0:3(98) +0:4(97)")
    #expect(try fetch(96, 95) == "+0:5(96) +0:6(95)")
    #expect(options?.length == 7 && options?.offset == 0)

    // The feed is long enough: from here on only the oldest five are shown.
    let pinned = RangeOptions.flexible(length: 5, from: .end, maxLength: 5)
    #expect(show(pinned) == "-0:0(101) -0:1(100)")
    #expect(try fetch(94) == "-0:0(99) +0:4(94)")
    #expect(try fetch(93, 92) == "-0:0(98) -0:1(97) +0:3(93) +0:4(92)")
    #expect(try fetch(102) == "nothing")
    #expect(options?.length == 5 && options?.offset == 0 && options?.pin == .end)

    // Scrolling back up, the offset is stepped.
    #expect(show(options?.copy(offset: 2)) == "-0:3(93) -0:4(92) +0:0(98) +0:1(97)")
    #expect(try fetch(91) == "nothing")
    #expect(options?.offset == 3)
    #expect(
      show(options?.copy(offset: 6)) == "-0:2(96) -0:3(95) -0:4(94) +0:0(101) +0:1(100) +0:2(99)")

    // At the top again the first range comes back.
    let report = feed.sections.sections[0]
    #expect(report.fromBeginning == 1 && report.fromEnd == 6)
    #expect(
      show(.flexible(length: 2, growOptions: .both))
        == "-0:1(100) -0:2(99) -0:3(98) -0:4(97) +0:0(102)")
    #expect(shown == [.integer(102), .integer(101)])
  }

  @Test("rows are found by their places and places by their rows")
  mutating func lookups() throws {
    _ = show(.fixed(length: 1, offset: 1))
    #expect(feed.id(section: 0, row: 0) == .integer(99) && feed.id(section: 0, row: 1) == nil)
    let positions = feed.locate([.integer(100), .integer(99), .integer(7)]).positions
    #expect(positions.map { $0?.index } == [0, 1, nil])
    #expect(positions.map { $0?.row } == [nil, 0, nil])
    let report = feed.sections.sections[0]
    #expect(report.fromBeginning == 1 && report.fromEnd == 1 && report.visible == 1)
    #expect(options?.isFixed == true && options?.maxLength == 1 && options?.minLength == 0)
  }

  @Test("a fixed range read back and set again is the same range")
  mutating func readingBack() throws {
    _ = show(.fixed(length: 20, offset: 1))
    #expect(options?.length == 2 && options?.maxLength == 20)
    let revision = feed.revision
    #expect(show(options) == "nothing")
    #expect(feed.revision == revision)
    #expect(try fetch(97, 96) == "+0:2(97) +0:3(96)")
  }
}
