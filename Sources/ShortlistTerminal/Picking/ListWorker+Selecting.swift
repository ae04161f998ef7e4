import Shortlist

extension ListWorker {
  /// Changes the selection and reads what is then shown, in one step.
  func select(
    _ command: SelectionCommand, _ request: SnapshotRequest, shownAt revision: Int
  ) async -> ScreenEvent {
    if case .create(let text) = command { return await create(text, request) }
    return await list.perform { list in
      var answer: SelectionAnswer
      do { answer = try carryOut(command, in: list, shownAt: revision) } catch {
        answer = SelectionAnswer(refusal: Self.text(of: error))
      }
      return .selected(list.read(request), answer)
    }
  }

  private func carryOut(
    _ command: SelectionCommand, in list: isolated LiveList, shownAt shown: Int
  ) throws -> SelectionAnswer {
    switch command {
    case .request(let request, let revision):
      let outcome = try list.select(
        request, shownAt: shown, idLimit: 0, refusedIDLimit: 0, ifRevision: revision)
      var answer = SelectionAnswer(outcome)
      if outcome.result == .unchanged && request == .undo { answer.notice = "nothing to undo" }
      if outcome.result == .unchanged && request == .redo { answer.notice = "nothing to redo" }
      return answer
    case .extend(let first, let last, let replacesLast):
      return try extend(
        from: first, to: last, replacesLast: replacesLast, in: list, shownAt: shown)
    case .create: return SelectionAnswer()
    }
  }

  /// Marks the rows between two rows.
  ///
  /// With `replacesLast`, replaces the previous range, which stays if the change is refused.
  private func extend(
    from first: RowID, to last: RowID, replacesLast: Bool, in list: isolated LiveList,
    shownAt revision: Int
  ) throws -> SelectionAnswer {
    if replacesLast { _ = try list.select(.undo, idLimit: 0) }
    let outcome = try list.select(
      .extend(from: first, to: last), shownAt: revision, idLimit: 0, refusedIDLimit: 0)
    var answer = SelectionAnswer(outcome)
    answer.hasExtended = outcome.result == .changed
    if outcome.result == .refused {
      if replacesLast { _ = try list.select(.redo, idLimit: 0) }
      answer.hasExtended = replacesLast
      if outcome.refusals.contains(where: { $0.rule == .unknown }) {
        // The first row no longer matches, so mark only the last one.
        answer = SelectionAnswer(
          try list.select(.select([last]), shownAt: revision, idLimit: 0))
      }
    }
    return answer
  }

  /// Creates a row from a text, marks it, and reads the rows around it.
  private func create(_ text: String, _ request: SnapshotRequest) async -> ScreenEvent {
    var answer = SelectionAnswer()
    do {
      if let attribute = creates {
        let outcome = try await list.commitSuggestion(text, in: attribute)
        answer = SelectionAnswer(outcome.selection)
        if let id = outcome.id, answer.refusal == nil { answer.created = .init(id: id) }
      }
    } catch {
      answer = SelectionAnswer(refusal: Self.text(of: error))
    }
    guard let id = answer.created?.id else {
      return .selected(await list.perform { $0.read(request) }, answer)
    }
    return await list.perform { [answer] list in
      var (request, answer) = (request, answer)
      let position = list.read(SnapshotRequest(locating: [id])).positions[id]
      answer.created?.position = position
      if let position, case .screen(_, let height, _) = request.rows {
        request.rows = .screen(
          top: max(0, position - height / 2), height: height, anchors: ScrollAnchors())
      }
      return .selected(list.read(request), answer)
    }
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
