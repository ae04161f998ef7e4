import ShortlistControls
import ShortlistTestSupport
import Testing

@Suite("A field that suggests items") @MainActor
struct SuggestionFieldTests {
  private struct Broken: Error, Equatable {}

  /// A handler that keeps what it was asked for.
  private final class Handler: SuggestionActionHandler {
    var values: RowValues? = [:]
    var failsToCreate = false
    var failsToAct = false
    var created: [String] = []
    var acted: [SuggestedItem<RowID>] = []
    var beforeActing: () async throws -> Void = {}

    func createNewItem(_ searchValue: String) async throws -> RowValues? {
      created.append(searchValue)
      if failsToCreate { throw Broken() }
      return values
    }

    func doAction(for item: SuggestedItem<RowID>) async throws {
      acted.append(item)
      try await beforeActing()
      if failsToAct { throw Broken() }
    }
  }

  private func list(
    _ names: [String] = ["Zoë", "Zoltan", "zoe", "Ann", "a*", "a?b", "Ann"]
  ) async throws -> LiveList {
    let source = SteppedSource(names.enumerated().map { [$1, "\($0 + 1)"] })
    source.release(names.count)
    return try await LiveList.open(source)
  }

  /// The name of each row, in source order, and the selected rows.
  private func state(_ list: LiveList) async throws -> (names: [CellValue], selected: [RowID]) {
    let names = try await list.rows(attributes: ["name"]).rows.map { $0[0] }
    return (names, try await list.selection().ids)
  }

  // MARK: Typing

  /// Shows Sight Words 1, Sight Words 2, Sight Words 22, Sight Words 31, Sight Words 32.
  @Test("each letter gives the first items that begin with the text, but for case and marks")
  func typing() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name", limit: 2)
    #expect(field.suggestions.isEmpty && field.exact == nil)
    try await field.enter("Z")
    #expect(field.suggestions.map(\.text) == ["Zoë", "zoe"] && field.total == 3)
    try await field.enter("ZOL")
    #expect(field.suggestions.map(\.text) == ["Zoltan"])
    #expect(field.exact == nil)
    try await field.enter("zoë")
    #expect(field.suggestions.map(\.text) == ["Zoë", "zoe"])
    #expect(field.exact == nil && field.similar == .integer(1))
    try await field.enter("zoe")
    #expect(field.exact == .integer(3) && field.similar == .integer(1))
    try await field.enter("")
    #expect(field.suggestions.count == 2)
    #expect(field.text == "")
  }

  @Test("the list's own search makes no difference")
  func anyQuery() async throws {
    let list = try await list()
    _ = try await list.updateQuery { $0.search = "ann" }
    let field = SuggestionField(list, attribute: "name")
    try await field.enter("zol")
    #expect(field.suggestions.map(\.text) == ["Zoltan"])
  }

  /// Shows Sight Words 33.
  @Test("asterisks and question marks are letters")
  func letters() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name")
    try await field.enter("a*")
    #expect(field.suggestions.map(\.text) == ["a*"])
    try await field.enter("a?")
    #expect(field.suggestions.map(\.text) == ["a?b"])
    try await field.enter("*")
    #expect(field.suggestions.isEmpty)
  }

  /// Shows Sight Words 35.
  @Test("a newer letter makes the older answer void")
  func newer() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name")
    // Both are on the main actor's queue before one of them is carried out, in this order.
    let older = Task { try await field.enter("z") }
    let newer = Task { try await field.enter("an") }
    #expect(try await older.value == nil)
    let answer = try #require(try await newer.value)
    #expect(field.text == "an" && field.suggestions == answer.items)
    #expect(field.suggestions.map(\.text) == ["Ann", "Ann"])
  }

  @Test("a cancelled question is not answered")
  func cancelled() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name")
    try await field.enter("z")
    let before = field.suggestions
    let task = Task { try await field.enter("ann") }
    task.cancel()
    #expect(try await task.value == nil)
    #expect(field.suggestions == before)
  }

  /// Shows Sight Words 38.
  @Test("an attribute that is not there, or is no text, is an error, and nothing is suggested")
  func badAttributes() async throws {
    let list = try await list()
    for attribute in ["nope", "n"] {
      let handler = Handler()
      let field = SuggestionField(list, attribute: attribute, handler: handler)
      await #expect(throws: InvalidRequestError.self) { try await field.enter("z") }
      #expect(field.suggestions.isEmpty)
      guard case .failed(let error) = await field.commit() else {
        Issue.record("it was committed")
        continue
      }
      #expect(error is InvalidRequestError)
      #expect(handler.created.isEmpty && handler.acted.isEmpty)
    }
  }

  @Test("the field follows its list, whoever changes it")
  func following() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name", limit: 3)
    try await field.enter("zo")
    #expect(field.total == 3)
    _ = try await list.apply([.insert(["name": .text("Zo")])])
    while field.total < 4 { await Task.yield() }
    #expect(field.suggestions.first?.text == "Zo" && field.suggestions.count == 3)
    #expect(field.similar != nil)
    struct Contact: Identifiable, Sendable { let id: Int, name: String }
    let picker = PickList([Contact(id: 1, name: "Ann")]) { Field(\.name) }
    let other = SuggestionField(picker, attribute: "name") { text in Contact(id: 2, name: text) }
    try await other.enter("anna")
    guard case .acted = await other.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(other.exact == 2 && other.suggestions.map(\.text) == ["anna"])
    try await picker.delete(2)
    while other.exact != nil { await Task.yield() }
  }

  /// Shows Sight Words 29.
  @Test("more suggestions are looked up when they are wanted, all in the end")
  func more() async throws {
    let names = (0..<55).map { "w\($0 < 10 ? "0" : "")\($0)" }
    let list = try await list(names)
    let field = SuggestionField(list, attribute: "name")
    try await field.enter("w")
    #expect(field.suggestions.count == 20 && field.total == 55)
    try await field.more()
    #expect(field.suggestions.map(\.text) == Array(names.prefix(40)))
    _ = try await list.apply([.delete(.integer(1))])
    while field.total == 55 { await Task.yield() }
    #expect(field.suggestions.map(\.text) == Array(names[1..<41]))
    try await field.more()
    try await field.more()
    #expect(field.suggestions.map(\.text) == Array(names.dropFirst()))
  }

  // MARK: Choosing

  /// Shows Sight Words 3, Sight Words 6, Sight Words 23.
  @Test("choosing an item fills the text, and of two with the same text it is the one")
  func choosing() async throws {
    let list = try await list()
    let handler = Handler()
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter("an")
    try await field.choose(field.suggestions[1])
    #expect(field.text == "Ann")
    #expect(field.suggestions.map(\.id) == [.integer(4), .integer(7)])
    guard case .acted(let item, let outcome) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(item.id == .integer(7) && !item.isNew && item["n"] == .integer(7))
    #expect(item["nope"] == .null)
    #expect(handler.acted == [item] && handler.created.isEmpty)
    #expect(outcome.selection.added == [.integer(7)])
    try await field.enter("An")
    try await field.enter("Ann")
    guard case .acted(let first, _) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(first.id == .integer(4))
  }

  @Test("an item that was chosen and is another by now is not taken")
  func choosingWhatChanges() async throws {
    let list = try await list()
    let handler = Handler()
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter("ann")
    try await field.choose(field.suggestions[1])
    _ = try await list.apply([.update(["id": .integer(7), "name": .text("Bob")])])
    guard case .acted(let item, _) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(item.id == .integer(4))
    try await field.choose(field.suggestions[0])
    _ = try await list.apply([.delete(.integer(4))])
    guard case .acted(let new, _) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(new.isNew && handler.created == ["Ann"])
  }

  // MARK: Taking

  /// Shows Sight Words 20.
  @Test("an item that is the same but for case and marks is taken only where that is enough")
  func folded() async throws {
    for equality in TextEquality.allCases {
      let list = try await list()
      let handler = Handler()
      let field = SuggestionField(list, attribute: "name", equality: equality, handler: handler)
      for (text, existing) in [("ZOE", nil), ("zoe", 3)] {
        try await field.enter(text)
        guard case .acted(let item, _) = await field.commit() else {
          Issue.record("nobody acted")
          return
        }
        let expected = existing ?? (equality == .folded ? 1 : 8)
        #expect(item.id == .integer(expected), "\(text), \(equality)")
        #expect(item.isNew == (expected == 8))
      }
    }
  }

  /// Shows Sight Words 6, Sight Words 15, Sight Words 18, Sight Words 20.
  @Test("the item that has the text is taken, acted on, and selected")
  func exact() async throws {
    let list = try await list()
    let handler = Handler()
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter(" zoe ")
    guard case .acted(let item, let outcome) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(item.id == .integer(3) && !outcome.isCreated)
    #expect(try await state(list).selected == [.integer(3)])
    guard case .acted(_, let again) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(again.selection.result == .unchanged)
    #expect(handler.acted.count == 2)
  }

  /// Shows Sight Words 14, Sight Words 18, Sight Words 24.
  @Test("a text that no item has is made one, with what the handler adds")
  func creating() async throws {
    let list = try await list()
    let handler = Handler()
    handler.values = ["n": .integer(50), "name": .text("not this")]
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter("\t zo* \n")
    guard case .acted(let item, let outcome) = await field.commit() else {
      Issue.record("nobody acted")
      return
    }
    #expect(handler.created == ["zo*"])
    #expect(item.isNew && item["name"] == .text("zo*") && item["n"] == .integer(50))
    #expect(outcome.isCreated && outcome.changes != nil)
    #expect(try await state(list).names.last == .text("zo*"))
    #expect(try await state(list).selected == [item.id])
    #expect(field.exact == item.id)
  }

  @Test("a field that does not select leaves the selection alone")
  func withoutSelecting() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name", selects: false, handler: Handler())
    for text in ["Zoltan", "new"] {
      try await field.enter(text)
      guard case .acted = await field.commit() else {
        Issue.record("nobody acted")
        return
      }
    }
    #expect(try await state(list).selected.isEmpty)
    #expect(try await state(list).names.count == 8)
  }

  // MARK: Nothing done

  /// Shows Sight Words 16, Sight Words 25.
  @Test("nothing happens without text, without handler, and if the handler wants no item")
  func nothing() async throws {
    let list = try await list()
    let field = SuggestionField(list, attribute: "name")
    try await field.enter("zoe")
    guard case .noHandler = await field.commit() else {
      Issue.record("somebody acted")
      return
    }
    let handler = Handler()
    handler.values = nil
    field.handler = handler
    try await field.enter(" \n")
    guard case .empty = await field.commit() else {
      Issue.record("an empty text was taken")
      return
    }
    try await field.enter("new")
    guard case .notCreated = await field.commit() else {
      Issue.record("something was made")
      return
    }
    #expect(handler.acted.isEmpty && handler.created == ["new"])
    #expect(await list.revision == 1)
  }

  @Test("what the selection refuses is neither made nor acted on")
  func refused() async throws {
    let list = try await list()
    try await list.setSelectionFilters([SelectionRule.maximum(1)])
    _ = try await list.select(.select([.integer(1)]))
    let handler = Handler()
    let field = SuggestionField(list, attribute: "name", handler: handler)
    for text in ["Zoltan", "new"] {
      try await field.enter(text)
      guard case .refused(let outcome) = await field.commit() else {
        Issue.record("\(text) was not refused")
        return
      }
      #expect(outcome.selection.refusals.map(\.rule) == [.maximum])
    }
    #expect(handler.acted.isEmpty)
    #expect(try await state(list).selected == [.integer(1)])
    #expect(try await state(list).names.count == 7)
  }

  @Test("values that the list cannot hold are an error, and nothing is made")
  func badValues() async throws {
    let list = try await list()
    let handler = Handler()
    handler.values = ["n": .text("seven")]
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter("new")
    guard case .failed(let error) = await field.commit() else {
      Issue.record("it was made")
      return
    }
    #expect(error is WriteError)
    #expect(handler.acted.isEmpty)
    #expect(await list.revision == 1)
  }

  // MARK: Handlers that throw

  @Test("a handler that throws leaves the list and its selection as they were")
  func throwing() async throws {
    for mode in SelectionMode.allCases {
      for text in ["Zoltan", "new"] {
        for failsToCreate in [true, false] {
          let list = try await list()
          try await list.setSelectionFilters([], mode: mode)
          _ = try await list.select(.select([.integer(1)]))
          let before = try await state(list)
          let handler = Handler()
          (handler.failsToCreate, handler.failsToAct) = (failsToCreate, true)
          let field = SuggestionField(list, attribute: "name", handler: handler)
          try await field.enter(text)
          guard case .failed(let error) = await field.commit() else {
            Issue.record("it was taken")
            return
          }
          #expect(error is Broken)
          let after = try await state(list)
          #expect(after.names == before.names && after.selected == before.selected)
          #expect(field.text == text)
        }
      }
    }
  }

  @Test("what others do meanwhile stays when a handler throws")
  func throwingLate() async throws {
    for text in ["Zoltan", "new"] {
      let list = try await list()
      let handler = Handler()
      handler.failsToAct = true
      handler.beforeActing = { _ = try await list.select(.select([.integer(4)])) }
      let field = SuggestionField(list, attribute: "name", handler: handler)
      try await field.enter(text)
      _ = await field.commit()
      #expect(try await state(list).selected == [.integer(4)])
      #expect(try await state(list).names.count == 7)
    }
    let list = try await list()
    let handler = Handler()
    handler.failsToAct = true
    handler.beforeActing = { _ = try await list.apply([.delete(.integer(8))]) }
    let field = SuggestionField(list, attribute: "name", handler: handler)
    try await field.enter("new")
    _ = await field.commit()
    #expect(try await state(list).names.count == 7)
  }
}
