public import Observation

/// A field that suggests the items of a list that begin with what is typed, and takes one of them or
/// makes a new one.
///
///     let field = SuggestionField(list, attribute: "name", handler: Words())
///     try await field.enter("zo")                  // at each letter
///     field.suggestions.map(\.text)                // Zo, Zoë, zoe
///     try await field.choose(field.suggestions[1]) // the text is Zoë
///     let outcome = await field.commit()
///
/// Any list and any text attribute of it will do. What the list shows and how it is searched makes no
/// difference. Case and marks make none either; `*` and `?` are characters like others.
@MainActor @Observable
public final class SuggestionField {
  private let place: any SuggestionTarget
  /// The attribute that has the texts.
  public let attribute: String
  /// So many items are suggested at most.
  public let limit: Int
  /// Whether an item that is taken is also selected in the list.
  public let selects: Bool
  /// Which texts are taken for the one of an item.
  public let equality: TextEquality
  /// Who makes items and acts on them, and is held; without one nothing can be taken.
  @ObservationIgnored public var handler: (any SuggestionActionHandler)?

  /// What the field shows: what was typed, or the text of the item that was chosen.
  public private(set) var text = ""
  /// The first items that begin with the text, ascending.
  ///
  /// While an answer is awaited they are those of the text before.
  public private(set) var suggestions: [Suggestions.Item] = []
  /// How many items begin with the text.
  public private(set) var total = 0
  /// The first item that has the text exactly; nil if there is none.
  public private(set) var exact: RowID?
  /// The first other item that has the text but for case and marks; nil if there is none.
  public private(set) var similar: RowID?

  /// The item that was chosen, as long as its text stays.
  @ObservationIgnored private var chosen: Suggestions.Item?
  /// The number of questions so far.
  @ObservationIgnored private var question = 0

  /// Creates a field without text.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - attribute: The attribute that has the texts.
  ///   - limit: So many items are suggested at most.
  ///   - selects: Whether an item that is taken is also selected in the list.
  ///   - equality: Which texts are taken for the one of an item.
  ///   - handler: Who makes items and acts on them.
  public convenience init(
    _ list: LiveList, attribute: String, limit: Int = 20, selects: Bool = true,
    equality: TextEquality = .exact, handler: (any SuggestionActionHandler)? = nil
  ) {
    self.init(
      list as any SuggestionTarget, attribute: attribute, limit: limit, selects: selects,
      equality: equality, handler: handler)
  }

  init(
    _ place: any SuggestionTarget, attribute: String, limit: Int, selects: Bool,
    equality: TextEquality, handler: (any SuggestionActionHandler)?
  ) {
    self.place = place
    self.attribute = attribute
    self.limit = limit
    self.selects = selects
    self.equality = equality
    self.handler = handler
  }

  // MARK: Typing

  /// Takes another text, at each letter, and looks for what begins with it.
  ///
  /// A newer text, or a choice, makes the answer to an older one void.
  ///
  /// - Parameter text: what the field has now.
  /// - Returns: What was found; nil if the text is another meanwhile, or the task was cancelled.
  /// - Throws: `InvalidRequest` for an attribute that is not there or is no text. Nothing is suggested
  ///   then.
  @discardableResult
  public func enter(_ text: String) async throws -> Suggestions? {
    self.text = text
    if let chosen, !chosen.text.isSame(as: text) { self.chosen = nil }
    return try await refresh()
  }

  /// Chooses an item: its text fills the field.
  ///
  /// - Parameter item: one that was suggested.
  /// - Returns: What begins with its text; nil if the text is another meanwhile.
  /// - Throws: What `enter` throws.
  @discardableResult
  public func choose(_ item: Suggestions.Item) async throws -> Suggestions? {
    chosen = item
    return try await enter(item.text)
  }

  /// Looks again for what begins with the text: the list may have changed.
  ///
  /// - Returns: What was found; nil if the text is another meanwhile, or the task was cancelled.
  /// - Throws: What `enter` throws.
  @discardableResult
  public func refresh() async throws -> Suggestions? {
    question += 1
    let asked = question
    let found: Suggestions
    do {
      found = try await place.suggest(text, in: attribute, limit: limit)
    } catch {
      if asked == question { (suggestions, total, exact, similar) = ([], 0, nil, nil) }
      throw error
    }
    guard asked == question, !Task.isCancelled else { return nil }
    (suggestions, total) = (found.items, found.total)
    (exact, similar) = (found.exact, found.similar)
    return found
  }

  // MARK: Taking

  /// Takes the item that has the text, or has the handler make one, and lets the handler act on it.
  ///
  /// It is the item that was chosen, if it still has its text; else the one that has the text exactly,
  /// white space at the ends apart; else, if `equality` says so, the first one that has it but for case
  /// and marks.
  ///
  /// The item is selected before the handler acts, unless the field is not to select. The text stays.
  ///
  /// - Returns: What became of it.
  public func commit() async -> SuggestionCommit {
    if text.allSatisfy(\.isWhitespace) { return .empty }
    guard let handler else { return .noHandler }
    do {
      guard let taken = try await take(handler) else { return .notCreated }
      guard let item = taken.item else { return .refused(taken.outcome) }
      do {
        try await handler.doAction(for: item)
      } catch {
        await place.rollback(taken.outcome)
        throw error
      }
      return .acted(item, taken.outcome)
    } catch {
      return .failed(error)
    }
  }

  /// Takes the item; nil if the handler makes none.
  private func take(_ handler: any SuggestionActionHandler) async throws -> TakenSuggestion? {
    let text = text
    if let chosen, let taken = try await place.take(chosen, in: attribute, selects: selects) {
      return taken
    }
    if let taken = try await place.take(
      text, in: attribute, values: nil, selects: selects, equality: equality)
    {
      return taken
    }
    guard let values = try await handler.createNewItem(text.withoutWhitespaceAtEnds) else {
      return nil
    }
    return try await place.take(
      text, in: attribute, values: values, selects: selects, equality: equality)
  }
}

extension String {
  fileprivate var withoutWhitespaceAtEnds: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
