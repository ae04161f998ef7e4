import Shortlist
import ShortlistJSON

/// The operations of a transaction, up to the first with a value that no attribute can hold.
struct OperationsParam {
  var operations: [RowOperation] = []
  /// The refusal of the operation that follows.
  var refusal: WriteError?
}

extension Shape where Value == OperationsParam {
  static var operations: Self {
    Self { (value, path) throws(RPCError) in
      let given = try Shape<[Result<RowOperation, WriteError>]>.array(of: .operation)
        .read(value, path)
      var param = OperationsParam()
      param.operations.reserveCapacity(given.count)
      for (index, operation) in given.enumerated() {
        switch operation {
        case .success(let operation): param.operations.append(operation)
        case .failure(let refusal):
          param.refusal = WriteError(index: index, reason: refusal.reason)
          return param
        }
      }
      return param
    }
  }
}

extension Shape where Value == Result<RowOperation, WriteError> {
  /// An operation of a transaction: `{"insert": row}`, `{"update": row}`, `{"delete": id}`.
  ///
  /// Checks only the form; the list refuses values that do not fit it.
  static var operation: Self {
    .object { (params) throws(RPCError) in
      let row = try params.given("insert", .row)
      let update = try params.given("update", .row)
      let id = try params.given("delete", .id)
      switch (row, update, id) {
      case (let row?, nil, nil): return row.map(RowOperation.insert)
      case (nil, let row?, nil): return row.map(RowOperation.update)
      case (nil, nil, let id?): return .success(.delete(id))
      default: throw .invalidParams("an operation has one member: insert, update or delete")
      }
    }
  }
}

extension Shape where Value == Result<RowValues, WriteError> {
  /// The members of a row; a refusal if one has a value that no attribute can hold.
  static var row: Self {
    Self("an object") { json in
      guard case .object(let object) = json else { return nil }
      var members: [RowValues.Member] = []
      members.reserveCapacity(object.members.count)
      for member in object.members {
        guard let value = CellValue(member.value) else {
          let reason = "\(member.value) is no value of an attribute (\(member.name))"
          return .failure(WriteError(index: 0, reason: reason))
        }
        members.append(.init(member.name, value))
      }
      return .success(RowValues(members))
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
