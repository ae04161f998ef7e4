package import Shortlist

/// A list, and changes of it that a seed repeats.
package struct Workload {
  /// What a batch does to its rows.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    /// A random row gets another place in the order: another value of what the list is sorted by.
    ///
    /// In the order of the source, where no value moves a row, it is taken out and inserted again.
    case moves
    /// By turns, a row moves, a value changes that does not decide the place, a row is inserted,
    /// one is deleted.
    case mix

    /// How many operations come round by turns.
    package var steps: Int { self == .moves ? 1 : 4 }
  }

  /// The list.
  package var engine: ListEngine
  private let order: ListOrder
  /// The ids of the rows, in any order.
  private var ids: [Int]
  private var nextID: Int
  /// The last one in a round of operations.
  private var step = 0
  private var maker = RowMaker(seed: 2)
  private var random = SeededRandom(seed: 3)

  /// A list of so many rows, in an order; everything is visible.
  package init(rows: Int, order: ListOrder) throws {
    try self.init(RowMaker.table(rows: rows), order: order)
  }

  /// A list of the rows of `RowMaker.table(rows:)`, in an order; everything is visible.
  package init(_ table: consuming RowTable, order: ListOrder) throws {
    ids = Array(0..<table.count)
    nextID = table.count
    engine = try ListEngine(table, query: order.query)
    self.order = order
  }

  /// What the bookkeeping of ids takes that no list would need, in bytes.
  package var ownBytes: Int { ids.capacity * MemoryLayout<Int>.stride }

  /// The operations of a batch that changes as many rows, all different.
  ///
  /// The batch must be applied before the next one is made.
  package mutating func batch(_ kind: Kind, rows: Int) -> [RowOperation] {
    var operations: [RowOperation] = []
    var taken: Set<Int> = []
    var added: [Int] = []
    for _ in 0..<rows {
      step = (step + 1) % kind.steps
      switch step {
      case 0: operations += move(pick(&taken))
      case 1: operations.append(update(pick(&taken)))
      case 2:
        operations.append(.insert(maker.row(nextID)))
        added.append(nextID)
        nextID += 1
      default: operations.append(.delete(.integer(remove(&taken))))
      }
    }
    ids += added
    return operations
  }

  /// Rows to append.
  package mutating func appended(_ count: Int) -> AppendedRows {
    defer { nextID += count }
    ids += nextID..<nextID + count
    return maker.appended(count, from: nextID, schema: engine.table.schema)
  }

  // MARK: Steps

  private mutating func move(_ id: Int) -> [RowOperation] {
    switch order {
    case .integer: [.update(["id": .integer(id), "number": .integer(maker.number())])]
    case .text: [.update(["id": .integer(id), "name": .text(name())])]
    case .source: [.delete(.integer(id)), .insert(maker.row(id))]
    }
  }

  private mutating func update(_ id: Int) -> RowOperation {
    switch order {
    case .integer: .update(["id": .integer(id), "name": .text(name())])
    case .text, .source: .update(["id": .integer(id), "number": .integer(maker.number())])
    }
  }

  private mutating func name() -> String { String(decoding: maker.name(), as: UTF8.self) }

  // MARK: Rows

  /// The id of a random row that is not taken yet.
  private mutating func pick(_ taken: inout Set<Int>) -> Int { ids[index(&taken)] }

  /// The id of a random row that is not taken yet, and is not picked again.
  private mutating func remove(_ taken: inout Set<Int>) -> Int {
    let index = index(&taken)
    ids.swapAt(index, ids.count - 1)
    return ids.removeLast()
  }

  private mutating func index(_ taken: inout Set<Int>) -> Int {
    while true {
      let index = random.next(below: ids.count)
      if taken.insert(ids[index]).inserted { return index }
    }
  }
}
