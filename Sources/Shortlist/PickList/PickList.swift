import Synchronization

/// A list of items that a person can pick from: searched, filtered, sorted, grouped, windowed, and
/// selected from under rules.
///
///     let picker = PickList(contacts) {
///       Field("name", \.name)
///       Field("phone", \.phone).searchable(false)
///     }
///     picker.search = "mü"
///     picker.window = .flexible(length: 50, from: .end)
///     picker.selection.filters = [.maximum(10), .required("phone")]
///     for try await update in picker.updates { update.apply(to: &sections) }
///
/// A picker carries out requests in the order in which they are made, on the actor that owns the
/// list and never on the main thread. A function waits for its request, returns the outcome, and
/// throws if the request fails:
///
///     let outcome = try await picker.search("mü")
///
/// Setting a property makes a request without waiting. If it fails, ``failures`` has the error.
///
/// A query replaces the previous one if no other request came in between: the previous one is
/// cancelled, and its function throws the error code `superseded`.
///
/// An item is identified by its `id`. The rows have it as the attribute `id`, which filters and
/// sorts may name, and which searches do not cover.
public final class PickList<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The fields, in order; those of a source change with its columns.
  public var fields: [Field<Item>] { form.fields }
  /// The failures of the requests that no task awaits: those of properties that are set, and the
  /// loading of the initial items.
  ///
  ///     for await error in picker.failures { show(error.description) }
  ///
  /// A debug build also writes them to standard error. A query that a newer one replaced has not
  /// failed.
  public let failures = ListSignal<PickListError>()

  /// The loading of the initial items.
  let opening: Intent<Int>

  private let forms: Mutex<ItemForm<Item>>
  let list: LiveList
  let store: ItemStore<Item>
  let queue: IntentQueue
  let asked: Mutex<Asked>

  /// What was requested beside the query; it may not be in effect yet.
  struct Asked {
    var window: RangeOptions?
    var selection = SelectionSettings()
    /// The number of requested changes of the settings that the list has not carried out yet.
    var selectionEdits = 0
  }

  /// The filters and the mode of a selection.
  struct SelectionSettings {
    var filters: [any SelectionFilter] = []
    var mode = SelectionMode.multiple
  }

  /// Creates a picker of items, in this order unless they are sorted.
  ///
  /// - Parameters:
  ///   - items: The items, with unique ids.
  ///   - window: The visible part of each section; nil for everything. Without a window, every
  ///     listener of a long list receives all items.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Precondition: The names of the fields are unique, and no field is called `id`.
  /// - Complexity: O(1); the picker loads the items afterwards, in O(items)
  public convenience init(
    _ items: [Item], window: RangeOptions? = nil, @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) {
    self.init(
      items, window: window,
      form: ItemForm(
        id: ListSchema.Entry(name: "id", type: Item.ID.attributeType), fields: fields(),
        identify: { $0.id.rowID }))
  }

  init(_ items: [Item], window: RangeOptions?, form: ItemForm<Item>) {
    let query = form.query
    let queue = IntentQueue(query)
    let list: LiveList
    do {
      list = try LiveList(
        waitingFor: query, schema: form.schema, id: form.id.name, name: "items")
    } catch {
      preconditionFailure("There can be no picker with these fields: \(error).")
    }
    let store = ItemStore<Item>()
    (self.queue, self.list, self.store) = (queue, list, store)
    forms = Mutex(form)
    asked = Mutex(Asked(window: window))
    opening = queue.addShared {
      if let window { _ = try await list.setRange(window) }
      let table: RowTable
      do {
        table = try await form.table(of: items)
      } catch {
        list.broadcast.finish()
        throw error
      }
      await list.perform { list in
        store.fill(with: items, form)
        list.finish(.success(table), initial: query)
      }
      return items.count
    }
    report(opening)
  }

  /// Creates a picker of the rows of an open list.
  init(
    _ list: LiveList, query: ListQuery, store: ItemStore<Item>, window: RangeOptions?,
    form: @escaping @Sendable (RowTable) -> ItemForm<Item>
  ) async {
    (self.list, self.store) = (list, store)
    forms = Mutex(await list.perform { form($0.engine.table) })
    queue = IntentQueue(query)
    asked = Mutex(Asked(window: window))
    opening = queue.addShared {
      if let window { _ = try await list.setRange(window) }
      return await list.count
    }
    list.columnsChanged.observe { [weak self] table, query in
      self?.forms.withLock { $0 = form(table) }
      self?.queue.adopt(query)
    }
  }

  /// How items become rows.
  var form: ItemForm<Item> { forms.withLock { $0 } }

  /// Waits until the initial items are loaded.
  ///
  /// - Returns: The number of items.
  /// - Throws: `PickListError` if two items have the same id; all other requests then fail with the
  ///   same error.
  @discardableResult
  public func waitUntilLoaded() async throws -> Int { try await opening.value }

  /// Reports the failure of an intent that no task awaits.
  func report<Outcome>(_ intent: Intent<Outcome>) {
    Task { [failures] in
      do { _ = try await intent.value } catch { failures.record(error) }
    }
  }

  /// Adds an intent that runs synchronously on the actor that owns the list.
  func ask<Outcome>(
    _ body: @escaping @Sendable (isolated LiveList) throws -> Outcome
  ) -> Intent<Outcome> {
    add { try await $0.perform(body) }
  }

  /// Adds an intent that may also await work outside of the list.
  func add<Outcome>(
    _ body: @escaping @Sendable (LiveList) async throws -> Outcome
  ) -> Intent<Outcome> {
    queue.add { [opening, list] in
      _ = try await opening.task.value
      try Task.checkCancellation()
      return try await body(list)
    }
  }
}
