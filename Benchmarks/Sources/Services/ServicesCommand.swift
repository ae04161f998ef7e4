import CProcess
import Foundation
import Shortlist
import Workloads

/// Measures a service: many lists of the same items, which tasks query at the same time.
///
///     Services [ITEMS [LISTS [TASKS [SECONDS]]]]
@main
enum ServicesCommand {
  static func main() async throws {
    let given = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    guard given.allSatisfy({ $0 > 0 }) else {
      FileHandle.standardError.write(
        Data("services: numbers of items, lists, tasks, seconds\n".utf8))
      exit(2)
    }
    func number(_ index: Int, or usual: Int) -> Int { given.count > index ? given[index] : usual }
    let service = try await Service(
      items: number(0, or: 1_000_000), lists: number(1, or: 50), tasks: number(2, or: 8))
    print("load average \(String(format: "%.1f", machine_load()))")
    try await service.measureCommits()
    try await service.measureRequests(seconds: number(3, or: 30))
    try await service.measureOwnItems()
    print("load average \(String(format: "%.1f", machine_load()))")
  }
}

/// An item of the service: an id and four fields.
struct Product: Identifiable, Sendable {
  var id: Int
  var name: String
  var shelf: String
  var price: Double
  var stock: Int
}

/// The service.
struct Service {
  private let shared: SharedItems<Product>
  private let lists: [PickList<Product>]
  private let tasks: Int

  @FieldBuilder<Product>
  private static var fields: [Field<Product>] {
    Field("name", \.name)
    Field("shelf", \.shelf).searchable(false).facet()
    Field("price", \.price)
    Field("stock", \.stock)
  }

  private static let window = RangeOptions.fixed(length: 10)

  /// Loads the items and opens the lists, and prints what memory each takes.
  init(items: Int, lists: Int, tasks: Int) async throws {
    var maker = RowMaker(seed: 1)
    let products = (0..<items).map { id in
      Product(
        id: id, name: String(decoding: maker.name(), as: UTF8.self),
        shelf: "shelf \(id * 7919 % 60)", price: Double(maker.number() % 100_000) / 100,
        stock: maker.number() % 1000)
    }
    print("\(items) items of four fields, \(lists) lists, \(tasks) tasks")
    Self.tellMemory("the items alone")
    shared = try await SharedItems(products) { Self.fields }
    Self.tellMemory("shared items")
    var opened: [PickList<Product>] = []
    for count in 1...lists {
      opened.append(try await shared.list(window: Self.window))
      if count == 1 || count == lists { Self.tellMemory("with lists: \(count)") }
    }
    (self.lists, self.tasks) = (opened, tasks)
  }

  // MARK: Commits

  /// Measures a change until one list has told of it, and until all have.
  func measureCommits() async throws {
    for (title, told) in [("one of the lists", [lists[0]]), ("all of them", lists)] {
      try await measureCommits(title, told) { try await shared.update($0) }
    }
    Self.tellMemory("after the changes")
  }

  /// Measures the same in a list that has the items for itself.
  func measureOwnItems() async throws {
    let own = PickList(try await shared.items, window: Self.window) { Self.fields }
    try await measureCommits("a list with its own items", [own]) { try await own.update($0) }
  }

  private func measureCommits(
    _ title: String, _ told: [PickList<Product>], _ update: (Product) async throws -> Void
  ) async throws {
    guard var product = await shared.item(0) else { return }
    var updates = told.map { $0.updates.makeAsyncIterator() }
    for index in updates.indices { _ = try await updates[index].next(isolation: #isolation) }
    var times: [Double] = []
    for round in 0..<200 {
      product.stock = 1000 + round
      let start = ContinuousClock.now
      try await update(product)
      for index in updates.indices { _ = try await updates[index].next(isolation: #isolation) }
      times.append((ContinuousClock.now - start).microseconds)
    }
    Self.tell("a change, until told by \(title)", times)
  }

  // MARK: Requests

  /// Measures requests to lists, and requests without a list, while tasks make them all the time.
  func measureRequests(seconds: Int) async throws {
    // What a service does when it starts: each order is computed once.
    for sort in Self.sorts { _ = try await shared.results(for: Self.query(sort: sort)) }
    Self.tellMemory("after sorting by \(Self.sorts.count) orders")
    try await measure("lists", for: seconds) { try await ask(&$0) }
    // One of a hundred requests changes an item, which all lists then adopt.
    let count = await shared.count
    try await measure("lists while items change", for: seconds) { random in
      if random.next(below: 100) > 0 { return try await ask(&random) }
      guard var product = await shared.item(random.next(below: count)) else { return }
      product.price = Double(random.next(below: 100_000)) / 100
      product.stock = random.next(below: 1000)
      try await shared.update(product)
    }
    try await measure("no list", for: seconds) { random in
      _ = try await shared.results(for: Self.randomQuery(&random))
    }
  }

  /// Sets the query of one of the lists, and reads what it shows then.
  private func ask(_ random: inout SeededRandom) async throws {
    let list = lists[random.next(below: lists.count)]
    let query = Self.randomQuery(&random)
    do {
      try await list.updateQuery { $0 = query }
    } catch let error as PickListError where error.code == .superseded {
      return
    }
    _ = try await list.visibleSections
  }

  private func measure(
    _ title: String, for seconds: Int,
    _ request: @escaping @Sendable (inout SeededRandom) async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    let memory = Task {
      for second in [5, seconds] where second <= seconds {
        try await Task.sleep(until: start + .seconds(second))
        Self.tellMemory("\(title), after \(second) s")
      }
    }
    let times = try await withThrowingTaskGroup(of: [Double].self) { group in
      for task in 0..<tasks {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          var times: [Double] = []
          while ContinuousClock.now - start < .seconds(seconds) {
            let begun = ContinuousClock.now
            try await request(&random)
            times.append((ContinuousClock.now - begun).microseconds)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    try await memory.value
    Self.tell("a request, \(title), \(times.count / seconds)/s", times)
  }

  private static let sorts: [[SortKey]] = [
    [], [SortKey("price")], [SortKey("price", .descending)], [SortKey("stock", .descending)],
    [SortKey("name")],
  ]
  private static let words = ["ba", "den", "fi", "gor", "hu", "ja", "ba den", "kel li", "st", "qu"]

  private static func query(sort: [SortKey]) -> ListQuery {
    var query = ListQuery()
    query.sort = sort
    return query
  }

  /// A query with any of a search, a filter, a sort and sections.
  private static func randomQuery(_ random: inout SeededRandom) -> ListQuery {
    var query = query(sort: sorts[random.next(below: sorts.count)])
    if random.next(below: 4) > 0 { query.search = words[random.next(below: words.count)] }
    if random.next(below: 2) > 0 { query.filters = "price:\(random.next(below: 10) * 100)..1000" }
    if random.next(below: 3) == 0 { query.sections = SectionRule(by: "shelf") }
    return query
  }

  // MARK: Telling

  private static func tell(_ title: String, _ microseconds: [Double]) {
    let statistics = Statistics(microseconds)
    let worst = microseconds.max() ?? 0
    let texts = [statistics.median, statistics.p99, worst].map {
      String(format: "%.2f ms", $0 / 1000)
    }
    print("\(title): median \(texts[0]), 99th percentile \(texts[1]), longest \(texts[2])")
  }

  private static func tellMemory(_ title: String) {
    print("\(title): \(process_resident_bytes() >> 20) MB resident")
  }
}

extension Duration {
  fileprivate var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }
}
