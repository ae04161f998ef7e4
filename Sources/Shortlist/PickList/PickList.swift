import Synchronization

/// A list of items that a person can pick from: searched, filtered, sorted, grouped, cut to windows,
/// and selected from under rules.
///
///     let picker = PickList(contacts) {
///       Field("name", \.name)
///       Field("phone", \.phone).searchable(false)
///     }
///     picker.search = "mü"
///     picker.window = .flexible(length: 50, from: .end)
///     picker.selection.filters = [.maximum(10), .required("phone")]
///     for await update in picker.updates { update.apply(to: &sections) }
///
/// What is asked of a picker is done in the order in which it is asked, on the actor that owns the
/// list and never on the main thread; asking waits for nothing. Each request gives an intent, whose
/// `value` tells what became of it, and which can be dropped:
///
///     let outcome = try await picker.search("mü").value
///
/// A query takes the place of the one before if nothing else was asked for in between: that one is
/// cancelled, and its result is not delivered.
///
/// An item is known by its `id`. That is the attribute `id` of the rows, which filters and sorts may
/// name, and searches do not look at. An item counts as changed if one of its fields did.
public final class PickList<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The fields, in order.
  public var fields: [Field<Item>] { form.fields }
  /// The items given at first, once they are taken in; how many they are.
  ///
  /// It fails if two of them have the same id, and then all that is asked for fails so.
  public let opening: PickListIntent<Int>

  let form: ItemForm<Item>
  let list: LiveList
  let store: ItemStore<Item>
  let queue: IntentQueue
  let asked: Mutex<Asked>

  /// What was asked for beside the query, which need not hold yet.
  struct Asked {
    var window: RangeOptions?
    var selectionFilters: [any SelectionFilter] = []
    var selectionMode = SelectionMode.multiple
  }

  /// Creates a picker of items, in this order unless they are sorted.
  ///
  /// - Parameters:
  ///   - items: The items, each with an id of its own.
  ///   - window: What of each section is visible; nil for everything. Of long lists that are shown
  ///     as a whole every listener is handed all items.
  ///   - fields: What of the items is searched, filtered, sorted and grouped by.
  /// - Precondition: Each field has a name of its own, and none is called `id`.
  /// - Complexity: O(1); the items are taken in later, in O(items)
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
    (self.form, self.queue, self.list, self.store) = (form, queue, list, store)
    asked = Mutex(Asked(window: window))
    opening = queue.add {
      if let window { _ = try await list.setRange(window) }
      let table: RowTable
      do {
        table = try await form.table(of: items)
      } catch {
        list.changeBoard.finish()
        throw error
      }
      await list.perform { list in
        store.fill(with: items, form)
        list.finish(.success(table), initial: query)
      }
      return items.count
    }
  }

  /// Creates a picker of the rows of a list that is open.
  init(
    _ list: LiveList, query: ListQuery, form: ItemForm<Item>, store: ItemStore<Item>,
    window: RangeOptions?
  ) {
    (self.list, self.form, self.store) = (list, form, store)
    queue = IntentQueue(query)
    asked = Mutex(Asked(window: window))
    opening = queue.add {
      if let window { _ = try await list.setRange(window) }
      return await list.count
    }
  }

  /// Adds an intent, which is carried out on the actor that owns the list.
  func ask<Outcome>(
    _ body: @escaping @Sendable (isolated LiveList) throws -> Outcome
  ) -> PickListIntent<Outcome> {
    add { try await $0.perform(body) }
  }

  /// Adds an intent, which may wait for what is not the list's.
  func add<Outcome>(
    _ body: @escaping @Sendable (LiveList) async throws -> Outcome
  ) -> PickListIntent<Outcome> {
    queue.add { [opening, list] in
      _ = try await opening.task.value
      try Task.checkCancellation()
      return try await body(list)
    }
  }
}
