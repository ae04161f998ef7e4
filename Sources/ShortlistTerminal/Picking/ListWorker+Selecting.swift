import Shortlist

extension ListWorker {
  /// Reads the requested rows, with their selection and the offer.
  func shown(_ rows: RowRequest, isLoading: Bool) async -> PageSnapshot {
    var shown = PageSnapshot(await page(rows))
    if shown.page.selected > 0, let report = try? await list.selectedSections() {
      shown.sections = report.sections
    }
    shown.offer = isLoading ? nil : await offer()
    return shown
  }

  /// Returns the search text if it can become a row; nil otherwise.
  private func offer() async -> String? {
    guard let attribute = creates else { return nil }
    let text = String(await list.query.search.trimmed)
    if text.isEmpty { return nil }
    let found = try? await list.suggestions(for: text, in: attribute, limit: 0)
    return found != nil && found?.exact == nil ? text : nil
  }

  /// Reads selected rows at these places in the pick order.
  func picked(_ places: Range<Int>) async -> PickedRows {
    let page = await list.page(0..<0)
    return PickedRows(
      revision: page.revision, count: page.selected, start: places.lowerBound,
      rows: await list.selectedRows(from: places.lowerBound, limit: places.count))
  }

  // MARK: Changing

  func select(
    _ command: SelectionCommand, _ rows: RowRequest, shownAt revision: Int, isLoading: Bool
  ) async -> ScreenEvent {
    var answer: SelectionAnswer
    do { answer = try await carryOut(command, shownAt: revision) } catch {
      answer = SelectionAnswer(refusal: Self.text(of: error))
    }
    var rows = rows
    if let id = answer.created?.id {
      let position = await list.page(0..<0, locating: [id]).positions[id]
      answer.created?.position = position
      if let position {
        rows = RowRequest(.at(max(0, position - rows.height / 2)), height: rows.height)
      }
    }
    return .selected(await shown(rows, isLoading: isLoading), answer)
  }

  private func carryOut(
    _ command: SelectionCommand, shownAt shown: Int
  ) async throws -> SelectionAnswer {
    switch command {
    case .request(let request, let revision):
      let outcome = try await list.select(
        request, shownAt: shown, idLimit: 0, refusedIDLimit: 0, ifRevision: revision)
      var answer = SelectionAnswer(outcome)
      if outcome.result == .unchanged && request == .undo { answer.notice = "nothing to undo" }
      if outcome.result == .unchanged && request == .redo { answer.notice = "nothing to redo" }
      return answer
    case .extend(let first, let last, let replacesLast):
      return try await extend(from: first, to: last, replacesLast: replacesLast, shownAt: shown)
    case .create(let text): return try await create(text)
    }
  }

  /// Marks the rows between two rows.
  ///
  /// With `replacesLast`, replaces the previous range, which stays if the change is refused.
  private func extend(
    from first: RowID, to last: RowID, replacesLast: Bool, shownAt revision: Int
  ) async throws -> SelectionAnswer {
    if replacesLast { _ = try await list.select(.undo, idLimit: 0) }
    let outcome = try await list.select(
      .extend(from: first, to: last), shownAt: revision, idLimit: 0, refusedIDLimit: 0)
    var answer = SelectionAnswer(outcome)
    answer.hasExtended = outcome.result == .changed
    if outcome.result == .refused {
      if replacesLast { _ = try await list.select(.redo, idLimit: 0) }
      answer.hasExtended = replacesLast
      if outcome.refusals.contains(where: { $0.rule == .unknown }) {
        // The first row no longer matches, so mark only the last one.
        answer = SelectionAnswer(
          try await list.select(.select([last]), shownAt: revision, idLimit: 0))
      }
    }
    return answer
  }

  private func create(_ text: String) async throws -> SelectionAnswer {
    guard let attribute = creates else { return SelectionAnswer() }
    let outcome = try await list.commitSuggestion(text, in: attribute)
    var answer = SelectionAnswer(outcome.selection)
    if let id = outcome.id, answer.refusal == nil { answer.created = .init(id: id) }
    return answer
  }

  /// Replaces the selection by the chosen row; returns nil unless it was refused.
  func choose(_ id: RowID?, shownAt revision: Int) async -> ScreenEvent? {
    guard let id else { return nil }
    do {
      let outcome = try await list.select(.replace([id]), shownAt: revision)
      return outcome.refusals.first.map { .notAccepted(reason: SelectionText.refusal($0)) }
    } catch {
      return .notAccepted(reason: Self.text(of: error))
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let refusal as WriteRefusal: "the row cannot be made: \(refusal.reason)"
    case is StaleRevision: "the list has changed meanwhile: nothing was done"
    default: "\(error)"
    }
  }
}

extension String {
  /// The text without leading and trailing white space.
  var trimmed: Substring {
    let start = drop { $0.isWhitespace }
    return start[
      ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }
}
