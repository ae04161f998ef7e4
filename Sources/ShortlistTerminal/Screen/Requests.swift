import Shortlist

/// What was asked for and is not answered yet, and what is known to be newer than the rows.
package struct Requests: Hashable, Sendable {
  private struct Search: Hashable {
    var number: Int
    let text: String
  }

  /// The number of the last search requested.
  package private(set) var searches = 0
  /// The searches that are still unanswered, the latest one last.
  private var unanswered: [Search] = []
  /// Whether the list may now answer the latest search, should it fail.
  private var isWorthRepeating = false
  /// The row that the cursor goes to when the search is answered; nil for the first one.
  private(set) var startRow: RowID?
  /// The number of selection changes still unanswered.
  var selecting = 0
  /// Whether a row is being created from the offer.
  var isCreating = false
  /// The number of arrangements still unanswered.
  var arranging = 0
  /// The row at which the cursor is placed when the arrangement is answered.
  var rowToFind: RowID?
  /// Whether the cursor goes on to the first row of its section when that is known.
  var goesToSection = false
  /// The row request still unanswered.
  var rows: SnapshotRequest?
  /// Whether the command of an action runs, for which everything else waits.
  package var isRunningCommand = false
  /// The newest known revision.
  private(set) var revision = 0
  /// Whether the list has counted at that revision: an estimate can become the count of the same
  /// revision.
  private var isCounted = true

  /// Forgets what another list was asked for, except for searches.
  mutating func restart() {
    var new = Requests()
    (new.searches, new.unanswered, new.startRow) = (searches, unanswered, startRow)
    self = new
  }

  /// Whether the list has done all that changes what it shows, apart from the selection.
  var isArranged: Bool { !isSearching && arranging == 0 }

  // MARK: Searches

  /// Whether the latest search is still unanswered.
  var isSearching: Bool { !unanswered.isEmpty }

  /// Whether the next search is the first one.
  var isFirst: Bool { searches == 0 }

  /// Begins a search for a text, at whose answer the cursor goes to a row.
  mutating func search(_ text: String, from row: RowID?) {
    searches += 1
    unanswered.append(Search(number: searches, text: text))
    isWorthRepeating = false
    startRow = row
  }

  /// Notes that the list can answer what it could not answer before: it knows other attributes, has
  /// read all rows, or can read them again.
  ///
  /// An unanswered search may have failed before that.
  mutating func listCanAnswerMore() { isWorthRepeating = isSearching }

  /// Ends the latest search, which has failed, if it may succeed now.
  ///
  /// - Returns: Whether to repeat it.
  mutating func failToRepeat() -> Bool {
    if isWorthRepeating { _ = unanswered.popLast() }
    return isWorthRepeating
  }

  /// Takes the answer to a search.
  mutating func found(_ number: Int) {
    unanswered.removeAll { $0.number <= number }
    rows = nil
  }

  /// Ends the latest search, which has failed.
  ///
  /// - Parameter isWrong: Whether its text is wrong. A search for an earlier text, which it may
  ///   have cancelled, can then find rows.
  /// - Returns: The earlier text, to be searched for under the same number; nil if there is none.
  mutating func fail(isWrong: Bool) -> String? {
    _ = unanswered.popLast()
    guard isWrong, let last = unanswered.indices.last else {
      unanswered = []
      return nil
    }
    unanswered[last].number = searches
    return unanswered[last].text
  }

  // MARK: Revisions

  /// Learns of a revision, and whether the list has counted at it.
  mutating func learn(of revision: Int, isCounted: Bool = false) {
    if revision > self.revision {
      (self.revision, self.isCounted) = (revision, isCounted)
    } else if revision == self.revision && isCounted {
      self.isCounted = true
    }
  }

  /// Returns whether nothing newer than a page is known, nor counts in the place of its estimates.
  func isCurrent(_ page: ListSnapshot) -> Bool {
    if page.revision != revision { return page.revision > revision }
    return page.estimates.isEmpty || !isCounted
  }
}
