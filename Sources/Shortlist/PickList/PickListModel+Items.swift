extension PickListModel {
  /// Creates a model of items that has its rows at once, for previews and for the first frames of
  /// views.
  ///
  ///     let model = PickListModel(contacts) {
  ///       Field(\.name)
  ///       Field(\.city).facet()
  ///     }
  ///     print(model.sections[0].rows.count)
  ///
  /// The initializer reads the items on the calling thread, which is the main thread. A list that
  /// takes long to read has a ``PickList``, which reads its items in the background. What the model
  /// measures arrives after the rows.
  ///
  /// If two items have the same id, or the query is invalid, the model says so in `error`, as that
  /// of a picker does.
  ///
  /// - Parameters:
  ///   - items: The items, with unique ids.
  ///   - query: The initial query; without attributes, it searches the searchable fields.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  ///   - measuring: What to count and measure after each change. The default is the values of all
  ///     facet fields and the ranges of all number and date fields.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Precondition: The names of the fields are unique, no field is called `id`, and there are the
  ///   fields that the filters require.
  /// - Complexity: O(items), and that of ``PickList/updateQuery(_:)`` for the query
  public convenience init(
    _ items: [Item], query: ListQuery = ListQuery(), window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = [], measuring: MeasureRequest? = nil,
    @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) {
    let form = ItemForm(fields())
    let query = form.completed(query)
    if let first = try? PickList.loaded(items, query: query, window: window, form: form) {
      self.init(first.picker, measuring: measuring, showing: (first.shown, items.count))
    } else {
      // The picker finds what is wrong, and says so.
      self.init(PickList(items, window: window, form: form), measuring: measuring)
      if query != form.query {
        showMessages(of: picker.queryIntent { $0 = query }) { _ in [] }
      }
    }
    if !selectionFilters.isEmpty { picker.selection.filters = selectionFilters }
  }
}

extension PickList {
  /// Creates a picker that has its items at once.
  ///
  /// - Returns: The picker, and what it shows.
  /// - Throws: `SourceError` for items that cannot be in one list, and what `check` throws.
  fileprivate static func loaded(
    _ items: [Item], query: ListQuery, window: RangeOptions?, form: ItemForm<Item>
  ) throws -> (picker: PickList, shown: PickListResults<Item>) {
    try form.check(query)
    var engine = try ListEngine(form.makeTable(of: items), query: query, workers: .cores)
    if let window { _ = engine.setRange(window, section: nil) }
    let store = ItemStore<Item>()
    store.fill(with: items, form)
    let list = LiveList(of: engine)
    list.prepareSearch()
    let picker = PickList(
      list, query: query, count: items.count, store: store, window: window, form: form)
    return (picker, PickListResults(visibleIn: engine, store, form))
  }
}
