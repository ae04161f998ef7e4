/// A section of visible items.
///
///     for section in contactsModel.sections {
///       print(section.name, section.items.map(\.name))  // Bonn Ann
///     }
public struct PickListSection<Item: Identifiable & Sendable>: Sendable {
  /// The name; empty for the only section of an ungrouped list.
  public var name: String
  /// The visible items.
  public var rows: [PickListRow<Item>] = []

  /// The items of the rows.
  ///
  /// - Complexity: O(rows)
  public var items: [Item] { rows.map(\.item) }
}

extension PickListSection: Identifiable {
  /// The UTF-8 bytes of the name.
  ///
  /// Two sections may have names that `String` holds to be equal, as `é` of one and of two code
  /// points.
  ///
  /// - Complexity: O(length of the name)
  public var id: [UInt8] { Array(name.utf8) }
}

/// A visible item and its selection state.
///
///     for row in contactsModel.sections.flatMap(\.rows) {
///       print(row.isSelected ? "✓" : " ", row.item.name)
///     }
public struct PickListRow<Item: Identifiable & Sendable>: Sendable, Identifiable {
  /// The item.
  public var item: Item
  /// Whether it is selected.
  public var isSelected: Bool

  /// The id of the item.
  public var id: Item.ID { item.id }
}

extension PickListSection: Equatable where Item: Equatable {}
extension PickListRow: Equatable where Item: Equatable {}

/// A change of a picker, with everything that a view needs to apply it.
///
///     for try await update in picker.updates { update.apply(to: &sections) }
public struct PickListUpdate<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The revision before the change; 0 for the first update.
  public let previousRevision: Int
  /// The revision after the change.
  public let revision: Int
  /// The changes to the visible items; nil if there are none.
  ///
  /// After `.reset`, replace everything that is shown, as `apply(to:)` does.
  public let changes: VisibleChanges<Item.ID>?
  /// The change of the selection; nil if there is none.
  public let selection: SelectionChange<Item.ID>?
  /// The number of matching items.
  public let total: Int
  /// The number of all items.
  public let count: Int
  /// The number of selected items.
  public let selectedCount: Int
  /// The attributes, if they have changed; `changes` is then a reset.
  public let schema: ListSchema?
  /// Why parts of the query were dropped, because they do not fit the new attributes.
  public let dropped: [String]
  /// Why the picker cannot follow its source now; nil if it does or has no need to.
  public let stopReason: String?
  /// The error behind the reason.
  let stopError: PickListError?
  /// All visible sections, after a reset.
  private let sections: [PickListSection<Item>]
  /// The rows that were inserted or updated.
  private let rows: [Item.ID: PickListRow<Item>]
  /// The selected visible rows, if the selection was reset.
  private let selected: Set<Item.ID>?

  init(
    _ change: ListUpdate, _ list: any ListReading, _ loading: ListUpdate.Loading,
    _ store: ItemStore<Item>
  ) {
    (previousRevision, revision) = (change.previousRevision, change.revision)
    let changes = change.changes
    self.changes = changes.map(VisibleChanges.init)
    selection = change.selection.map(SelectionChange.init)
    (total, count) = (change.total, change.count)
    (schema, dropped) = (change.schema, change.dropped)
    stopReason = loading.stopReason
    stopError = if case .stopped(let error) = loading { PickListError(error) } else { nil }
    selectedCount = list.selectedCount
    var rows: [Item.ID: PickListRow<Item>] = [:]
    switch (changes, self.changes) {
    case (.changes(let changes), .changes):
      for id in changes.arrivals {
        let row = store.row(id, list)
        rows[row.id] = row
      }
      sections = []
    case (nil, _): sections = []
    default: sections = store.sections(of: list)
    }
    self.rows = rows
    selected =
      change.selection?.isReset == true
      ? Set(
        list.visibleSections.flatMap(\.ids).filter(list.isSelected)
          .compactMap(Item.ID.init(rowID:))) : nil
  }

  /// Applies the update to sections, from the revision before to the revision after.
  ///
  /// - Parameter sections: The unmodified sections at the revision before; ignored for the first
  ///   update.
  /// - Complexity: O(v + k log k) for v rows in the sections and k changes
  public func apply(to sections: inout [PickListSection<Item>]) {
    switch changes {
    case .reset: sections = self.sections
    case .changes(let changes):
      changes.apply(to: &sections, rows: \.rows, section: { PickListSection(name: $0) }) { id in
        guard let row = rows[id] else {
          preconditionFailure("The update has no item \(id), which its changes name.")
        }
        return row
      }
    case nil: break
    }
    guard let selection else { return }
    let (added, removed) = (Set(selection.added), Set(selection.removed))
    for section in sections.indices {
      for row in sections[section].rows.indices {
        let id = sections[section].rows[row].id
        if let selected {
          sections[section].rows[row].isSelected = selected.contains(id)
        } else if added.contains(id) {
          sections[section].rows[row].isSelected = true
        } else if removed.contains(id) {
          sections[section].rows[row].isSelected = false
        }
      }
    }
  }
}

extension PickListUpdate: Equatable where Item: Equatable {
  /// Whether two updates say the same, and lead to the same sections.
  ///
  /// - Complexity: O(rows in the updates)
  public static func == (a: Self, b: Self) -> Bool {
    a.previousRevision == b.previousRevision && a.revision == b.revision && a.total == b.total
      && a.count == b.count && a.selectedCount == b.selectedCount && a.changes == b.changes
      && a.selection == b.selection && a.schema == b.schema && a.dropped == b.dropped
      && a.stopReason == b.stopReason && a.sections == b.sections && a.rows == b.rows
      && a.selected == b.selected
  }
}

extension Changeset {
  /// The rows that are inserted or updated.
  fileprivate var arrivals: [ID] {
    var ids: [ID] = []
    for case .insert(_, _, let inserted) in sections { ids += inserted }
    for change in rows {
      switch change {
      case .insert(let id, _), .update(let id, _), .move(let id, _, _, updated: true):
        ids.append(id)
      case .delete, .move: break
      }
    }
    return ids
  }
}

extension ItemStore {
  /// Returns the visible items of a list by section.
  func sections(of list: any ListReading) -> [PickListSection<Item>] {
    list.visibleSections.map { section in
      let items = all(section.ids, list)
      return PickListSection(
        name: section.name,
        rows: items.indices.map {
          PickListRow(item: items[$0], isSelected: list.isSelected(section.ids[$0]))
        })
    }
  }

  fileprivate func row(_ id: RowID, _ list: any ListReading) -> PickListRow<Item> {
    PickListRow(item: self[id, list], isSelected: list.isSelected(id))
  }
}
