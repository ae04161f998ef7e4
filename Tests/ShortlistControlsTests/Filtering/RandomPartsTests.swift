import ShortlistControls
import ShortlistTestSupport
import Testing

/// The controls of a list against a count of all rows, one after the other.
@MainActor
@Suite("Controls of a list that changes")
struct RandomPartsTests {
  private struct Row {
    var id: Int
    var price: Int?
    var kind: String
  }

  /// What was chosen, as somebody would note it down.
  private struct Model {
    var rows: [Row] = []
    var lower: Int?
    var upper: Int?
    var included: Set<String> = []
    var excluded: Set<String> = []
    var least: Int?

    func isInRange(_ row: Row) -> Bool {
      if lower == nil && upper == nil { return true }
      guard let price = row.price else { return false }
      return price >= lower ?? .min && price <= upper ?? .max
    }
    func isIncluded(_ row: Row) -> Bool { included.isEmpty || included.contains(row.kind) }
    func isOtherwiseIn(_ row: Row) -> Bool {
      !excluded.contains(row.kind) && (least.map { row.id >= $0 } ?? true)
    }

    var matching: [Int] {
      rows.filter { isInRange($0) && isIncluded($0) && isOtherwiseIn($0) }.map(\.id)
    }
    var bounds: ClosedRange<Int>? {
      let prices = rows.filter { isIncluded($0) && isOtherwiseIn($0) }.compactMap(\.price)
      guard let least = prices.min(), let greatest = prices.max() else { return nil }
      return least...greatest
    }
    var counts: [String: Int] {
      var counts: [String: Int] = [:]
      for row in rows where isInRange(row) && isOtherwiseIn(row) {
        counts[row.kind, default: 0] += 1
      }
      for kind in included.union(excluded) { counts[kind, default: 0] += 0 }
      return counts
    }

    /// Notes a choice, as the bounds that were shown make it; false if it is none.
    mutating func choose(_ range: ClosedRange<Int>, _ bounds: ClosedRange<Int>?) -> Bool {
      guard let bounds else {
        (lower, upper) = (range.lowerBound, range.upperBound)
        return true
      }
      if range.upperBound < bounds.lowerBound || range.lowerBound > bounds.upperBound {
        return false
      }
      lower = range.lowerBound <= bounds.lowerBound ? nil : range.lowerBound
      upper = range.upperBound >= bounds.upperBound ? nil : range.upperBound
      return true
    }
  }

  private static let kinds = ["a", "b", "c", "d"]

  /// `SHORTLIST_WALKS=5000` makes that many, `SHORTLIST_SEED` others.
  private nonisolated static var seeds: Range<Int> {
    let first = Environment.number("SHORTLIST_SEED") ?? 1
    return first..<(first + (Environment.number("SHORTLIST_WALKS") ?? 20))
  }

  @Test("show what a count of all rows shows, whatever happens", arguments: seeds)
  func random(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    var model = Model()
    var cells = ["id,price,kind", "0,5,a"]
    model.rows.append(Row(id: 0, price: 5, kind: "a"))
    for id in 1...10 {
      let row = Self.row(id, &random)
      model.rows.append(row)
      cells.append("\(id),\(row.price.map(String.init) ?? ""),\(row.kind)")
    }
    let searcher = try await ListSearcher(rows: cells.joined(separator: "\n"))
    let state = FilterState()
    let box = RangeBox<Int>()
    let range = NumberRangeConnector<Int>(
      searcher: searcher, filterState: state, attribute: "price", controller: box)
    let kinds = FacetListConnector(searcher: searcher, filterState: state, attribute: "kind")
    let current = CurrentFiltersConnector(filterState: state)
    var errors: [any Error] = []
    searcher.onError { errors.append($0) }
    searcher.search()
    for step in 1...100 {
      try await change(&model, searcher, state, range.interactor, kinds.interactor, &random)
      if random.chance(0.5) { continue }
      await searcher.settle()
      let place: Comment = "seed \(seed), step \(step), \(state.groups.description)"
      #expect(try await searcher.ids() == model.matching, place)
      #expect(range.interactor.bounds == model.bounds, place)
      #expect(box.state == range.interactor.state, place)
      let shown = kinds.interactor.items.map { ($0.value.text, $0.count) }
      #expect(Dictionary(shown, uniquingKeysWith: +) == model.counts, place)
      for item in kinds.interactor.items {
        let isIncluded = model.included.contains(item.value.text)
        let isExcluded = model.excluded.contains(item.value.text)
        #expect(
          item.choice == (isIncluded ? .included : isExcluded ? .excluded : .neither), place)
      }
      let filters =
        model.included.count + model.excluded.count + (model.least == nil ? 0 : 1)
        + (model.lower == nil && model.upper == nil ? 0 : 1)
      #expect(current.interactor.items.count == filters, place)
    }
    #expect(errors.isEmpty)
  }

  private static func row(_ id: Int, _ random: inout SeededRandom) -> Row {
    Row(
      id: id, price: random.chance(0.2) ? nil : random.next(below: 20) - 5,
      kind: random.pick(kinds))
  }

  private func change(
    _ model: inout Model, _ searcher: ListSearcher, _ state: FilterState,
    _ range: NumberRangeInteractor<Int>, _ kinds: FacetListInteractor,
    _ random: inout SeededRandom
  ) async throws {
    switch random.next(below: 9) {
    case 0, 1:
      let lower = random.next(below: 24) - 7
      let chosen = lower...(lower + random.next(below: 12))
      if model.choose(chosen, range.bounds) {
        try range.choose(from: chosen.lowerBound, to: chosen.upperBound)
      } else {
        #expect(throws: InvalidRequestError.self) {
          try range.choose(from: chosen.lowerBound, to: chosen.upperBound)
        }
      }
    case 2:
      let kind = random.pick(Self.kinds)
      try kinds.toggle(.text(kind))
      model.excluded.remove(kind)
      if model.included.remove(kind) == nil { model.included.insert(kind) }
    case 3:
      let kind = random.pick(Self.kinds)
      try kinds.exclude(.text(kind))
      model.included.remove(kind)
      if model.excluded.remove(kind) == nil { model.excluded.insert(kind) }
    case 4:
      let least = random.chance(0.5) ? nil : random.next(below: 10)
      try state.transaction {
        state.clear(["least"])
        if let least { try state.add(.inRange("id", .integer(least), nil), to: "least") }
      }
      model.least = least
    case 5:
      if random.chance(0.5) {
        state.clear(["price"])
        (model.lower, model.upper) = (nil, nil)
      } else {
        // A transaction that is taken back, with a control that took part.
        try? state.transaction {
          try range.choose(from: -3, to: 30)
          try kinds.toggle(.text("a"))
          state.clear()
          throw CancellationError()
        }
      }
    case 6:
      let id = (model.rows.last?.id ?? 0) + 1
      let row = Self.row(id, &random)
      model.rows.append(row)
      _ = try await searcher.list.apply([.insert(Self.values(row))])
    case 7 where model.rows.count > 1:
      let index = random.next(below: model.rows.count - 1)
      _ = try await searcher.list.apply([.delete(.integer(model.rows[index].id))])
      model.rows.remove(at: index)
    default:
      let index = random.next(below: model.rows.count)
      model.rows[index] = Self.row(model.rows[index].id, &random)
      _ = try await searcher.list.apply([.update(Self.values(model.rows[index]))])
    }
  }

  private static func values(_ row: Row) -> RowValues {
    [
      "id": .integer(row.id), "price": row.price.map(CellValue.integer) ?? .null,
      "kind": .text(row.kind),
    ]
  }
}
