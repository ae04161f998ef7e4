public import Observation
package import Shortlist
public import ShortlistCore

/// A text field that suggests the items of a list that begin with the typed text, and commits one
/// of them or a new one.
///
///     let field = SuggestionField(tagPicker, in: \.name) { text in
///       Tag(id: UUID(), name: text)
///     }
///     try await field.enter("zo")                  // at each letter
///     field.suggestions.map(\.text)                // Zo, Zoë, zoe
///     try await field.choose(field.suggestions[1]) // the text is Zoë
///     let outcome = await field.commit()
///
/// It works with any list and any text attribute, regardless of what the list shows and of its
/// query. It ignores case and diacritics; `*` and `?` are ordinary characters.
///
/// From the first text on, the field follows the list: when items change, so do the suggestions.
@MainActor @Observable
public final class SuggestionField<ID: PickListID> {
  private let place: any SuggestionTarget
  /// The text attribute.
  public let attribute: String
  /// The number of suggestions to look up at a time.
  public let limit: Int
  /// Whether committing an item also selects it in the list.
  public let selects: Bool
  /// Which texts count as equal to that of an item.
  public let equality: TextEquality
  /// Creates items and acts on them, held strongly; without a handler nothing can be committed.
  @ObservationIgnored public var handler: (any SuggestionActionHandler<ID>)?

  /// The text in the field: typed, or that of the chosen item.
  public private(set) var text = ""
  /// The first items that begin with the text, ascending; `more()` appends the next ones.
  ///
  /// While a lookup is in progress, they are those of the previous text.
  public private(set) var suggestions: [Suggestions<ID>.Item] = []
  /// The number of items that begin with the text.
  public private(set) var total = 0
  /// The first item with exactly this text; nil if there is none.
  public private(set) var exact: ID?
  /// The first other item whose text differs only in case and diacritics; nil if there is none.
  public private(set) var similar: ID?

  /// The chosen item, as long as the text stays unchanged.
  @ObservationIgnored private var chosen: Suggestions<ID>.Item?
  /// The number of lookups so far.
  @ObservationIgnored private var question = 0
  /// The revision at which the suggestions were read; nil before the first lookup.
  @ObservationIgnored private var readRevision: Int?
  @ObservationIgnored private var following: Task<Void, Never>?

  init(
    _ place: any SuggestionTarget, attribute: String, limit: Int, selects: Bool,
    equality: TextEquality, handler: (any SuggestionActionHandler<ID>)?
  ) {
    self.place = place
    self.attribute = attribute
    self.limit = limit
    self.selects = selects
    self.equality = equality
    self.handler = handler
  }

  isolated deinit { following?.cancel() }

  // MARK: Typing

  /// Sets the text and looks up the items that begin with it; call it on every keystroke.
  ///
  /// A newer text or choice invalidates the lookup of an older one.
  ///
  /// - Parameter text: The text in the field.
  /// - Returns: The suggestions; nil if the text has changed meanwhile or the task was cancelled.
  /// - Throws: `InvalidRequestError` for an attribute that does not exist or is not text. There are
  ///   no suggestions then.
  /// - Complexity: O(log n + `limit`) for n items, once the texts are in order; O(n log n) for the
  ///   first text
  @discardableResult
  public func enter(_ text: String) async throws -> Suggestions<ID>? {
    self.text = text
    if let chosen, !chosen.text.isSame(as: text) { self.chosen = nil }
    return try await refresh()
  }

  /// Chooses an item, whose text fills the field.
  ///
  /// - Parameter item: A suggested item.
  /// - Returns: The items that begin with its text; nil if the text has changed meanwhile.
  /// - Throws: What `enter` throws.
  /// - Complexity: That of `enter`
  @discardableResult
  public func choose(_ item: Suggestions<ID>.Item) async throws -> Suggestions<ID>? {
    chosen = item
    return try await enter(item.text)
  }

  /// Repeats the lookup after all requests made so far; shows the first suggestions again.
  ///
  /// - Returns: The suggestions; nil if the text has changed meanwhile or the task was cancelled.
  /// - Throws: What `enter` throws.
  /// - Complexity: That of `enter`
  @discardableResult
  public func refresh() async throws -> Suggestions<ID>? {
    question += 1
    let asked = question
    let found: Suggestions<ID>
    do {
      found = Suggestions(try await place.suggest(text, in: attribute, limit: limit))
    } catch {
      if asked == question { (suggestions, total, exact, similar) = ([], 0, nil, nil) }
      throw error
    }
    guard asked == question, !Task.isCancelled else { return nil }
    show(found)
    follow()
    return found
  }

  /// Appends the next suggestions, if there are more; call it when the last one becomes visible.
  ///
  ///     if suggestion == field.suggestions.last { try await field.more() }
  ///
  /// - Throws: What `enter` throws.
  /// - Complexity: O(log n + limit)
  public func more() async throws {
    let (asked, shown) = (question, suggestions)
    if shown.count >= total { return }
    let next = try await lookUp(from: shown.count, limit: limit)
    guard asked == question, suggestions == shown else { return }
    if next.revision == readRevision {
      suggestions += next.items
    } else {
      try await reread(shown.count + limit)
    }
  }

  private func show(_ found: Suggestions<ID>) {
    readRevision = found.revision
    if suggestions != found.items { suggestions = found.items }
    if total != found.total { total = found.total }
    if exact != found.exact { exact = found.exact }
    if similar != found.similar { similar = found.similar }
  }

  // MARK: Following

  /// Looks up suggestions at once, without waiting for the requests made before.
  private func lookUp(from first: Int, limit: Int) async throws -> Suggestions<ID> {
    Suggestions(
      try await place.list.suggestions(
        for: text, in: attribute, from: first, limit: limit, ifRevision: nil))
  }

  /// Follows the list, so that the suggestions are those of its rows.
  private func follow() {
    if following != nil { return }
    let revisions = place.list.revisions
    following = Task { [weak self] in
      for await revision in revisions {
        guard let self else { return }
        if revision > readRevision ?? 0 { try? await reread(max(limit, suggestions.count)) }
      }
    }
  }

  /// Looks up as many suggestions again; a newer text makes the answer void.
  private func reread(_ count: Int) async throws {
    let asked = question
    let found = try await lookUp(from: 0, limit: count)
    if asked == question && found.revision >= readRevision ?? 0 { show(found) }
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
  /// - Complexity: O(log n + s) for n items and s shown suggestions, plus that of an insert if the
  ///   item is new, besides what the handler does
  public func commit() async -> SuggestionCommit<ID> {
    if text.allSatisfy(\.isWhitespace) { return .empty }
    guard let handler else { return .noHandler }
    do {
      guard let accepted = try await accept(handler) else { return .notCreated }
      let outcome = SuggestionOutcome<ID>(accepted.outcome)
      guard let row = accepted.item else { return .refused(outcome) }
      let item: SuggestedItem<ID>
      do {
        guard let known = SuggestedItem<ID>(row) else {
          throw InvalidRequestError("no item can have the id \(row.id)")
        }
        item = known
        try await handler.doAction(for: item)
      } catch {
        await place.rollback(accepted.outcome)
        throw error
      }
      if readRevision != nil { try? await reread(max(limit, suggestions.count)) }
      return .acted(item, outcome)
    } catch {
      return .failed(error)
    }
  }

  /// Takes the item; nil if the handler creates none.
  private func accept(
    _ handler: any SuggestionActionHandler<ID>
  ) async throws -> AcceptedSuggestion? {
    let text = text
    if let chosen {
      let row = Suggestions<RowID>.Item(id: place.rowID(chosen.id.rowID), text: chosen.text)
      if let accepted = try await place.accept(row, in: attribute, selects: selects) {
        return accepted
      }
    }
    if let accepted = try await place.accept(
      text, in: attribute, values: nil, selects: selects, equality: equality)
    {
      return accepted
    }
    guard let values = try await handler.createNewItem(text.withoutWhitespaceAtEnds) else {
      return nil
    }
    return try await place.accept(
      text, in: attribute, values: values, selects: selects, equality: equality)
  }
}

extension SuggestionField<RowID> {
  /// Creates an empty field.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - attribute: The text attribute.
  ///   - limit: The number of suggestions to look up at a time.
  ///   - selects: Whether committing an item also selects it in the list.
  ///   - equality: Which texts count as equal to that of an item.
  ///   - handler: Creates items and acts on them.
  package convenience init(
    _ list: LiveList, attribute: String, limit: Int = 20, selects: Bool = true,
    equality: TextEquality = .exact, handler: (any SuggestionActionHandler<RowID>)? = nil
  ) {
    self.init(
      list as any SuggestionTarget, attribute: attribute, limit: limit, selects: selects,
      equality: equality, handler: handler)
  }
}

extension String {
  fileprivate var withoutWhitespaceAtEnds: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
