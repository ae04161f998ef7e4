import Shortlist

extension ScreenState {
  /// Changes the filters, and searches again if they differ.
  ///
  /// - Returns: Whether the change was valid.
  @discardableResult
  mutating func changeFilters(
    by panel: Panel? = nil, _ effects: inout [ScreenEffect],
    _ change: (inout FilterGroups) throws -> Void
  ) -> Bool {
    do {
      if try panels.changeFilters(change) { searchAnew(&effects, except: panel) }
      return true
    } catch {
      notices.refuse("\(error)")
      return false
    }
  }

  mutating func removeChip(_ index: Int, _ effects: inout [ScreenEffect]) {
    let chips = panels.chips.chips
    guard chips.indices.contains(index) else { return }
    let member = chips[index].member
    changeFilters(&effects) { groups in
      try groups.remove(
        [member.filter], from: member.group, groups[member.group]?.operator ?? .and)
    }
    if panels.groups.isEmpty { panels.focus = .search }
  }

  /// Handles a key while the filter chips have the focus.
  mutating func handleChipKey(_ key: KeyPress, _ effects: inout [ScreenEffect]) -> Bool {
    let chip = panels.chip
    switch KeyBindings.action(for: key) {
    case .edit(.left), .toggleAndUp: panels.moveToChip(chip - 1)
    case .edit(.right), .toggleAndDown: panels.moveToChip(chip + 1)
    case .edit(.start), .first: panels.moveToChip(0)
    case .edit(.end), .last: panels.moveToChip(.max)
    case .edit(.deleteBackward), .edit(.deleteForward), .accept: removeChip(chip, &effects)
    case .edit(.clear): changeFilters(&effects) { $0.clear() }
    case .cancel, .filters, .down, .up: panels.focus = .search
    default: return false
    }
    if panels.groups.isEmpty { panels.focus = .search }
    return true
  }
}
