import ShortlistCore
import ShortlistJSON

/// The key that identifies the rows of a table.
enum TableKey: Hashable, Sendable {
  /// The values of a column.
  case column(String)
  /// The values of several columns, as a JSON array.
  case columns([String])
  /// The rowid, and its name in SQL.
  case rowid(String)
  /// The 1-based position of the row in the order of a view.
  case place

  /// Chooses the key: the column asked for, else the primary key, else a column called `id`, else
  /// the rowid, else the position.
  init(of shape: TableShape, requestedID: String?) {
    if let requestedID {
      self = .column(requestedID)
    } else if shape.key.count == 1 {
      self = .column(shape.key[0])
    } else if shape.key.count > 1 {
      self = .columns(shape.key)
    } else if shape.columns.contains(where: { $0.name == "id" }) {
      self = .column("id")
    } else if case .rowid(let name) = shape.storage {
      self = .rowid(name)
    } else {
      self = .place
    }
  }

  /// The names of the key's columns; empty for the position.
  var columns: [String] {
    switch self {
    case .column(let name), .rowid(let name): [name]
    case .columns(let names): names
    case .place: []
    }
  }

  /// Returns whether the key is the rowid.
  func isNumber(of shape: TableShape) -> Bool {
    switch self {
    case .rowid: true
    case .column(let name): shape.numberColumn.map(name.isExactly) ?? false
    case .columns, .place: false
    }
  }

  /// Returns the values of the key's columns for an id; nil if no row can have that id.
  func values(of id: RowID) -> [CellValue]? {
    switch (self, id) {
    case (.column, .integer(let integer)), (.rowid, .integer(let integer)): [.integer(integer)]
    case (.column, .number(let number)): [.number(number)]
    case (.column, .text(let text)): [.text(text)]
    case (.columns(let names), .text(let text)):
      if case .array(let elements)? = try? JSON.parse(text), elements.count == names.count {
        elements.map(\.cell)
      } else {
        nil
      }
    default: nil
    }
  }
}

extension JSON {
  /// An element of a composite id as a value.
  fileprivate var cell: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .array(["Infinity"]): .number(.infinity)
    case .array(["-Infinity"]): .number(-.infinity)
    case .null, .boolean, .array, .object: .null
    }
  }

  /// Creates an element of a composite id from a number.
  ///
  /// JSON has no infinity, so an infinite number becomes a text in an array; the bare text could be
  /// the key of another row.
  init(ofKey number: Double) {
    self =
      number.isFinite ? .number(number) : .array([.string(number < 0 ? "-Infinity" : "Infinity")])
  }
}

extension [CellValue] {
  /// The id that the values of a composite key form.
  var keyText: String {
    JSON.array(
      map { value in
        switch value {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .number(let number): JSON(ofKey: number)
        case .boolean(let boolean): .integer(boolean ? 1 : 0)
        case .text, .date, .list: .string(value.text)
        }
      }
    ).description
  }
}
