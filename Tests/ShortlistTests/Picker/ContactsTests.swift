import Contacts
import Foundation
import Testing

@MainActor
@Suite("The example Contacts")
struct ContactsTests {
  @Test("says what it is recorded to say")
  func output() async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var lines = ""
    try await Contacts.run { lines += $0 + "\n" }
    let golden = tests.appending(components: "Golden", "Shortlist", "contacts.txt")
    if ProcessInfo.processInfo.environment["SHORTLIST_REWRITE_GOLDENS"] != nil {
      try Data(lines.utf8).write(to: golden)
      Issue.record("contacts was written")
      return
    }
    #expect(try lines == String(decoding: Data(contentsOf: golden), as: UTF8.self))
  }
}
