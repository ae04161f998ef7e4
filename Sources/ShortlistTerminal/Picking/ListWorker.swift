package import Shortlist

/// Carries out the effects of a screen on its list.
package struct ListWorker: Sendable {
  package let list: LiveList
  /// The query that the list was opened with; the typed search is added to it.
  package let base: ListQuery
  /// The attribute that receives the text of a created row; nil if rows cannot be created.
  package let creates: String?

  package init(list: LiveList, base: ListQuery, creates: String? = nil) {
    self.list = list
    self.base = base
    self.creates = creates
  }

  /// Carries out a search, a request for rows or measures, or a change of the selection.
  ///
  /// - Returns: The answer for the screen; nil if the work was cancelled.
  package func answer(_ work: ScreenEffect, isLoading: Bool) async -> ScreenEvent? {
    switch work {
    case .search(let number, let text, let groups, let rows):
      await search(number, text, groups, rows, isLoading: isLoading)
    case .read(let rows): .page(await shown(rows, isLoading: isLoading))
    case .readPicked(let places): .picked(await picked(places))
    case .select(let command, let rows, let revision):
      await select(command, rows, shownAt: revision, isLoading: isLoading)
    case .acceptWhenRead(let id, let revision): await choose(id, shownAt: revision)
    case .sample: .sampled(await prepare())
    case .measure(let number, let request): await measure(number, request)
    default: nil
    }
  }

  private func search(
    _ number: Int, _ text: String, _ groups: FilterGroups, _ rows: RowRequest, isLoading: Bool
  ) async -> ScreenEvent? {
    let reading = SearchReading(text, schema: await list.schema, isLoading: isLoading)
    let query = reading.query(from: base, groups: groups)
    do {
      _ = try await list.updateQuery { $0 = query }
    } catch is CancellationError {
      return nil
    } catch {
      return .notFound(number, reason: "\(error)")
    }
    return .found(number, await shown(rows, isLoading: isLoading), reading)
  }

  /// Reads the requested rows and locates their landmarks.
  ///
  /// Locates the landmarks first to find the range. The list may change before the rows are read,
  /// so the landmarks are located again together with the rows.
  func page(_ rows: RowRequest) async -> Page {
    let ids = rows.landmarks.ids
    let now = await list.page(0..<0, locating: ids)
    let range = rows.range(visible: now.visible, positions: now.positions)
    return await list.page(range, locating: ids)
  }
}

extension ListWorker {
  private func measure(_ number: Int, _ request: MeasureRequest) async -> ScreenEvent? {
    do {
      return .measured(number, try await list.measure(request))
    } catch is CancellationError {
      return nil
    } catch {
      return .notMeasured(number, reason: "\(error)")
    }
  }

  /// Prepares what would delay the first typed letter, and returns attributes that make good
  /// facets.
  private func prepare() async -> [String] {
    if let creates { _ = try? await list.suggestions(for: "", in: creates, limit: 0) }
    return await sample()
  }

  /// Returns the attributes that make good facets, from a sample across the whole list.
  private func sample() async -> [String] {
    var sample = FacetSample(await list.schema)
    let visible = await list.page(0..<0).visible
    let parts = visible > FacetSample.rows ? 10 : 1
    let length = min(visible, FacetSample.rows) / parts
    for part in 0..<parts {
      let start = visible / parts * part
      for line in await list.page(start..<start + length, highlights: false).lines {
        sample.take(line.values)
      }
    }
    return sample.attributes
  }
}

extension LiveList {
  /// Checks that the attributes to be shown, counted or written exist.
  ///
  /// - Throws: `InvalidRequest` that names the first missing attribute.
  func requireAttributes(of options: PickOptions) throws {
    let purposes = [
      (options.columns, "shown"), (options.facets, "counted"),
      (options.creates.map { [$0] }, "written"),
    ]
    for (names, purpose) in purposes {
      if let name = names?.first(where: { schema.index(of: $0) == nil }) {
        throw InvalidRequest("there is no attribute \"\(name)\" to be \(purpose)")
      }
    }
    if let name = options.creates, let type = schema.type(of: name), type != .text {
      throw InvalidRequest("\"\(name)\" to be written is no text, but \(type.rawValue)")
    }
  }

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
