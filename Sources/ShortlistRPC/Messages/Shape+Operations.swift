import Shortlist
import ShortlistJSON

extension Shape where Value == RowOperation {
  /// An operation of a transaction: `{"insert": row}`, `{"update": row}`, `{"delete": id}`.
  ///
  /// Checks only the form; the list refuses values that do not fit it.
  static var operation: Self {
    .object { (params) throws(RPCError) in
      let row = try params.given("insert", .row)
      let update = try params.given("update", .row)
      let id = try params.given("delete", .id)
      switch (row, update, id) {
      case (let row?, nil, nil): return row.operation(RowOperation.insert)
      case (nil, let row?, nil): return row.operation(RowOperation.update)
      case (nil, nil, let id?): return .delete(id)
      default: throw .invalidParams("an operation has one member: insert, update or delete")
      }
    }
  }
}

/// The members of a row as given in a request.
enum RowParam {
  case values(RowValues)
  /// A member has a value that no attribute can hold.
  case unreadable(String)

  /// Returns the values; throws if there is one that no attribute can hold.
  func values() throws(WriteRefusal) -> RowValues {
    switch self {
    case .values(let values): return values
    case .unreadable(let reason): throw WriteRefusal(index: 0, reason: reason)
    }
  }

  func operation(_ make: (RowValues) -> RowOperation) -> RowOperation {
    switch self {
    case .values(let values): make(values)
    case .unreadable(let reason): .unreadable(reason)
    }
  }
}

extension Shape where Value == RowParam {
  static var row: Self {
    Self("an object") { json in
      guard case .object(let object) = json else { return nil }
      var members: [RowValues.Member] = []
      members.reserveCapacity(object.members.count)
      for member in object.members {
        guard let value = CellValue(member.value) else {
          return .unreadable("\(member.value) is no value of an attribute (\(member.name))")
        }
        members.append(.init(member.name, value))
      }
      return .values(RowValues(members))
    }
  }
}

extension CellValue {
  /// Creates a value from JSON; nil for an object, or an array with anything but texts.
  init?(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements):
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else { return nil }
        texts.append(text)
      }
      self = .list(texts)
    case .object: return nil
    }
  }
}
