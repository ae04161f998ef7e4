extension PickList {
  /// Opens a picker of the items that a database keeps.
  ///
  /// - Throws: `PickListError` if they cannot be read; `CancellationError`.
  package convenience init(
    keptBy keeper: any ItemKeeper<Item>, window: RangeOptions?,
    selectionFilters: [any SelectionFilter], fields: [Field<Item>]
  ) async throws {
    let form = ItemForm<Item>(fields)
    let kept = KeptItems(keeper, form: form)
    do {
      let table = try await kept.read()
      let list = try await LiveList.open(keptIn: kept, query: form.query) {
        try ListEngine(table, query: form.query, workers: .cores)
      }
      try await self.init(
        list, query: form.query, store: kept.items,
        writer: KeptItemWriter(list: list, kept: kept), failures: kept.failures, window: window,
        selectionFilters: selectionFilters
      ) { _ in form }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PickListError(error)
    }
  }
}
