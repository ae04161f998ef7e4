/// An item whose type is known only at run time: a dictionary of values by attribute.
///
///     let schema = ListSchema([.init(name: "code", type: .integer), .init(name: "name", type: .text)])
///     let records = [ListRecord(id: .integer(7), ["name": .text("Ann")])]
///     let picker = PickList(records, schema: schema, id: "code")
public struct ListRecord: Identifiable, Hashable, Sendable {
  /// The identifier of the record.
  public let id: RowID
  private var values: [Attribute: CellValue]

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - id: The identifier of the record.
  ///   - values: The other values, by attribute.
  /// - Complexity: O(values)
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
  ///   - records: The records, with unique ids. Their values match the schema or are null; values
  ///     of attributes outside the schema are ignored.
  ///   - schema: The attributes.
  ///   - id: The id attribute, whose type the ids have.
  ///   - window: The visible part of each section; nil for everything.
  ///   - selectionFilters: The filters of the selection, in evaluation order.
  /// - Precondition: The schema has the attribute `id`, which is neither a list nor a boolean.
  /// - Complexity: O(1); the picker loads the records afterwards, in O(records)
  public convenience init(
    _ records: [ListRecord], schema: ListSchema, id: String, window: RangeOptions? = nil,
    selectionFilters: [any SelectionFilter] = []
  ) {
    guard let index = schema.index(of: id) else {
      preconditionFailure("The schema has no attribute \(id), which is to have the ids.")
    }
    var entries = schema.entries
    let idEntry = entries.remove(at: index)
    self.init(
      records, window: window, selectionFilters: selectionFilters,
      form: ItemForm(
        id: idEntry,
        fields: entries.map { entry in
          Field(entry.name, type: entry.type) { $0[entry.name] }
        }, identify: \.id))
  }
}

extension ListRecord {
  /// Creates the record of a row.
  init(_ id: RowID, _ schema: ListSchema, _ row: [CellValue]) {
    self.init(id: id)
    for (entry, value) in zip(schema.entries, row) { self[entry.name] = value }
  }
}
