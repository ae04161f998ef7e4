/// A selection of rows that stay on a server, described by conditions instead of ids.
///
/// It consists of layers. Each layer changes the selection of the layers below it. A commit of
/// others can therefore change which rows are selected.
struct BulkSelection: Sendable {
  /// A change of a selection.
  enum Layer: Hashable, Sendable {
    /// Removes rows, and then adds others, which are not selected any more by then.
    case ids(added: [RowID], removed: [RowID])
    /// Adds the rows that meet a condition, in an order.
    case add(RowCondition, RemoteOrder)
    /// Removes the rows that meet a condition.
    case remove(RowTest)
    /// Removes those of the rows that meet a condition, and adds the others.
    case invert(RowCondition, RemoteOrder)
  }

  /// A state of the selection.
  struct State: Hashable, Sendable {
    var layers: [Layer] = []
    /// The number of selected rows.
    var count = 0
  }

  private(set) var present: State
  /// The states before requests, the latest last; before the first one, the rows were held.
  private(set) var past: [State] = []
  private(set) var future: [State] = []

  private static let maxSteps = 100

  /// Creates a selection of held rows, in pick order.
  init(_ ids: [RowID]) {
    present = State(layers: ids.isEmpty ? [] : [.ids(added: ids, removed: [])], count: ids.count)
  }

  /// Makes another state the present one, as a step that can be undone.
  mutating func make(_ state: State) {
    past.append(present)
    if past.count > Self.maxSteps { past.removeFirst() }
    (present, future) = (state, [])
  }

  /// Undoes a step; returns whether there was one.
  mutating func undo() -> Bool {
    guard past.count > 1, let state = past.popLast() else { return false }
    future.append(present)
    present = state
    return true
  }

  /// Repeats an undone step; returns whether there was one.
  mutating func redo() -> Bool {
    guard let state = future.popLast() else { return false }
    past.append(present)
    present = state
    return true
  }

  /// Updates the number of rows after a commit; returns whether it has changed.
  mutating func update(count: Int) -> Bool {
    defer { present.count = count }
    return present.count != count
  }
}

extension BulkSelection.Layer {
  /// The test that a selected row stays selected; nil if all do.
  fileprivate var keeping: RowTest? {
    switch self {
    case .ids(_, let removed): removed.isEmpty ? nil : .not(.ids(removed))
    case .add: nil
    case .remove(let test): .not(test)
    case .invert(let condition, _): .not(.all(condition.tests))
    }
  }
}

extension BulkSelection.State {
  /// The test that a row is selected.
  var test: RowTest { test(through: layers.count) }

  /// Returns the test that the first layers select a row.
  private func test(through count: Int) -> RowTest {
    layers.prefix(count).reduce(.never) { below, layer in
      switch layer {
      case .ids(let added, let removed):
        let kept = removed.isEmpty ? below : .all([below, .not(.ids(removed))])
        return added.isEmpty ? kept : .any([kept, .ids(added)])
      case .add(let condition, _): return .any([below, .all(condition.tests)])
      case .remove(let test): return .all([below, .not(test)])
      case .invert(let condition, _): return .exactlyOne(below, .all(condition.tests))
      }
    }
  }

  /// Adds and removes rows by their ids.
  ///
  /// - Parameters:
  ///   - added: Rows that are not selected.
  ///   - removed: Rows that are selected.
  mutating func change(adding added: [RowID], removing removed: [RowID]) {
    count += added.count - removed.count
    var (own, gone): ([RowID], [RowID]) = ([], [])
    if case .ids(let ids, let others)? = layers.last {
      (own, gone) = (ids, others)
      layers.removeLast()
    }
    if !removed.isEmpty {
      let known = Set(own)
      let lost = Set(removed)
      own.removeAll(where: lost.contains)
      gone += removed.filter { !known.contains($0) }
    }
    layers.append(.ids(added: own + added, removed: gone))
  }

  /// A part of the selected rows.
  enum Part {
    case ids([RowID])
    case rows(RemoteOrder)
  }

  /// The selected rows in pick order, in parts: those of each layer that the later ones keep, with
  /// the condition that they meet.
  var parts: [(part: Part, condition: RowCondition)] {
    layers.indices.compactMap { index in
      let kept = layers[(index + 1)...].compactMap(\.keeping)
      switch layers[index] {
      case .ids(let added, _):
        return added.isEmpty ? nil : (.ids(added), RowCondition(tests: kept))
      case .add(let condition, let order), .invert(let condition, let order):
        let tests = condition.tests + [.not(test(through: index))] + kept
        return (.rows(order), RowCondition(tests: tests.filter { $0 != .not(.never) }))
      case .remove: return nil
      }
    }
  }
}
