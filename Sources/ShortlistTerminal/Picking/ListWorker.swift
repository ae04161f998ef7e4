package import Shortlist
import Synchronization

/// Carries out the effects of a screen on its list.
package struct ListWorker: Sendable {
  package let list: any ListProtocol
  /// The query that the list was opened with; the typed search is added to it.
  package let base: ListQuery
  /// The attribute that receives the text of a created row; nil if rows cannot be created.
  package let creates: String?
  /// Writes rows to files; nil if that is not possible.
  package let writer: ViewWriter?

  package init(
    list: any ListProtocol, base: ListQuery, creates: String? = nil, writer: ViewWriter? = nil
  ) {
    self.list = list
    self.base = base
    self.creates = creates
    self.writer = writer
  }

  /// Carries out a search, a request for rows or measures, or a change of the selection.
  ///
  /// - Returns: The answer for the screen; nil if the work was cancelled.
  package func answer(_ work: ScreenEffect) async -> ScreenEvent? {
    switch work {
    case .search(let number, let text, let match, let ranks, let names, let groups, let request):
      await search(number, text, match, ranks, names, groups, request)
    case .read(let request): await read(request)
    case .select(let command, let request, let revision):
      await select(command, request, shownAt: revision)
    case .arrange(let arranging, let request): await arrange(arranging, request)
    case .write(let request): await write(request)
    case .acceptWhenRead(let id, let revision): await choose(id, shownAt: revision)
    case .sample: .sampled(await prepare())
    case .measure(let number, let request): await measure(number, request)
    default: nil
    }
  }

  private func search(
    _ number: Int, _ text: String, _ match: MatchKind, _ ranks: Bool, _ attributes: [String]?,
    _ groups: FilterGroups, _ request: SnapshotRequest
  ) async -> ScreenEvent? {
    do {
      let found = try await list.snapshot(request, ifRevision: nil) { query, schema in
        let shown = query
        query = SearchReading(text, match: match, schema: schema)
          .query(from: base, groups: groups)
        if let attributes { query.attributes = attributes }
        // The order and the sections are changed by themselves.
        (query.sort, query.sections) = (shown.sort, shown.sections)
        query.prefersShort = shown.prefersShort
        query.ranks = ranks
      }
      let reading = SearchReading(
        text, match: match, schema: found.schema, isLoading: found.isReading)
      return .found(number, found, reading)
    } catch is CancellationError {
      return nil
    } catch let error as SearchError {
      return .notFound(number, reason: error.sentence, offset: error.offset)
    } catch {
      return .notFound(number, reason: "\(error)")
    }
  }
}

extension ListWorker {
  /// Returns a command line, for which the picked or the matching rows of the list may be needed.
  ///
  /// - Throws: `TerminalError` if there are more of them than a command can be about.
  package func command(of request: PreviewRequest) async throws -> ShellCommand {
    let template = request.template
    let most = template.most(.picked)
    let picked = most > 0 ? try await list.selectedRows(first: most + 1) : []
    if picked.count > most { throw tooMany("+", most) }
    let matching = try await matchingRows(most: template.most(.matching))
    var command = ShellCommand()
    command.line = try request.command(picked: picked, matching: matching) {
      try command.write($0)
    }
    return command
  }

  private func tooMany(_ sign: String, _ most: Int) -> TerminalError {
    let file = "{\(sign)f}, a file, at most \(CommandTemplate.mostInFiles.grouped)"
    let isFile = most == CommandTemplate.mostInFiles
    return TerminalError(
      (isFile ? "" : "{\(sign)} has at most \(most.grouped) rows, ") + file)
  }

  /// Returns the rows that match.
  private func matchingRows(most: Int) async throws -> [CommandTemplate.Row] {
    if most == 0 { return [] }
    let count = try await list.snapshot(SnapshotRequest(), ifRevision: nil).visible
    if count > most { throw tooMany("*", most) }
    let rows = Mutex<[CommandTemplate.Row]>([])
    try await list.forEachBatch(of: 0..<count) { lines in
      try Task.checkCancellation()
      rows.withLock { $0 += lines.map { ($0.id, $0.values) } }
    }
    return rows.withLock { $0 }
  }

  private func read(_ request: SnapshotRequest) async -> ScreenEvent? {
    do {
      return .read(try await list.snapshot(request, ifRevision: nil))
    } catch is CancellationError {
      return nil
    } catch {
      return .notRead(reason: "\(error)")
    }
  }

  private func measure(_ number: Int, _ request: MeasureRequest) async -> ScreenEvent? {
    do {
      return .measured(number, try await list.measure(request, ifRevision: nil))
    } catch is CancellationError {
      return nil
    } catch {
      return .notMeasured(number, reason: "\(error)")
    }
  }

  /// Prepares what would delay the first typed letter, and returns attributes that make good
  /// facets.
  private func prepare() async -> [String] {
    if let creates {
      _ = try? await list.suggestions(for: "", in: creates, from: 0, limit: 0, ifRevision: nil)
    }
    return (try? await list.sampledFacets()) ?? []
  }
}

extension ListSchema {
  /// Checks that the attributes to be shown, counted or written exist.
  ///
  /// - Throws: `InvalidRequestError` that names the first missing attribute.
  func requireAttributes(of options: PickOptions) throws {
    let purposes = [
      (options.columns, "columns"), (options.facets, "facets"),
      (options.creates.map { [$0] }, "create"), (options.widths.keys.sorted(), "widths"),
    ]
    for (names, option) in purposes {
      if let name = names?.first(where: { index(of: $0) == nil }) {
        throw InvalidRequestError("\(option): \(unknown(name))")
      }
    }
    if let name = options.creates, let type = type(of: name), type != .text {
      throw InvalidRequestError("create: \(name) is no text, but \(type.rawValue)")
    }
  }
}

extension LiveList {
  /// Waits until all rows are read, but not longer than a time; nil for any time.
  ///
  /// - Returns: Whether reading has ended.
  func isRead(within time: Duration?) async -> Bool {
    guard let time else { return true }
    // Another reader than that of `updates`, which ends with the time.
    let changes = allUpdates()
    let timer = Task {
      try await Task.sleep(for: time)
      changes.finish()
    }
    defer { timer.cancel() }
    if !state.isReading { return true }
    for await update in changes {
      if case .reading = update.loading { continue }
      return true
    }
    return false
  }
}

extension ListProtocol {
  /// Waits until all rows are read.
  ///
  /// - Returns: Why a followed source has already stopped; nil if it has not.
  /// - Throws: The error that reading failed with.
  func waitForRows() async throws -> (any Error)? {
    for await update in updates {
      switch update.loading {
      case .reading: continue
      case .failed(let error): throw error
      case .stopped(let error): return error
      case .finished: return nil
      }
    }
    return nil
  }
}
