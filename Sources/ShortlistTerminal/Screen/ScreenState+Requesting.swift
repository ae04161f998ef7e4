import Shortlist

/// The requests for rows, and the answers that lead to other requests.
extension ScreenState {
  /// Requests the rows on screen and some around them, unless they are known and current.
  mutating func read(_ effects: inout [ScreenEffect]) {
    let early = source.replacing?.early
    guard page != nil || early != nil, requests.isArranged, requests.selecting == 0 else { return }
    // Until the list that replaces this one changes, it has no more to show.
    if let early, early >= requests.revision, source.isReading { return }
    let isKnown = page.map { page in
      let known = page.start..<(page.start + page.lines.count)
      return viewport.needed.allSatisfy(known.contains) && requests.isCurrent(page)
    }
    if isKnown == true && overlays.picked?.isKnown(at: requests.revision) ?? true { return }
    let wanted = wanted
    if requests.rows == wanted { return }
    requests.rows = wanted
    effects.append(.read(wanted))
  }

  /// Repeats what may have failed while the source could not be read.
  mutating func readAgain(_ effects: inout [ScreenEffect]) {
    notices.message = nil
    if searching.hasFailed { return search(&effects) }
    requests.listCanAnswerMore()
    if isSearching || page == nil { return }
    requests.rows = wanted
    effects.append(.read(wanted))
  }

  /// Requests the measures that the visible panels need, unless they are known.
  mutating func measure(_ effects: inout [ScreenEffect]) {
    guard !source.isReading, !isSearching, page != nil else { return }
    if let measuring = panels.measure(geometry.panels) {
      effects.append(.measure(measuring.number, measuring.request))
    }
  }

  // MARK: Rows

  /// What to read: the rows on screen, and a screenful before and after.
  var wanted: SnapshotRequest { wanted(around: source.replacing == nil ? landmarks : startAnchors) }

  /// The anchors that locate the row that the cursor goes to.
  private var startAnchors: ScrollAnchors {
    var anchors = ScrollAnchors()
    if let startRow = requests.startRow { anchors.ids = [startRow] }
    return anchors
  }

  func wanted(around anchors: ScrollAnchors) -> SnapshotRequest {
    let height = max(viewport.height, 1)
    var request = SnapshotRequest(
      isAtEnd ? .last(2 * height) : .screen(top: viewport.top, height: height, anchors: anchors),
      highlights: true, locating: isAtEnd ? anchors.ids : [])
    (request.selectedSections, request.estimates) = (true, true)
    request.selectedRows = overlays.picked?.wanted
    // Nothing can be created before all rows are read, which the list knows sooner than the screen.
    request.creating = options.creates
    return request
  }

  // MARK: Searches

  /// Requests a search and shows its first rows, or the last rows if the list is followed.
  ///
  /// - Parameters:
  ///   - effects: The search is appended here.
  ///   - row: The row on which the cursor is placed; nil for the first one, or for the one before
  ///     if it is tracked.
  mutating func search(_ effects: inout [ScreenEffect], from row: RowID? = nil) {
    // Until rows of a list that replaces another one are shown, those of the other one are.
    let hasRows = !isSearching && source.replacing == nil
    let followed = hasRows ? line(at: viewport.cursor)?.id : requests.startRow
    let start = requests.isFirst ? traits.start : options.tracks ? followed : nil
    // The start row is located in the answer as a scroll anchor would be.
    requests.search(searching.text, from: row ?? start)
    searching.begin()
    panels.measuring = nil
    isAboveRows = false
    viewport.cursor = 0
    viewport.top = 0
    if following != nil { goToEnd() }
    search(searching.text, &effects)
  }

  /// Searches for a text under the number of the latest search.
  private func search(_ text: String, _ effects: inout [ScreenEffect]) {
    effects.append(
      .search(
        requests.searches, text, searching.match, ranks: searching.ranks, in: searching.attributes,
        panels.groups, wanted(around: startAnchors)))
  }

  /// Searches again, now that other rows match.
  mutating func searchAnew(
    _ effects: inout [ScreenEffect], except panel: Panel? = nil
  ) {
    panels.expectMeasures(except: panel)
    search(&effects)
  }

  /// Handles the failure of the latest search: repeats it if it may succeed now, searches for an
  /// earlier text, or keeps the rows.
  mutating func handleFailure(
    _ reason: String, at offset: Int?, _ effects: inout [ScreenEffect]
  ) {
    if requests.failToRepeat() { return search(&effects, from: requests.startRow) }
    let isWrong = searching.fail(reason, at: offset)
    if let text = requests.fail(isWrong: isWrong) { return search(text, &effects) }
    searching.showFailure()
    // Until a search succeeds, show the rows that the list was opened with.
    if page == nil { effects.append(.read(wanted)) }
  }
}
