import ShortlistControls
import ShortlistTestSupport
import Testing

extension ListSearcher {
  /// A searcher of rows that a test has written.
  convenience init(rows: String) async throws { self.init(try await LiveList.open(Rows(rows))) }

  /// Waits until the results are those of the list as it is, or the search has failed.
  func settle() async {
    var failures = 0
    let observation = onError { _ in failures += 1 }
    defer { observation.disconnect() }
    var isCurrent = false
    while isSearching || !(isCurrent || failures > 0) {
      await Task.yield()
      isCurrent = await list.revision == results?.revision
    }
  }

  /// The ids of the rows that match.
  func ids() async throws -> [Int] {
    try await list.ids().ids.compactMap { if case .integer(let id) = $0 { id } else { nil } }
  }
}

/// Goods of four prices, which fit every number type.
let goods = """
  id,name,price,kind
  1,apple,10,fruit
  2,pear,20,fruit
  3,soap,30,house
  4,lamp,40,house
  """

extension ListSearcher {
  /// The list that the searcher was created with.
  var list: LiveList {
    guard let list = searched as? LiveList else { preconditionFailure("It searches a picker.") }
    return list
  }
}
