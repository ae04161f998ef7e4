import Dispatch

/// The mapping from items to rows: their id and their fields.
package struct ItemForm<Item>: Sendable {
  /// The id attribute; only a name without an attribute if row numbers serve as ids.
  let id: ListSchema.Entry
  let fields: [Field<Item>]
  let schema: ListSchema
  private let identify: @Sendable (Item) -> RowID
  /// Whether the app's code declares the fields.
  private var isDeclared = true
  /// Whether the source assigns the numbers of new rows.
  private var numbersRows = false
  /// Whether to omit null values of new rows, so that the source applies its defaults.
  private var leavesOutNulls = false

  init(
    id: ListSchema.Entry, fields: [Field<Item>], identify: @escaping @Sendable (Item) -> RowID
  ) {
    var names: Set<Attribute> = [Attribute(id.name)]
    for field in fields {
      precondition(
        names.insert(Attribute(field.name)).inserted,
        "There are two fields called \(field.name); \(id.name) is the id of the items.")
    }
    self.id = id
    self.fields = fields
    self.identify = identify
    schema = ListSchema([id] + fields.map { ListSchema.Entry(name: $0.name, type: $0.type) })
  }

  /// The initial query: all items, with searches in the searchable fields.
  var query: ListQuery {
    var query = ListQuery()
    query.attributes = fields.filter(\.isSearchable).map(\.name)
    return query
  }

  /// Returns a query that searches the searchable fields unless it names others.
  func completed(_ query: ListQuery) -> ListQuery {
    var query = query
    query.attributes = query.attributes ?? self.query.attributes
    return query
  }

  /// The id of an item.
  package func rowID(of item: Item) -> RowID { rowID(identify(item)) }

  /// Converts an id to the type of the id attribute.
  package func rowID(_ id: RowID) -> RowID { self.id.type == .text ? .text(id.description) : id }

  /// The values of an item, starting with its id.
  func row(of item: Item) -> [CellValue] {
    var row: [CellValue] = []
    row.reserveCapacity(fields.count + 1)
    row.append(rowID(of: item).value)
    for field in fields { row.append(field.value(item)) }
    return row
  }

  /// The values of an item by attribute.
  func values(of item: Item) -> RowValues {
    RowValues(zip(schema.entries, row(of: item)).map { .init($0.name, $1) })
  }

  /// The values to insert for a new item.
  package func insertion(of item: Item) -> RowValues {
    var values = values(of: item)
    if numbersRows { values.members.removeFirst() }
    if leavesOutNulls { values.members.removeAll { $0.value.isNull } }
    return values
  }

  /// Stops the program if a property names a field that the app's code does not declare.
  ///
  /// The attributes of a source are not known to the code; an unknown one fails later.
  func requireFields(_ names: [String], in property: String) {
    for name in names where isDeclared && schema.index(of: name) == nil {
      let names = schema.entries.map(\.name)
      preconditionFailure("\(property): \(SimilarName.missing("field", name, among: names))")
    }
  }

  /// Checks that a query is valid for these fields.
  ///
  /// - Throws: `InvalidRequestError`, `FilterError`.
  package func check(_ query: ListQuery) throws {
    try query.check(schema: schema)
    for key in query.sort {
      let attribute = Attribute(key.attribute)
      if let field = fields.first(where: { Attribute($0.name) == attribute }), !field.isSortable {
        throw InvalidRequestError("sort: the items cannot be sorted by \(field.name)")
      }
    }
  }
}

extension ItemForm where Item: Identifiable & Sendable, Item.ID: PickListID {
  /// Creates the form of items with an id of their own.
  init(_ fields: [Field<Item>]) {
    self.init(
      id: ListSchema.Entry(name: "id", type: Item.ID.attributeType), fields: fields,
      identify: { $0.id.rowID })
  }
}

extension ItemForm where Item: Identifiable & Sendable, Item.ID: PickListID {
  /// Creates the form of items that are made from the rows of a list.
  ///
  /// - Throws: `InvalidRequestError` for a field that is no column besides the id.
  init(_ fields: [Field<Item>], of list: ListState) throws(InvalidRequestError) {
    let name = list.idAttribute ?? "id"
    for field in fields {
      if Attribute(field.name) == Attribute(name) {
        throw InvalidRequestError("fields: \(name) is the id of the items, which needs no field")
      }
      if list.schema.index(of: field.name) == nil {
        let names = list.schema.entries.map(\.name)
        let sentence = SimilarName.missing("column", field.name, among: names)
        throw InvalidRequestError("fields: \(sentence)")
      }
    }
    self.init(
      id: ListSchema.Entry(name: name, type: list.schema.type(of: name) ?? .integer),
      fields: fields, identify: { $0.id.rowID })
    numbersRows = list.idAttribute == nil
    leavesOutNulls = true
  }
}

extension ItemForm where Item == ListRecord {
  /// Creates the form of the rows of a table.
  init(of schema: ListSchema, idAttribute: String?) {
    let name = idAttribute ?? "id"
    let entries = schema.entries.filter {
      idAttribute == nil || Attribute($0.name) != Attribute(name)
    }
    let type = idAttribute.flatMap { schema.type(of: $0) }
    self.init(
      id: ListSchema.Entry(name: name, type: type ?? .integer),
      fields: entries.map { entry in Field(entry.name, type: entry.type) { $0[entry.name] } },
      identify: \.id)
    isDeclared = false
    numbersRows = idAttribute == nil
    leavesOutNulls = true
  }
}

extension RowID {
  /// The id as a value of the id attribute.
  var value: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}

extension ItemForm where Item: Sendable {
  /// Builds a table from items.
  ///
  /// - Throws: `SourceError` for the first item with an unsuitable value or a duplicate id.
  func table(of items: [Item]) async throws -> RowTable {
    try await withCheckedThrowingContinuation { continuation in
      // This takes long and uses all cores, so it must not block a thread of the cooperative pool.
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          with: Result { try makeTable(of: items) })
      }
    }
  }

  /// Builds a table from items on the calling thread.
  ///
  /// - Throws: `SourceError` for the first item with an unsuitable value or a duplicate id.
  func makeTable(of items: [Item]) throws -> RowTable {
    try RowTable(
      path: "items", schema: schema, id: id.name, count: items.count, workers: .cores
    ) { row(of: items[$0]) }
  }
}
