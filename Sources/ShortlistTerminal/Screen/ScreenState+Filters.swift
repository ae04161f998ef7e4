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
    var changed = groups
    do { try change(&changed) } catch {
      refuse("\(error)")
      return false
    }
    ranges.forgetChoices(notIn: changed)
    chip = max(0, min(chip, FilterChips(changed).chips.count - 1))
    if changed == groups { return true }
    groups = changed
    expectMeasures(except: panel)
    search(&effects)
    return true
  }

  mutating func removeChip(_ index: Int, _ effects: inout [ScreenEffect]) {
    let chips = chips.chips
    guard chips.indices.contains(index) else { return }
    let member = chips[index].member
    changeFilters(&effects) { groups in
      try groups.remove(
        [member.filter], from: member.group, groups[member.group]?.operator ?? .and)
    }
    if groups.isEmpty { focus = .search }
  }

  /// Handles a key while the filter chips have the focus.
  mutating func handleChipKey(_ key: KeyPress, _ effects: inout [ScreenEffect]) -> Bool {
    switch KeyBindings.action(for: key) {
    case .edit(.left), .toggleAndUp: chip = max(0, chip - 1)
    case .edit(.right), .toggleAndDown: chip = min(chip + 1, chips.chips.count - 1)
    case .edit(.start), .first: chip = 0
    case .edit(.end), .last: chip = chips.chips.count - 1
    case .edit(.deleteBackward), .edit(.deleteForward), .accept: removeChip(chip, &effects)
    case .edit(.clear): changeFilters(&effects) { $0.clear() }
    case .cancel, .filters, .down, .up: focus = .search
    default: return false
    }
    if groups.isEmpty { focus = .search }
    return true
  }
}
