import ShortlistCore
import ShortlistJSON

/// The columns that identify the rows of a table.
struct TableKey: Hashable, Sendable {
  /// How ids are made.
  enum Form: Hashable, Sendable {
    /// The value of a column.
    case value
    /// The values of several columns, as a JSON array.
    case values
    /// The 1-based number of the row.
    case place
  }

  let form: Form
  let columns: [TableShape.Column]
  /// The indices of the columns among those of the table.
  let places: [Int]

  /// Chooses the key: the column asked for, else the primary key, else a column called `id`, else
  /// the number of the row.
  init(of shape: TableShape, requestedID: String?) {
    let key = shape.key
    let name = requestedID ?? (key.count == 1 ? key[0].name : key.isEmpty ? "id" : nil)
    columns = name.map { name in shape.columns.filter { $0.name.isExactly(name) } } ?? key
    form = columns.isEmpty ? .place : name == nil ? .values : .value
    places = columns.compactMap { column in
      shape.columns.firstIndex { $0.number == column.number }
    }
  }

  /// Whether the columns are the primary key, so that no two rows have the same.
  var isPrimary: Bool { form != .place && columns.allSatisfy { $0.keyPlace > 0 } }

  /// Reads the id of a row.
  ///
  /// - Parameters:
  ///   - row: The fields.
  ///   - places: The fields of the key's columns.
  ///   - schema: The types of the attributes.
  /// - Returns: The id; nil if the row has none.
  func id(of row: WireRow, at places: [Int], _ schema: ListSchema) -> RowID? {
    switch form {
    case .place: return nil
    case .value:
      guard let type = schema.type(of: columns[0].name) else { return nil }
      return RowID(value(0, of: row, at: places, as: type))
    case .values: return .text(text(of: row, at: places))
    }
  }

  /// Returns the id that several columns form.
  func text(of row: WireRow, at places: [Int]) -> String {
    JSON.array(
      columns.indices.map { index in
        let kind = columns[index].kind
        // The text of a decimal number has all its digits.
        let type = kind == .numeric ? AttributeType.text : kind.type
        return value(index, of: row, at: places, as: type).json
      }
    ).description
  }

  private func value(
    _ index: Int, of row: WireRow, at places: [Int], as type: AttributeType
  ) -> CellValue {
    row.with(places[index]) { bytes in
      var value = TypedValue(type)
      if columns[index].kind == .numeric && type == .text {
        value.set(.text, bytes)
      } else {
        columns[index].kind.hand(bytes, as: type, to: &value)
      }
      return value.value
    } ?? .null
  }

  /// Returns the parameters that stand for an id in statements; nil if no row can have it.
  func parameters(of id: RowID, _ schema: ListSchema) -> [String?]? {
    switch (form, id) {
    case (.value, _):
      switch (schema.type(of: columns[0].name), id) {
      case (.integer, .integer), (.number, .integer), (.number, .number), (.text, .text),
        (.date, .text):
        return [id.description]
      default: return nil
      }
    case (.values, .text(let text)):
      guard case .array(let elements)? = try? JSON.parse(text), elements.count == columns.count
      else { return nil }
      return elements.map(\.parameter)
    default: return nil
    }
  }

  /// Returns the condition that a row has a key, with one parameter for each column from `first`
  /// on.
  ///
  /// Texts are compared by their characters, too, whatever collation the column has.
  func condition(first: Int) -> String {
    columns.enumerated().map { index, column in
      let (name, mark) = (column.name.quoted, "$\(first + index)")
      let isEqual = "\(name) = \(mark)"
      return column.kind == .text || column.kind == .uncheckedText
        ? "\(isEqual) AND \(name)::text COLLATE \"C\" = \(mark)::text" : isEqual
    }.joined(separator: " AND ")
  }
}

extension CellValue {
  /// The value as an element of a composite id.
  var json: JSON {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .boolean(let boolean): .boolean(boolean)
    case .text, .date, .list: .string(text)
    }
  }
}

extension JSON {
  /// An element of a composite id as a parameter.
  fileprivate var parameter: String? {
    switch self {
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .boolean(let boolean): String(boolean)
    case .string(let text): text
    case .null, .array, .object: nil
    }
  }
}
