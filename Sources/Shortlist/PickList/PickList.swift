import Synchronization

/// A list of items that a person can pick from: searched, filtered, sorted, grouped, windowed, and
/// selected from under rules.
///
///     let picker = PickList(contacts, selectionFilters: [.maximum(10)]) {
///       Field(\.name)
///       Field(\.phone).searchable(false)
///     }
///     picker.search = "mü"
///     picker.window = .flexible(length: 50, from: .end)
///     for try await update in picker.updates { update.apply(to: &sections) }
///
/// A picker carries out requests in the order in which they are made, on the actor that owns the
/// list and never on the main thread. A function waits for its request, returns the outcome, and
/// throws if the request fails:
///
///     let outcome = try await picker.search("mü")
///
/// Only writes to a table of a database, which another program may lock, do not hold up later
/// requests; they wait for each other.
///
/// Setting a property makes a request without waiting. If it fails, ``failures`` has the error.
///
/// A query is merged with the previous one if no other request came in between. If it overwrites a
/// part of the previous one, the function of that one throws the error code `superseded`; otherwise
/// both functions return the outcome of the merged query.
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
  public let failures: ListSignal<PickListError>

  /// The loading of the initial items.
  package let opening: Intent<Int>

  private let forms: Mutex<ItemForm<Item>>
  package let list: any ListProtocol
  package let store: ItemStore<Item>
  /// Changes the items where they are.
  package let writer: any ItemWriter<Item>
  /// Whether the rows stay on a server.
  let isRemote: Bool
  package let queue: IntentQueue
  let asked: Mutex<Asked>

  /// What was requested beside the query; it may not be in effect yet.
  struct Asked {
    var window: RangeOptions?
    var selection = SelectionSettings()
    /// The settings that the list has.
    var installed = SelectionSettings()
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
  ///   - selectionFilters: The filters of the selection, in evaluation order;
  ///     ``PickListSelection/filters`` changes them.
  ///   - fields: The fields to search, filter, sort and group by.
  /// - Precondition: The names of the fields are unique, no field is called `id`, and there are the
  ///   fields that the filters require.
  /// - Complexity: O(1); the picker loads the items afterwards, in O(items)
  public convenience init(
    _ items: [Item], window: RangeOptions? = nil, selectionFilters: [any SelectionFilter] = [],
    @FieldBuilder<Item> fields: () -> [Field<Item>]
  ) {
    self.init(
      items, window: window, selectionFilters: selectionFilters, form: ItemForm(fields()))
  }

  convenience init(
    _ items: [Item], window: RangeOptions?, selectionFilters: [any SelectionFilter],
    form: ItemForm<Item>
  ) {
    self.init(items, window: window, form: form)
    if !selectionFilters.isEmpty { selection.filters = selectionFilters }
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
    (writer, isRemote) = (MemoryItemWriter(list: list, store: store), false)
    failures = ListSignal()
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

  /// Creates a picker of items that a list has already, in the order of a query.
  ///
  /// - Precondition: The store has the items.
  init(
    _ list: LiveList, query: ListQuery, count: Int, store: ItemStore<Item>, window: RangeOptions?,
    form: ItemForm<Item>
  ) {
    queue = IntentQueue(query)
    (self.list, self.store) = (list, store)
    (writer, isRemote) = (MemoryItemWriter(list: list, store: store), false)
    failures = ListSignal()
    forms = Mutex(form)
    asked = Mutex(Asked(window: window))
    opening = queue.addShared { count }
  }

  /// Creates a picker of the rows of an open list.
  ///
  /// - Throws: `NotSupportedError` for a window that the list cannot have; what
  ///   `setSelectionFilters` throws.
  init(
    _ list: any ListProtocol, query: ListQuery, store: ItemStore<Item>,
    writer: any ItemWriter<Item>, failures: ListSignal<PickListError> = ListSignal(),
    window: RangeOptions?, selectionFilters: [any SelectionFilter],
    form: @escaping @Sendable (ListState) -> ItemForm<Item>
  ) async throws {
    let state = await list.state
    let window = window ?? (state.isRemote ? .remote : nil)
    if let window {
      _ = try await list.setRange(window, section: nil, revises: false, ifRevision: nil)
    }
    let settings = SelectionSettings(filters: selectionFilters)
    if !selectionFilters.isEmpty {
      _ = try await list.setSelectionFilters(selectionFilters, mode: nil, ifRevision: nil)
    }
    (self.list, self.store, self.writer) = (list, store, writer)
    (self.failures, isRemote) = (failures, state.isRemote)
    forms = Mutex(form(state))
    queue = IntentQueue(query)
    asked = Mutex(Asked(window: window, selection: settings, installed: settings))
    opening = queue.addShared { await list.count }
    // An observer runs before subscriptions: a listener that receives new attributes can use
    // them in its next request.
    list.broadcast.observe { [weak self] update in
      guard let self, let state = update.state else { return }
      forms.withLock { $0 = form(state) }
      queue.adopt(state.query)
    }
  }

  /// How items become rows.
  package var form: ItemForm<Item> { forms.withLock { $0 } }

  /// Waits until the initial items are loaded.
  ///
  /// - Returns: The number of items.
  /// - Throws: `PickListError` if two items have the same id; all other requests then fail with the
  ///   same error.
  @discardableResult
  public func waitUntilLoaded() async throws -> Int { try await opening.value }

  /// Reports the failure of an intent that no task awaits.
  package func report<Outcome>(_ intent: Intent<Outcome>) {
    Task { [failures] in
      do { _ = try await intent.value } catch { failures.record(error) }
    }
  }

  /// Reads the list in one step, after the requests made before.
  package func read<Outcome: Sendable>(
    _ request: ReadRequest, _ body: @escaping @Sendable (any ListReading) throws -> Outcome
  ) async throws -> Outcome {
    try await add { try await $0.read(request) { reading, _ in try body(reading) } }.value
  }

  /// Adds an intent.
  package func add<Outcome>(
    _ body: @escaping @Sendable (any ListProtocol) async throws -> Outcome
  ) -> Intent<Outcome> {
    queue.add { [opening, list] in
      _ = try await opening.task.value
      try Task.checkCancellation()
      return try await body(list)
    }
  }

  /// Adds a change of the items; if a source or a database has them, later intents do not wait for
  /// it.
  package func write<Outcome>(
    _ body: @escaping @Sendable (any ItemWriter<Item>) async throws -> Outcome
  ) -> Intent<Outcome> {
    let work = { @Sendable [opening, writer] in
      _ = try await opening.task.value
      try Task.checkCancellation()
      return try await body(writer)
    }
    return writer.isStored ? queue.addWrite(work) : queue.add(work)
  }
}

extension RangeOptions {
  /// The window of a picker whose rows stay on a server, unless the app chooses one.
  fileprivate static var remote: Self { .fixed(length: 100) }
}
