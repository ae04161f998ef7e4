package import Shortlist

/// Carries out what a screen asks of its list.
package struct ListWorker: Sendable {
  package let list: LiveList
  /// The query that the list was opened with; what is typed is added to it.
  package let base: Query

  package init(list: LiveList, base: Query) {
    self.list = list
    self.base = base
  }

  /// Carries out a search, a request for rows, or a change of the selection.
  ///
  /// - Returns: The answer for the screen; nil if it was cancelled.
  package func answer(_ work: ScreenEffect, isLoading: Bool) async -> ScreenEvent? {
    switch work {
    case .search(let number, let text, let range):
      await search(number, text, range, isLoading: isLoading)
    case .read(let range, let id): await read(range, keeping: id)
    case .select(let request, let range):
      await select(request, range)
    case .acceptWhenRead(let id): await choose(id)
    default: nil
    }
  }

  private func search(
    _ number: Int, _ text: String, _ range: Range<Int>, isLoading: Bool
  ) async -> ScreenEvent? {
    let reading = SearchReading(text, schema: await list.schema, isLoading: isLoading)
    let query = reading.query(from: base)
    do {
      _ = try await list.updateQuery { $0 = query }
    } catch is CancellationError {
      return nil
    } catch {
      return .notFound(number, reason: "\(error)")
    }
    return .found(number, await list.page(range), reading)
  }

  private func read(_ range: Range<Int>, keeping id: RowID?) async -> ScreenEvent {
    guard let id, let position = await position(of: id) else {
      return .page(await list.page(range))
    }
    let shift = max(0, position - range.count / 2)
    let page = await list.page(shift..<shift + range.count)
    return .page(page, moved: MovedRow(id: id, position: position))
  }

  /// The position of a row among all that match.
  private func position(of id: RowID) async -> Int? {
    guard let found = try? await list.locate([id]).positions.first ?? nil,
      let sections = try? await list.sections().sections, found.section < sections.count
    else { return nil }
    return sections[..<found.section].reduce(found.index) { $0 + $1.count }
  }

  private func select(_ request: SelectionRequest, _ range: Range<Int>) async -> ScreenEvent {
    let refusal = await select(request)
    return .selected(await list.page(range), refusal: refusal)
  }

  /// Why a change of the selection was refused, nil if it was not.
  private func select(_ request: SelectionRequest) async -> String? {
    do {
      return try await list.select(request).refusals.first?.reason
    } catch {
      return "\(error)"
    }
  }

  private func choose(_ id: RowID?) async -> ScreenEvent? {
    guard let id, let reason = await select(.select([id])) else { return nil }
    return .notAccepted(reason: reason)
  }
}

extension LiveList {
  /// Checks that attributes to be shown are there.
  ///
  /// - Throws: `InvalidRequest` that names the first one that is not.
  func requireAttributes(_ names: [String]?) throws {
    if let name = names?.first(where: { schema.index(of: $0) == nil }) {
      throw InvalidRequest("there is no attribute \"\(name)\" to be shown")
    }
  }
}
