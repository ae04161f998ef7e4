package import Shortlist

/// The texts that report the selection.
package enum SelectionText {
  /// Returns the status text: `3 of 2–10 picked, 1 not shown`.
  package static func status(
    _ count: Int, limits: SelectionLimits, dash: String, notShown: Int = 0
  ) -> String {
    let text = status(count, limits, dash)
    return notShown == 0 ? text : "\(text), \(notShown.grouped) not shown"
  }

  private static func status(_ count: Int, _ limits: SelectionLimits, _ dash: String) -> String {
    let picked = count.grouped
    switch (limits.minimum, limits.maximum) {
    case (0, 0): return count == 0 ? "none picked" : "\(picked) picked"
    case (0, let maximum): return "\(picked) of at most \(maximum.grouped) picked"
    case (let minimum, 0): return "\(picked) of at least \(minimum.grouped) picked"
    case (let minimum, let maximum) where minimum == maximum:
      return "\(picked) of \(maximum.grouped) picked"
    case (let minimum, let maximum):
      return "\(picked) of \(minimum.grouped)\(dash)\(maximum.grouped) picked"
    }
  }

  /// Returns why rows were not picked.
  ///
  /// Unless the rule is a limit, several rows are counted.
  package static func refusal(_ refusal: SelectionOutcome<RowID>.Refusal) -> String {
    switch refusal.rule {
    case .maximum, .minimum, .single: refusal.reason
    default: refusal.count > 1 ? "\(refusal.count.grouped) rows: \(refusal.reason)" : refusal.reason
    }
  }

  /// Returns why a selection cannot be accepted.
  package static func tooFew(_ count: Int, minimum: Int) -> String {
    let rows = minimum == 1 ? "1 row" : "\(minimum.grouped) rows"
    let picked = count == 0 ? "none" : "only \(count.grouped)"
    return "at least \(rows) must be picked, \(picked) \(count > 1 ? "are" : "is")"
  }
}
