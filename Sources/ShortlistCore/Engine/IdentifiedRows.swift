/// A snapshot of the visible rows by id; ids stay valid when rows get other slots.
struct IdentifiedRows {
  private let sections: [Changeset<RowID>.Section]
  private let rows: [RowID: [CellValue]]
  private let isLong: Bool

  init(_ engine: ListEngine) {
    isLong = engine.visible.count > Sizes.compared
    sections = isLong ? [] : engine.visibleSections
    var rows: [RowID: [CellValue]] = [:]
    for id in sections.flatMap(\.ids) {
      if let slot = engine.table.slot(of: id) { rows[id] = engine.table.row(slot) }
    }
    self.rows = rows
  }

  /// Returns the changes to a later state; nil if there are none.
  ///
  /// The touched rows count as changed even if their values are the same.
  func changes(to after: Self, touching touched: Set<RowID> = []) -> VisibleChanges<RowID>? {
    if isLong || after.isLong { return .reset }
    // Consecutive numbers replace the slots because rows may have got other slots.
    var numbers: [RowID: UInt32] = [:]
    var ids: [RowID] = []
    func numbered(_ sections: [Changeset<RowID>.Section]) -> [VisibleSection] {
      sections.map { section in
        VisibleSection(
          name: section.name,
          slots: section.ids.map { id in
            if let number = numbers[id] { return number }
            numbers[id] = UInt32(ids.count)
            ids.append(id)
            return UInt32(ids.count - 1)
          })
      }
    }
    var changes = Changeset(
      from: numbered(sections), to: numbered(after.sections), stays: { _ in false },
      id: { ids[Int($0)] })
    mark(&changes, after, touched)
    return changes.isEmpty ? nil : .changes(changes)
  }

  /// Marks rows that are present before and after but whose values changed.
  private func mark(
    _ changes: inout Changeset<RowID>, _ after: Self, _ touched: Set<RowID>
  ) {
    func isUpdated(_ id: RowID) -> Bool { touched.contains(id) || rows[id] != after.rows[id] }
    var leaving: [Changeset<RowID>.Place: Changeset<RowID>.RowChange] = [:]
    var inserts: [Changeset<RowID>.RowChange] = []
    for change in changes.rows {
      switch change {
      case .delete(_, let from), .update(_, let from): leaving[from] = change
      case .move(let id, let from, let to, _):
        leaving[from] = .move(id, from: from, to: to, updated: isUpdated(id))
      case .insert: inserts.append(change)
      }
    }
    var gone: Set<Int> = []
    for case .delete(let from, _) in changes.sections { gone.insert(from) }
    changes.rows = []
    for (index, section) in sections.enumerated() where !gone.contains(index) {
      for (row, id) in section.ids.enumerated() {
        let place = Changeset<RowID>.Place(section: index, row: row)
        if let change = leaving[place] {
          changes.rows.append(change)
        } else if isUpdated(id) {
          changes.rows.append(.update(id, from: place))
        }
      }
    }
    changes.rows += inserts
  }
}
