extension PickList: SearchedList {
  package var revisions: AsyncStream<Int> { list.revisions }

  package func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults {
    let old = query
    var new = old
    change(&new)
    try form.check(new)
    let intent = queue.change(QueryEdit(from: old, to: new), of: list, after: opening) {
      [list] edit in
      try await list.search(measuring: requests) { edit.apply(to: &$0) }
    }
    return try await intent.value
  }
}

extension ListSearcher {
  /// Creates a searcher of a picker; its searches run in order with the picker's other intents.
  public convenience init<Item>(_ picker: PickList<Item>) {
    self.init(picker.list, searching: picker)
  }
}
