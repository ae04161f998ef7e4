import ShortlistCore
import ShortlistJSON

/// What identifies the rows of a table for a list.
enum TableKey: Hashable, Sendable {
  /// The values of a column.
  case column(String)
  /// The values of several columns, as a JSON array.
  case columns([String])
  /// The number by which SQLite stores the row, and the name it goes by.
  case rowid(String)
  /// The place of the row in the order in which a view has them, from 1.
  case place

  /// The primary key, else a column called `id`, else the number of the row; another column if it is
  /// asked for.
  init(of shape: TableShape, asked: String?) {
    if let asked {
      self = .column(asked)
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

  /// The names of the columns that make up the key; none for the place.
  var columns: [String] {
    switch self {
    case .column(let name), .rowid(let name): [name]
    case .columns(let names): names
    case .place: []
    }
  }

  /// Whether it is the number by which SQLite stores the rows.
  func isNumber(of shape: TableShape) -> Bool {
    switch self {
    case .rowid: true
    case .column(let name): shape.numberColumn.map(name.isExactly) ?? false
    case .columns, .place: false
    }
  }

  /// The values of the columns that an id stands for; nil if it stands for none.
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
  /// An element of the id of a row as a value.
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

  /// A number of a key as an element of an id: one that is infinite is a text in an array, because
  /// JSON has none, and the text alone can be that of another row.
  init(ofKey number: Double) {
    self =
      number.isFinite ? .number(number) : .array([.string(number < 0 ? "-Infinity" : "Infinity")])
  }
}

extension [CellValue] {
  /// The values of a key as the id that they make.
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
