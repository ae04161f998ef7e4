import Shortlist

extension ListWorker {
  /// Arranges the list, and reads what is then shown.
  func arrange(_ arranging: Arranging, _ request: SnapshotRequest) async -> ScreenEvent {
    do {
      for part in arranging.parts {
        _ = try await list.setRange(
          part.range, section: part.section, revises: false, ifRevision: nil)
      }
      guard let order = arranging.order else {
        return .arranged(try await list.snapshot(request, ifRevision: nil))
      }
      return .arranged(
        try await list.snapshot(request, ifRevision: nil) { query, schema in
          let shown = Set(schema.entries.map(\.name))
          // The order of lines may be by an attribute that is not shown.
          let hidden = base.sort.filter { key in
            key.attribute == LineSettings.place && shown.contains(key.attribute)
          }
          query.sort = order.sort + hidden
          query.sections = order.sections
          query.prefersShort = order.sort.isEmpty && (base.prefersShort || !base.sort.isEmpty)
        })
    } catch {
      return .notArranged(reason: "\(error)")
    }
  }

  /// Writes what is shown to a file.
  func write(_ request: FileRequest) async -> ScreenEvent? {
    guard let writer else { return nil }
    do {
      let what = try await writer.write(request, list)
      return .written(.init(text: "wrote \(what) to \(request.path)", isProblem: false))
    } catch is ViewWriter.FileExistsError {
      return .fileExists(request.path)
    } catch {
      return .notWritten(request.path, reason: "\(error)")
    }
  }
}
