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
///     for await update in picker.updates { update.apply(to: &sections) }
///
/// A picker carries out requests in the order in which they are made, on the actor that owns the
/// list and never on the main thread. Making a request does not wait. Each request returns an
/// intent, whose `value` is the outcome and which can be ignored:
///
///     let outcome = try await picker.search("mü").value
///
/// A query replaces the previous one if no other request came in between: the previous one is
/// cancelled, and its result is not delivered.
///
/// An item is identified by its `id`. The rows have it as the attribute `id`, which filters and
/// sorts may name, and which searches do not cover. An item counts as changed if one of its fields
/// changed.
public final class PickList<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The fields, in order.
  public var fields: [Field<Item>] { form.fields }
  /// The loading of the initial items; its value is their number.
  ///
  /// It fails if two of them have the same id; all other requests then fail with the same error.
  public let opening: PickListIntent<Int>

  let form: ItemForm<Item>
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
    (self.form, self.queue, self.list, self.store) = (form, queue, list, store)
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
  }

  /// Creates a picker of the rows of an open list.
  init(
    _ list: LiveList, query: ListQuery, form: ItemForm<Item>, store: ItemStore<Item>,
    window: RangeOptions?
  ) {
    (self.list, self.form, self.store) = (list, form, store)
    queue = IntentQueue(query)
    asked = Mutex(Asked(window: window))
    opening = queue.addShared {
      if let window { _ = try await list.setRange(window) }
      return await list.count
    }
  }

  /// Adds an intent that runs synchronously on the actor that owns the list.
  func ask<Outcome>(
    _ body: @escaping @Sendable (isolated LiveList) throws -> Outcome
  ) -> PickListIntent<Outcome> {
    add { try await $0.perform(body) }
  }

  /// Adds an intent that may also await work outside of the list.
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
