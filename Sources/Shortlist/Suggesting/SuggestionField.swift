public import Observation

/// A text field that suggests the items of a list that begin with the typed text, and commits one
/// of them or a new one.
///
///     let field = SuggestionField(list, attribute: "name", handler: Words())
///     try await field.enter("zo")                  // at each letter
///     field.suggestions.map(\.text)                // Zo, Zoë, zoe
///     try await field.choose(field.suggestions[1]) // the text is Zoë
///     let outcome = await field.commit()
///
/// It works with any list and any text attribute, regardless of what the list shows and of its
/// query. It ignores case and diacritics; `*` and `?` are ordinary characters.
@MainActor @Observable
public final class SuggestionField {
  private let place: any SuggestionTarget
  /// The text attribute.
  public let attribute: String
  /// The maximum number of suggestions.
  public let limit: Int
  /// Whether committing an item also selects it in the list.
  public let selects: Bool
  /// Which texts count as equal to that of an item.
  public let equality: TextEquality
  /// Creates items and acts on them, held strongly; without a handler nothing can be committed.
  @ObservationIgnored public var handler: (any SuggestionActionHandler)?

  /// The text in the field: typed, or that of the chosen item.
  public private(set) var text = ""
  /// The first items that begin with the text, ascending.
  ///
  /// While a lookup is in progress, they are those of the previous text.
  public private(set) var suggestions: [Suggestions.Item] = []
  /// The number of items that begin with the text.
  public private(set) var total = 0
  /// The first item with exactly this text; nil if there is none.
  public private(set) var exact: RowID?
  /// The first other item whose text differs only in case and diacritics; nil if there is none.
  public private(set) var similar: RowID?

  /// The chosen item, as long as the text stays unchanged.
  @ObservationIgnored private var chosen: Suggestions.Item?
  /// The number of lookups so far.
  @ObservationIgnored private var question = 0

  /// Creates an empty field.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - attribute: The text attribute.
  ///   - limit: The maximum number of suggestions.
  ///   - selects: Whether committing an item also selects it in the list.
  ///   - equality: Which texts count as equal to that of an item.
  ///   - handler: Creates items and acts on them.
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

  /// Sets the text and looks up the items that begin with it; call it on every keystroke.
  ///
  /// A newer text or choice invalidates the lookup of an older one.
  ///
  /// - Parameter text: The text in the field.
  /// - Returns: The suggestions; nil if the text has changed meanwhile or the task was cancelled.
  /// - Throws: `InvalidRequest` for an attribute that does not exist or is not text. There are no
  ///   suggestions then.
  @discardableResult
  public func enter(_ text: String) async throws -> Suggestions? {
    self.text = text
    if let chosen, !chosen.text.isSame(as: text) { self.chosen = nil }
    return try await refresh()
  }

  /// Chooses an item, whose text fills the field.
  ///
  /// - Parameter item: A suggested item.
  /// - Returns: The items that begin with its text; nil if the text has changed meanwhile.
  /// - Throws: What `enter` throws.
  @discardableResult
  public func choose(_ item: Suggestions.Item) async throws -> Suggestions? {
    chosen = item
    return try await enter(item.text)
  }

  /// Repeats the lookup, because the list may have changed.
  ///
  /// - Returns: The suggestions; nil if the text has changed meanwhile or the task was cancelled.
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

  /// Commits the item with the text, or a new one that the handler creates, and lets the handler
  /// act on it.
  ///
  /// The item is the chosen one, if it still has its text; otherwise the one with exactly this
  /// text, trimmed of white space; otherwise, if `equality` allows it, the first one whose text
  /// differs only in case and diacritics.
  ///
  /// The item is selected before the handler acts, unless `selects` is false. The text stays.
  ///
  /// - Returns: The outcome.
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

  /// Takes the item; nil if the handler creates none.
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
