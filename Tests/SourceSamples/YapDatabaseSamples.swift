import Shortlist
import Testing

/// The examples of the header of YapDatabase's range options.
@Suite("The samples of YapDatabase") @MainActor
struct YapDatabaseSamples {
  private struct Post: Identifiable, Equatable, Sendable {
    let id: Int
    var date: Double
  }

  /// A group of posts, the earliest first.
  private func group(_ dates: ClosedRange<Int>, _ range: RangeOptions) async throws -> PickList<
    Post
  > {
    let group = PickList(dates.map { Post(id: $0, date: Double($0)) }, window: range) {
      Field("date", \.date)
    }
    try await group.sort(by: SortKey("date"))
    return group
  }

  private func shown(_ group: PickList<Post>) async throws -> [Int] {
    try await group.visibleSections.flatMap { $0.items.map(\.id) }
  }

  @Test("the latest fifty messages, of however many")
  func latestFifty() async throws {
    let messages = try await group(1...1000, .flexible(length: 50, offset: 0, from: .end))
    #expect(try await shown(messages) == Array(951...1000))
    try await messages.insert(Post(id: 1001, date: 1001))
    try await messages.delete(960)
    #expect(try await shown(messages) == (951...1001).filter { $0 != 960 })
  }

  @Test("the two pictures: an item beside the range, pinned to the beginning and to the end")
  func pictures() async throws {
    for (pin, before, after) in [
      (RangeOptions.Pin.beginning, [10, 1, 2, 3], [10, 1, 2, 3]),
      (.end, [1, 2, 3], [1, 2, 3, 11]),
    ] {
      let items = try await group(
        0...4, .flexible(length: 3, offset: 1, from: pin, growOptions: .pinSide))
      try await items.insert(Post(id: 10, date: 0.5))
      #expect(try await shown(items) == before)
      try await items.insert(Post(id: 11, date: 3.5))
      #expect(try await shown(items) == after)
    }
  }

  @Test("example 3: a feed that takes in both ways, is capped, goes back up, and begins again")
  func newsFeed() async throws {
    // The newest post comes first: its date is the least.
    let feed = try await group(
      1...30, .flexible(length: 30, offset: 0, from: .beginning, growOptions: .both))
    try await feed.insert(Post(id: 0, date: 0))
    try await feed.insert(Post(id: 31, date: 31))
    #expect(try await shown(feed) == Array(0...31))
    try await feed.show(
      .flexible(length: 32, offset: 0, from: .end, growOptions: .pinSide, maxLength: 32))
    for id in 32...40 { try await feed.insert(Post(id: id, date: Double(id))) }
    #expect(try await shown(feed) == Array(9...40))
    for offset in 1...9 {
      try await feed.show(
        .flexible(length: 32, offset: offset, from: .end, growOptions: .pinSide, maxLength: 32))
    }
    #expect(try await shown(feed) == Array(0...31))
  }

  @Test("the setters clamp: the order of two assignments cannot stop a program")
  func setters() {
    var range = RangeOptions.flexible(length: 10)
    range.minLength = 20
    range.maxLength = 5
    #expect(range.minLength == 20 && range.maxLength == 20)
    range.minLength = -1
    range.maxLength = -1
    #expect(range.minLength == 0 && range.maxLength == 0)
    var fixed = RangeOptions.fixed(length: 10)
    fixed.maxLength = 3
    fixed.minLength = 3
    #expect(fixed.maxLength == 10 && fixed.minLength == 0 && fixed.isFixed)
  }
}
