import Observation
import ShortlistControls
import ShortlistTestSupport
import Testing

/// What the article on Sight Words says of its suggestions and no other test shows.
@MainActor
@Suite("What Sight Words says of suggested items")
struct SightWordsStatementsTests {
  private final class Actor: SuggestionActionHandler {
    private(set) var items: [SuggestedItem<RowID>] = []

    func createNewItem(_ searchValue: String) -> RowValues? { [:] }
    func doAction(for item: SuggestedItem<RowID>) { items.append(item) }
  }

  /// Thirty words, the last one first.
  private func words() async throws -> LiveList {
    let rows = (1...30).reversed().map { "w\($0 < 10 ? "0" : "")\($0),\($0)" }
    return try await .open(Rows((["word,id"] + rows).joined(separator: "\n")))
  }

  /// Shows Sight Words 5, Sight Words 28, Sight Words 34, Sight Words 36.
  @Test(
    "any list and any text attribute, whatever it is called, in sections or not",
    arguments: ["word", "%@", "SELF", "a b", "name like '*'", "\"", "\u{E9}"])
  func anyList(attribute: String) async throws {
    let list = try await LiveList.open(
      Rows("id,\(attribute),other\n1,apple,x\n2,%@pple,y\n3,ant,x"))
    _ = try await list.updateQuery { $0.sections = SectionRule(by: "other") }
    let actor = Actor()
    let field = SuggestionField(list, attribute: attribute, handler: actor)
    try await field.enter("a")
    #expect(field.suggestions.map(\.text) == ["ant", "apple"])
    try await field.enter("%@p")
    #expect(field.suggestions.map(\.text) == ["%@pple"])
    try await field.choose(field.suggestions[0])
    _ = await field.commit()
    #expect(actor.items.map(\.id) == [.integer(2)])
    #expect(actor.items[0][attribute] == .text("%@pple"))
    let others = SuggestionField(list, attribute: "other")
    try await others.enter("X")
    #expect(others.suggestions.map(\.id) == [.integer(1), .integer(3)])
  }

  /// Shows Sight Words 29, Sight Words 30.
  @Test("the first twenty in ascending order, unless another number is given")
  func twenty() async throws {
    let list = try await words()
    let field = SuggestionField(list, attribute: "word")
    try await field.enter("w")
    #expect(field.suggestions.map(\.id) == (1...20).map(RowID.integer))
    let all = SuggestionField(list, attribute: "word", limit: 50)
    try await all.enter("w")
    #expect(all.suggestions.map(\.id) == (1...30).map(RowID.integer))
  }

  /// Shows Sight Words 21.
  @Test("an item that has the text is found beyond those that are suggested")
  func beyondTheSuggestions() async throws {
    let list = try await words()
    _ = try await list.updateQuery { $0.search = "nothing" }
    _ = try await list.apply([.insert(["id": .integer(31), "word": .text("w")])])
    let actor = Actor()
    let field = SuggestionField(list, attribute: "word", limit: 0, handler: actor)
    try await field.enter("w")
    #expect(field.suggestions.isEmpty && field.exact == .integer(31))
    _ = await field.commit()
    #expect(actor.items.map(\.id) == [.integer(31)] && actor.items.allSatisfy { !$0.isNew })
  }

  /// Shows Sight Words 39.
  @Test("who draws the suggestions is told that they are others")
  func observed() async throws {
    let field = SuggestionField(try await words(), attribute: "word")
    try await confirmation { isTold in
      withObservationTracking {
        #expect(field.suggestions.isEmpty)
      } onChange: {
        isTold()
      }
      try await field.enter("w1")
    }
    #expect(field.suggestions.count == 10)
  }
}
