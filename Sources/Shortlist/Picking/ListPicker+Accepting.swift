extension ListPicker {
  /// Whether the selection is another than the one that the app was told of last.
  ///
  /// The order of picking makes no difference. Where the app is told of every change, it never is.
  public var isDirty: Bool {
    guard reporting == .staged else { return false }
    return accepted.count != selectedCount || !accepted.allSatisfy(isSelected)
  }

  /// Accepts the selection: tells the app of it, unless it breaks rules.
  ///
  /// - Returns: What was accepted, or why nothing was.
  /// - Throws: `InvalidRequest` and `FilterError` if a filter asks for what cannot be.
  @discardableResult
  public func done() throws -> ListPickerDone {
    let rules = rules
    try installRules()
    let report = engine.selectionRules
    if !report.violations.isEmpty {
      let reasons = zip(rules, report.status).compactMap { rule, status in
        status.state == .below || status.state == .above ? rule.reason : nil
      }
      return .refused(report.violations, reasons: reasons)
    }
    let selected = selectedIDs
    if reporting == .staged {
      let (old, new) = (Set(accepted), Set(selected))
      let change = ListPickerSelectionChange(
        cause: .done, added: selected.filter { !old.contains($0) },
        removed: accepted.filter { !new.contains($0) })
      accepted = selected
      if !change.added.isEmpty || !change.removed.isEmpty {
        note { [weak self] in self?.onSelectionChange?(change) }
      }
    }
    note { [weak self] in self?.onDone?(selected) }
    deliver()
    return .done(selected)
  }

  /// Goes back to the selection that the app was told of last, whatever filters say, as something
  /// that cannot be undone.
  ///
  /// Where the app is told of every change, that is the selection as it is.
  public func cancel() {
    guard reporting == .staged else { return }
    let before = (shown: shownSelection, selected: selectedIDs)
    try? engine.setSelectionRules([])
    _ = engine.select(.none(), idLimit: 0)
    select(withoutRules: accepted)
    anchor = nil
    showSelection()
    let (old, new) = (Set(before.selected), Set(accepted))
    announce(
      list: nil, selectionBefore: before.shown, selected: accepted.filter { !old.contains($0) },
      deselected: before.selected.filter { !new.contains($0) })
    deliver()
  }
}
