import Shortlist
import ShortlistCore

extension ListPicker {
  /// Whether the selection differs from the one last reported to the app.
  ///
  /// Pick order is ignored. With `live` reporting it is always false.
  ///
  /// - Complexity: O(k) for k rows that were last reported
  public var isDirty: Bool {
    guard reporting == .staged else { return false }
    return accepted.count != selectedCount || !accepted.allSatisfy(isSelected)
  }

  /// Accepts the selection and reports it to the app, unless it violates rules.
  ///
  /// - Returns: The accepted rows, or the reasons for the refusal.
  /// - Throws: `InvalidRequestError` and `FilterError` if a filter's rule is invalid.
  /// - Complexity: O(n / 64 + k) for k selected of n rows, and what the filters do
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
        enqueue { [weak self] in self?.onSelectionChange?(change) }
      }
    }
    enqueue { [weak self] in self?.onDone?(selected) }
    deliver()
    return .done(selected)
  }

  /// Restores the selection last reported to the app, regardless of filters; undo cannot revert
  /// this.
  ///
  /// With `live` reporting it does nothing.
  ///
  /// - Complexity: O(n / 64 + k) for n rows, k of them selected before or after
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
