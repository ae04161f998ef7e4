/// Changes of the visible rows that are computed when they are read.
///
/// The time to compare two states grows with the number of visible rows. A change of the query
/// therefore only keeps both states. The reader of the changes pays for the comparison,
/// outside of the list. A reader that falls behind pays for one comparison instead of many:
///
///     query   query   commit   query
///     a──▶b   b──▶c    c──▶d   d──▶e
///     └───compare───┘  known   compare
package struct PendingChanges: Sendable {
  private enum Step: Sendable {
    case known(VisibleChanges<RowID>)
    case comparison(VisibleComparison)

    var changes: VisibleChanges<RowID>? {
      switch self {
      case .known(let changes): changes
      case .comparison(let comparison): comparison.changes
      }
    }
  }

  private var steps: [Step] = []
  /// The number of steps above which they are computed, so that no reader keeps too many states.
  private static let maxSteps = 16

  /// Creates changes that are known; nil stands for none.
  package init(_ changes: VisibleChanges<RowID>? = nil) {
    if let changes { steps = [.known(changes)] }
  }

  /// Creates the changes between two states.
  init(_ comparison: VisibleComparison) { steps = [.comparison(comparison)] }

  /// The changes; nil if there are none.
  ///
  /// More than 10,000 changes of several steps are a reset.
  package var changes: VisibleChanges<RowID>? {
    guard let first = steps.first else { return nil }
    return steps.dropFirst().reduce(first.changes) { changes, step in
      if case .reset? = changes { return .reset }
      let both = changes.followed(by: step.changes)
      guard case .changes(let rows) = both, rows.rows.count > Sizes.compared else { return both }
      return .reset
    }
  }

  /// Returns the changes for items with ids of a type.
  func changes<ID: PickListID>(of type: ID.Type) -> VisibleChanges<ID>? {
    guard let changes else { return nil }
    return changes as? VisibleChanges<ID> ?? VisibleChanges<ID>(changes)
  }

  /// Appends later changes.
  ///
  /// - Complexity: O(1), except that the sixteenth step computes the changes
  package mutating func append(_ next: Self) {
    for step in next.steps { append(step) }
    if steps.count > Self.maxSteps { self = Self(changes) }
  }

  private mutating func append(_ step: Step) {
    // A commit between two comparisons may have renumbered the slots, even if it changed no visible
    // row.
    guard case .comparison(let next) = step, case .comparison(let last) = steps.last,
      last.revision == next.previousRevision
    else { return steps.append(step) }
    steps[steps.count - 1] = .comparison(last.followed(by: next))
  }
}
