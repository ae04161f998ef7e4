import Shortlist
import Testing

/// What the article about searching says that a search finds.
@Suite("The article about searching")
struct SearchingArticleTests {
  private struct Name: Identifiable, Sendable {
    let id: Int
    var name: String
  }

  private static let names = [
    "タワー", "東京タワー", "Ørsted", "Oersted", "Kölner Dom", "Dom Köln", "Domino", "apfel",
  ]

  private let picker = PickList(names.enumerated().map { Name(id: $0, name: $1) }) {
    Field(\.name)
  }

  @Test(arguments: [
    ("タワー", ["タワー"], ["タワー", "東京タワー"], ["タワー", "東京タワー"]),
    ("orsted", ["Ørsted"], ["Ørsted"], ["Ørsted", "Oersted"]),
    ("oersted", ["Oersted"], ["Oersted"], ["Oersted", "Ørsted"]),
    (
      "dom", ["Kölner Dom", "Dom Köln", "Domino"], ["Kölner Dom", "Dom Köln", "Domino"],
      ["Domino", "Dom Köln", "Kölner Dom"]
    ),
    ("aple", [], [], ["apfel"]),
  ])
  func finds(search: String, words: [String], substring: [String], auto: [String]) async throws {
    for (match, expected) in [
      (MatchKind.words, words), (.substring, substring), (.auto, auto),
    ] {
      picker.match = match
      try await picker.search(search)
      let found = try await picker.visibleSections.flatMap { $0.items.map(\.name) }
      #expect(found == expected, "\(match)")
    }
  }

  @Test func collations() async throws {
    let picker = PickList(
      ["file10", "file9", "Öl", "Zeit"].enumerated().map { Name(id: $0, name: $1) }
    ) {
      Field(\.name)
    }
    func sorted(_ collation: SortKey.Collation) async throws -> [String] {
      try await picker.sort(by: SortKey("name", collation: collation))
      return try await picker.visibleSections.flatMap { $0.items.map(\.name) }
    }
    #expect(try await sorted(.plain) == ["file10", "file9", "Öl", "Zeit"])
    #expect(try await sorted(.natural) == ["file9", "file10", "Öl", "Zeit"])
    #expect(try await sorted(.language("sv")) == ["file10", "file9", "Zeit", "Öl"])
  }
}
