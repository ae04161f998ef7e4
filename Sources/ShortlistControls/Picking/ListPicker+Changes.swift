import Shortlist
import ShortlistCore

extension ListPicker {
  /// The shown sections of the source, with the ids of their rows.
  var listedSections: [Changeset<RowID>.Section] {
    if hidesEverything { return [] }
    if isListShown {
      return list.sections.enumerated().map { index, section in
        Changeset<RowID>.Section(
          name: shape == .inSections ? String(index) : "", ids: section.ids)
      }
    }
    var sections = engine.sections.sections.map {
      Changeset<RowID>.Section(name: $0.name, ids: [])
    }
    let ids = engine.ids().ids
    var start = 0
    for (index, section) in engine.sections.sections.enumerated() {
      sections[index].ids = Array(ids[start..<start + section.count])
      start += section.count
    }
    return sections
  }

  /// Updates the section of selected items and the selection counts of the other sections.
  func showSelection() {
    let isShown =
      switch selectedSection {
      case .never: false
      case .always: true
      case .unlessSearching: !isSearching
      }
    let isEmpty = selectedCount == 0 || hidesEverything
    shownSelection = isShown && !isEmpty ? selectedIDs : nil
    // Count once here, so that `sections` does not have to.
    if isTableCurrent { _ = engine.selectedSections() }
  }

  /// Reports what has to be redrawn.
  ///
  /// - Parameters:
  ///   - list: The changes to the shown sections of the source.
  ///   - selectionBefore: The section of selected items before the change.
  ///   - selected: Rows that became selected.
  ///   - deselected: Rows that are no longer selected.
  ///   - updated: Rows whose text changed; `list` already includes them.
  func announce(
    list: VisibleChanges<RowID>?, selectionBefore: [RowID]?, selected: [RowID] = [],
    deselected: [RowID] = [], updated: Set<RowID> = []
  ) {
    let update = ListPickerUpdate(
      changes: changes(list, selectionBefore, deselected, updated), selected: selected,
      deselected: deselected)
    if update.isEmpty { return }
    enqueue { [weak self] in self?.onUpdate?(update) }
  }

  /// Returns the changes between two states of the sections of the source.
  func changes(
    from before: [Changeset<RowID>.Section], to after: [Changeset<RowID>.Section],
    updated: Set<RowID>
  ) -> VisibleChanges<RowID>? {
    if before == after && updated.isEmpty { return nil }
    let longest = max(before.reduce(0) { $0 + $1.ids.count }, after.reduce(0) { $0 + $1.ids.count })
    if longest > Told.mostReported { return .reset }
    var ids: [RowID] = []
    var numbers: [RowID: UInt32] = [:]
    func number(_ id: RowID) -> UInt32 {
      if let number = numbers[id] { return number }
      ids.append(id)
      numbers[id] = UInt32(ids.count - 1)
      return UInt32(ids.count - 1)
    }
    func numbered(_ sections: [Changeset<RowID>.Section]) -> [VisibleSection] {
      sections.map { VisibleSection(name: $0.name, slots: $0.ids.map(number)) }
    }
    let (old, new) = (numbered(before), numbered(after))
    var changes = Changeset<RowID>(from: old, to: new, stays: { _ in false }) { ids[Int($0)] }
    changes.update(updated, of: before, to: after)
    return changes.isEmpty ? nil : .changes(changes)
  }

  /// Returns the changes of all sections; those of the source follow the selected items.
  private func changes(
    _ list: VisibleChanges<RowID>?, _ selectionBefore: [RowID]?, _ deselected: [RowID],
    _ updated: Set<RowID>
  ) -> VisibleChanges<RowID>? {
    if list == nil && selectionBefore == shownSelection && updated.isEmpty { return nil }
    if list == .reset { return .reset }
    var changes = Changeset<RowID>()
    let name = Told.selectedName
    switch (selectionBefore, shownSelection) {
    case (nil, let after?): changes.sections.append(.insert(to: 0, name: name, ids: after))
    case (_?, nil): changes.sections.append(.delete(from: 0, name: name))
    case (let before?, let after?):
      changes.rows = Self.changes(from: before, to: after, deselected, updated)
    case (nil, nil): break
    }
    if case .changes(let list) = list {
      let list = list.shifted(
        before: selectionBefore == nil ? 0 : 1, after: shownSelection == nil ? 0 : 1)
      changes.sections += list.sections
      changes.rows += list.rows
    }
    return changes.isEmpty ? nil : .changes(changes)
  }

  /// Returns the changes of the section of selected items.
  ///
  /// Rows that stay selected keep their order, so a single pass finds all deletes and inserts.
  private static func changes(
    from before: [RowID], to after: [RowID], _ deselected: [RowID], _ updated: Set<RowID>
  ) -> [Changeset<RowID>.RowChange] {
    let gone = Set(deselected)
    var deletes: [Changeset<RowID>.RowChange] = []
    var inserts: [Changeset<RowID>.RowChange] = []
    var next = 0
    func insert(before id: RowID?) {
      while next < after.count, after[next] != id {
        inserts.append(.insert(after[next], to: .init(section: 0, row: next)))
        next += 1
      }
    }
    for (row, id) in before.enumerated() {
      let place = Changeset<RowID>.Place(section: 0, row: row)
      if !gone.isEmpty, gone.contains(id) {
        deletes.append(.delete(id, from: place))
        continue
      }
      insert(before: id)
      next += 1
      if !updated.isEmpty, updated.contains(id) { deletes.append(.update(id, from: place)) }
    }
    insert(before: nil)
    return deletes + inserts
  }
}

/// Constants shared by all pickers.
private enum Told {
  /// The number of shown rows above which changes are reported as a reset.
  static let mostReported = Sizes.compared
  /// The name of the section of selected items in changes.
  static let selectedName = "selected"
}

extension Changeset<RowID> {
  /// Returns the changes with their section indices shifted.
  fileprivate func shifted(before: Int, after: Int) -> Self {
    func old(_ place: Place) -> Place { Place(section: place.section + before, row: place.row) }
    func new(_ place: Place) -> Place { Place(section: place.section + after, row: place.row) }
    return Changeset(
      sections: sections.map { change in
        switch change {
        case .delete(let from, let name): .delete(from: from + before, name: name)
        case .insert(let to, let name, let ids): .insert(to: to + after, name: name, ids: ids)
        case .move(let from, let to, let name):
          .move(from: from + before, to: to + after, name: name)
        }
      },
      rows: rows.map { change in
        switch change {
        case .delete(let id, let from): .delete(id, from: old(from))
        case .insert(let id, let to): .insert(id, to: new(to))
        case .update(let id, let from): .update(id, from: old(from))
        case .move(let id, let from, let to, let updated):
          .move(id, from: old(from), to: new(to), updated: updated)
        }
      })
  }

  /// Adds updates for rows whose content changed.
  fileprivate mutating func update(
    _ ids: Set<RowID>, of before: [Section], to after: [Section]
  ) {
    if ids.isEmpty { return }
    var gone: Set<Place> = []
    rows = rows.map { change in
      switch change {
      case .move(let id, let from, let to, _):
        gone.insert(from)
        return .move(id, from: from, to: to, updated: ids.contains(id))
      case .delete(_, let from): gone.insert(from)
      case .insert, .update: break
      }
      return change
    }
    let names = Set(after.map(\.name))
    for (section, rows) in before.enumerated() where names.contains(rows.name) {
      for (row, id) in rows.ids.enumerated() where ids.contains(id) {
        let place = Place(section: section, row: row)
        if !gone.contains(place) { self.rows.append(.update(id, from: place)) }
      }
    }
  }
}
