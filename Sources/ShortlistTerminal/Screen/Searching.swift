package import Shortlist

/// What is searched for, and how the list has read it.
package struct Searching: Hashable, Sendable {
  /// Why a search found nothing to show.
  private struct Failure: Hashable {
    let reason: String
    /// The place of the invalid term in the text, in UTF-8 bytes; nil if the list could not be
    /// read.
    let offset: Int?
  }

  /// The search line.
  package internal(set) var field: SearchField
  /// How the typed text is compared.
  package internal(set) var match: MatchKind
  /// Whether rows that match better come first.
  var ranks: Bool
  /// Whether the typed text is searched for.
  var isEnabled: Bool
  /// The text that is searched for instead of the typed one.
  var other: String?
  /// The attributes that are searched instead of those that the list was opened with.
  var attributes: [String]?
  /// The texts that were searched for before.
  var history: QueryHistory
  /// How the list has read the text.
  package private(set) var reading = SearchReading(search: "")
  /// Why the last search has failed, so that the list still has the query before it.
  private var failure: Failure?

  /// Begins with a typed text.
  init(_ text: String, _ options: PickOptions, _ traits: ListTraits) {
    field = SearchField(text)
    (match, ranks) = (traits.match, traits.ranks)
    isEnabled = !options.isSearchDisabled
    history = QueryHistory(options.history)
  }

  /// The text that the list is searched for.
  var text: String { other ?? (isEnabled ? field.text : "") }

  /// Whether the last search has failed.
  var hasFailed: Bool { failure != nil }

  /// Changes the typed text.
  ///
  /// - Returns: Whether it is another one, which is to be searched for.
  mutating func edit(_ change: (inout SearchField) -> Void) -> Bool {
    let before = field.text
    change(&field)
    // Compare code units: `==` treats composed and decomposed letters as equal.
    if before.utf8.elementsEqual(field.text.utf8) { return false }
    other = nil
    history.leave()
    return isEnabled
  }

  /// Takes over what another program has made the list search for.
  mutating func adopt(_ query: ListQuery) {
    if query.search != reading.search || query.match != match {
      match = query.match
      if isEnabled && other == nil {
        field = SearchField(query.search)
      } else {
        other = query.search
      }
    }
    attributes = nil
  }

  /// Returns whether the same text is typed and searched for in the same way as before.
  func hasText(of before: Searching) -> Bool {
    match == before.match && field == before.field && other == before.other
  }

  // MARK: Answers

  /// Forgets why the search before has failed.
  mutating func begin() { failure = nil }

  /// Takes the reading of the text whose rows are shown.
  mutating func show(_ reading: SearchReading) {
    self.reading = reading
    showFailure()
  }

  /// Keeps why a search has failed, unless an earlier attempt has said why.
  ///
  /// - Returns: Whether the text is wrong, so that an earlier one may find rows.
  mutating func fail(_ reason: String, at offset: Int?) -> Bool {
    let first = failure ?? Failure(reason: reason, offset: offset)
    failure = first
    return first.offset != nil
  }

  /// Shows why the last search has failed beside the rows of the one before it.
  mutating func showFailure() {
    guard let failure else { return }
    reading.hint = failure.reason
    reading.badTerm = failure.offset.map { SearchReading.term(of: field.text, at: $0) }
  }
}
