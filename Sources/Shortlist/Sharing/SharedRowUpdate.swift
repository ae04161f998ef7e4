/// A change to rows that several lists share.
struct SharedRowUpdate: MergeableUpdate {
  /// All rows, if they were reread.
  private(set) var table: RowTable?
  /// The steps after that, in order.
  private(set) var steps: [TableStep] = []
  /// The number of pending steps that are kept apart.
  ///
  /// A list that falls behind holds the table of each step. Lists that follow the same steps share
  /// more than those that merge them.
  private static var most: Int { 16 }

  /// Creates an update that only signals that the rows can be read again, or not.
  init() {}

  /// Creates an update that all rows were reread.
  init(_ table: RowTable) { self.table = table }

  /// Creates an update of one step.
  init(_ step: TableStep) { steps = [step] }

  /// The update as changes of a store.
  var changes: StoredChanges { StoredChanges(table: table, steps: steps) }

  mutating func append(_ next: Self) {
    if next.table != nil {
      self = next
      return
    }
    for step in next.steps {
      if steps.count >= Self.most, let merged = steps.last?.followed(by: step) {
        steps[steps.count - 1] = merged
      } else {
        steps.append(step)
      }
    }
  }
}
