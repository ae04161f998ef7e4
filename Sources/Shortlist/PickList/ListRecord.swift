/// An item of a type that is known only at run time: values by attribute.
///
///     let schema = ListSchema([.init(name: "code", type: .integer), .init(name: "name", type: .text)])
///     let records = [ListRecord(id: .integer(7), ["name": .text("Ann")])]
///     let picker = PickList(records, schema: schema, id: "code")
public struct ListRecord: Identifiable, Hashable, Sendable {
  /// What identifies it.
  public let id: RowID
  private var values: [Attribute: CellValue]

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - id: What identifies it.
  ///   - values: The other values, by attribute.
  public init(id: RowID, _ values: [String: CellValue] = [:]) {
    self.id = id
    self.values = [:]
    for (name, value) in values { self.values[Attribute(name)] = value }
  }

  /// The value of an attribute other than the id; null if there is none.
  public subscript(attribute: String) -> CellValue {
    get { values[Attribute(attribute)] ?? .null }
    set { values[Attribute(attribute)] = newValue.isNull ? nil : newValue }
  }
}

extension PickList where Item == ListRecord {
  /// Creates a picker of records.
  ///
  /// - Parameters:
  ///   - records: The records, each with an id of its own. Their values fit the schema, or are null;
  ///     values of other attributes are left out.
  ///   - schema: The attributes.
  ///   - id: The attribute that has the ids, which are of its type.
  ///   - window: What of each section is visible; nil for everything.
  /// - Precondition: The schema has the attribute `id`, which is neither a list nor a truth value.
  /// - Complexity: O(1); the records are taken in later, in O(records)
  public convenience init(
    _ records: [ListRecord], schema: ListSchema, id: String, window: RangeOptions? = nil
  ) {
    guard let index = schema.index(of: id) else {
      preconditionFailure("The schema has no attribute \(id), which is to have the ids.")
    }
    var entries = schema.entries
    let idEntry = entries.remove(at: index)
    self.init(
      records, window: window,
      form: ItemForm(
        id: idEntry,
        fields: entries.map { entry in
          Field(entry.name, type: entry.type) { $0[entry.name] }
        }, identify: \.id))
  }
}

extension PickList where Item == ListRecord {
  /// Opens a picker of the rows of a source: a file, a table.
  ///
  ///     import ShortlistFiles
  ///
  ///     let source = FileSource(path: "contacts.csv", format: .csv)
  ///     let picker = try await PickList(source: source)
  ///     let names = try await picker.items.value.map { $0["name"].text }
  ///
  /// It answers when all rows are read, and follows the source if that changes. Transactions are
  /// written to a source that can be written to.
  ///
  /// - Parameters:
  ///   - source: Where the rows are.
  ///   - options: The attribute that identifies a row, and types that override those found.
  ///   - query: What is shown at first.
  ///   - window: What of each section is visible; nil for everything.
  /// - Throws: `PickListError` for a source that cannot be read, and a query that is not one for it;
  ///   `CancellationError`.
  public convenience init(
    source: any RowSource, options: TableOptions = TableOptions(), query: ListQuery = ListQuery(),
    window: RangeOptions? = nil
  ) async throws {
    do {
      let list = try await LiveList.open(source, options: options, query: query)
      let (schema, id) = await (list.schema, list.engine.table.idAttribute)
      self.init(
        list, query: query, form: ItemForm(of: schema, idAttribute: id),
        store: ItemStore { ListRecord($0, in: $1) }, window: window)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw PickListError(error)
    }
  }
}

extension ListRecord {
  /// The record of a row, nil if it is not there.
  fileprivate init?(_ id: RowID, in engine: ListEngine) {
    guard let row = engine.row(id) else { return nil }
    self.init(id: id)
    for (entry, value) in zip(engine.table.schema.entries, row) { self[entry.name] = value }
  }
}
