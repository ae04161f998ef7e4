import Foundation
import Testing

import PriceRange

@MainActor
@Suite("The example PriceRange")
struct PriceRangeTests {
  @Test("says what it is recorded to say")
  func output() async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let goods = tests.deletingLastPathComponent().appending(components: "Examples", "goods.csv")
    var lines = ""
    try await PriceRange.run(goods.path) { lines += $0 + "\n" }
    let golden = tests.appending(components: "Golden", "Shortlist", "price-range.txt")
    if ProcessInfo.processInfo.environment["SHORTLIST_REWRITE_GOLDENS"] != nil {
      try Data(lines.utf8).write(to: golden)
      Issue.record("price-range was written")
      return
    }
    #expect(try lines == String(decoding: Data(contentsOf: golden), as: UTF8.self))
  }
}
