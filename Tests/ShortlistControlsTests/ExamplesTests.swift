import Chat
import Countries
import Foundation
import Guests
import Service
import Shop
import Tags
import Testing

@Suite("The examples", .timeLimit(.minutes(10)))
struct ExamplesTests {
  /// An example, and what runs it.
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let run: @MainActor (@MainActor (String) -> Void) async throws -> Void

    var testDescription: String { name }
  }

  private static let all = [
    Example(name: "chat") { try await Chat.run(print: $0) },
    Example(name: "guests") { try await Guests.run(print: $0) },
    Example(name: "countries") { try Countries.run(print: $0) },
    Example(name: "service") { try await Service.run(print: $0) },
    Example(name: "shop") { try await Shop.run(print: $0) },
    Example(name: "tags") { try await Tags.run(print: $0) },
  ]

  @MainActor
  @Test("say what they are recorded to say", arguments: all)
  func output(_ example: Example) async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var lines = ""
    try await example.run { lines += $0 + "\n" }
    let golden = tests.appending(components: "Golden", "Shortlist", "\(example.name).txt")
    if ProcessInfo.processInfo.environment["SHORTLIST_REWRITE_GOLDENS"] != nil {
      try Data(lines.utf8).write(to: golden)
      Issue.record("\(example.name) was written")
      return
    }
    #expect(try lines == String(decoding: Data(contentsOf: golden), as: UTF8.self))
  }
}
