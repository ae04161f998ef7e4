import Shortlist

extension ListWorker {
  /// Changes the selection and reads what is then shown; in one step, if the list is in memory.
  func select(
    _ command: SelectionCommand, _ request: SnapshotRequest, shownAt revision: Int
  ) async -> ScreenEvent {
    if case .create(let text) = command { return await create(text, request, in: list) }
    return await select(command, request, shownAt: revision, in: list)
  }

  /// On the actor of a list in memory nothing suspends: no other request comes in between.
  private func select(
    _ command: SelectionCommand, _ request: SnapshotRequest, shownAt revision: Int,
    in list: isolated any ListProtocol
  ) async -> ScreenEvent {
    var answer: SelectionAnswer
    do { answer = try await carryOut(command, in: list, shownAt: revision) } catch {
      answer = SelectionAnswer(refusal: Self.text(of: error))
    }
    return await selected(answer, request, in: list)
  }

  private func selected(
    _ answer: SelectionAnswer, _ request: SnapshotRequest, in list: isolated any ListProtocol
  ) async -> ScreenEvent {
    do { return .selected(try await list.snapshot(request, ifRevision: nil), answer) } catch {
      return .notSelected(reason: answer.refusal ?? Self.text(of: error))
    }
  }

  private func carryOut(
    _ command: SelectionCommand, in list: isolated any ListProtocol, shownAt shown: Int
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
      return try await extend(
        from: first, to: last, replacesLast: replacesLast, in: list, shownAt: shown)
    case .exclude(let row): return try await exclude(row, in: list)
    case .limit(let most):
      _ = try await list.select(
        .none(), shownAt: shown, idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
      let rules = await list.state.rules.filter { $0.kind != .maximum }
      _ = try await list.setSelectionFilters(
        rules + [.maximum(most)], mode: most == 1 ? .single : .multiple, ifRevision: nil)
      return SelectionAnswer()
    case .create: return SelectionAnswer()
    }
  }

  /// Takes a row out of the list, or the marked rows.
  private func exclude(
    _ row: RowID?, in list: isolated any ListProtocol
  ) async throws -> SelectionAnswer {
    let state = await list.state
    if state.isStored { return SelectionAnswer(refusal: "rows of a table cannot be excluded") }
    if state.isReading {
      return SelectionAnswer(refusal: "rows can be excluded when all are read")
    }
    let rows =
      if let row { [row] } else { try await list.selectedRows(first: .max).map(\.id) }
    _ = try await list.apply(rows.map { .delete($0) }, ifRevision: nil)
    return SelectionAnswer()
  }

  /// Marks the rows between two rows.
  ///
  /// With `replacesLast`, replaces the previous range, which stays if the change is refused.
  private func extend(
    from first: RowID, to last: RowID, replacesLast: Bool, in list: isolated any ListProtocol,
    shownAt revision: Int
  ) async throws -> SelectionAnswer {
    func select(_ request: SelectionRequest<RowID>) async throws -> SelectionOutcome<RowID> {
      try await list.select(
        request, shownAt: revision, idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    }
    if replacesLast { _ = try await select(.undo) }
    let outcome = try await select(.extend(from: first, to: last))
    var answer = SelectionAnswer(outcome)
    answer.hasExtended = outcome.result == .changed
    if outcome.result == .refused {
      if replacesLast { _ = try await select(.redo) }
      answer.hasExtended = replacesLast
      if outcome.refusals.contains(where: { $0.rule == .unknown }) {
        // The first row no longer matches, so mark only the last one.
        answer = SelectionAnswer(try await select(.select([last])))
      }
    }
    return answer
  }

  /// Creates a row from a text, marks it, and reads the rows around it.
  private func create(
    _ text: String, _ request: SnapshotRequest, in list: isolated any ListProtocol
  ) async -> ScreenEvent {
    var (request, answer) = (request, SelectionAnswer())
    do {
      if let attribute = creates {
        let outcome = try await list.commitSuggestion(
          text, in: attribute, values: [:], selects: true, equality: .exact, ifRevision: nil)
        answer = SelectionAnswer(outcome.selection)
        if let id = outcome.id, answer.refusal == nil { answer.created = .init(id: id) }
      }
      if let id = answer.created?.id {
        let located = try await list.snapshot(SnapshotRequest(locating: [id]), ifRevision: nil)
        let position = located.positions[id]
        answer.created?.position = position
        if let position, case .screen(_, let height, _) = request.rows {
          request.rows = .screen(
            top: max(0, position - height / 2), height: height, anchors: ScrollAnchors())
        }
      }
    } catch {
      answer = SelectionAnswer(refusal: Self.text(of: error))
    }
    return await selected(answer, request, in: list)
  }

  /// Replaces the selection by the chosen row; returns nil unless it was refused.
  func choose(_ id: RowID?, shownAt revision: Int) async -> ScreenEvent? {
    guard let id else { return nil }
    do {
      let outcome = try await list.select(
        .replace([id]), shownAt: revision, idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
      return outcome.refusals.first.map { .notAccepted(reason: SelectionText.refusal($0)) }
    } catch {
      return .notAccepted(reason: Self.text(of: error))
    }
  }

  private static func text(of error: any Error) -> String {
    switch error {
    case let refusal as WriteError: "the row cannot be made: \(refusal.reason)"
    case is StaleRevisionError: "the list has changed meanwhile: nothing was done"
    default: "\(error)"
    }
  }
}
