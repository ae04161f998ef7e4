public import Shortlist
package import ShortlistCore

extension PickList: SearchedList {
  package var revisions: AsyncStream<Int> { list.revisions }

  package func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults {
    let intent = try queue.change(
      {
        change(&$0)
        try form.check($0)
      }, of: list, after: opening
    ) { [list] edit in try await list.search(measuring: requests) { edit.apply(to: &$0) } }
    return try await intent.value
  }
}

extension ListSearcher {
  /// Creates a searcher of a picker; its searches run in order with the picker's other intents.
  public convenience init<Item>(_ picker: PickList<Item>) {
    self.init(searching: picker)
  }
}
