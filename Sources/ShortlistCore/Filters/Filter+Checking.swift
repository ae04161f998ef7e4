extension Filter {
  /// Returns the filter with its operands converted to the types that the schema compares.
  ///
  /// The text of a date becomes a date, a whole number becomes an integer however it was written,
  /// and `equals` with null becomes `isNull`.
  ///
  /// - Throws: `InvalidRequestError` for an unknown attribute, an operand that does not fit its
  ///   attribute, a range that has no ends or is inverted, and an empty combination.
  /// - Complexity: O(terms), on average
  public func checked(against schema: ListSchema) throws(InvalidRequestError) -> Filter {
    switch self {
    case .all(let parts): return .all(try Self.checked(parts, schema))
    case .any(let parts): return .any(try Self.checked(parts, schema))
    case .not(let part): return .not(try part.checked(against: schema))
    case .isNull(let name):
      _ = try Self.type(of: name, schema)
      return self
    case .isNotNull(let name):
      _ = try Self.type(of: name, schema)
      return self
    case .equals(let name, .null):
      return try Filter.isNull(name).checked(against: schema)
    case .equals(let name, let value):
      guard let operand = try Self.type(of: name, schema).operand(value, schema.dates) else {
        throw InvalidRequestError("filters: \(name) cannot equal \(value.text)")
      }
      return .equals(name, operand)
    case .contains(let name, _):
      _ = try Self.type(of: name, schema)
      return self
    case .compares(let name, let comparison, let value):
      return .compares(name, comparison, try Self.ordered(value, name, schema))
    case .inRange(let name, let lower, let upper):
      let first = try lower.map { value throws(InvalidRequestError) in
        try Self.ordered(value, name, schema)
      }
      let last = try upper.map { value throws(InvalidRequestError) in
        try Self.ordered(value, name, schema)
      }
      if first == nil && last == nil {
        throw InvalidRequestError("filters: a range of \(name) needs an end")
      }
      if Self.isInverted(first, last) {
        throw InvalidRequestError("filters: the range of \(name) is inverted")
      }
      return .inRange(name, first, last)
    }
  }

  /// Returns the first attribute for which `condition` holds among those that must contain a text.
  func containing(where condition: (String) -> Bool) -> String? {
    switch self {
    case .all(let parts), .any(let parts):
      for part in parts {
        if let name = part.containing(where: condition) { return name }
      }
      return nil
    case .not(let part): return part.containing(where: condition)
    case .contains(let name, _): return condition(name) ? name : nil
    case .isNull, .isNotNull, .equals, .compares, .inRange: return nil
    }
  }

  /// Whether the upper end of a range is less than the lower end.
  static func isInverted(_ lower: CellValue?, _ upper: CellValue?) -> Bool {
    guard let lower = lower.flatMap({ Quantity($0) }), let upper = upper.flatMap({ Quantity($0) })
    else { return false }
    return upper < lower
  }

  private static func checked(
    _ parts: [Filter], _ schema: ListSchema
  ) throws(InvalidRequestError) -> [Filter] {
    if parts.isEmpty { throw InvalidRequestError("filters: a combination needs filters") }
    var checked: [Filter] = []
    for part in parts { checked.append(try part.checked(against: schema)) }
    return checked
  }

  private static func type(
    of name: String, _ schema: ListSchema
  ) throws(InvalidRequestError) -> AttributeType {
    guard let type = schema.type(of: name) else {
      throw InvalidRequestError("filters: there is no attribute \(name)")
    }
    return type
  }

  /// Returns the operand of a comparison or a range.
  private static func ordered(
    _ value: CellValue, _ name: String, _ schema: ListSchema
  ) throws(InvalidRequestError) -> CellValue {
    let type = try type(of: name, schema)
    guard type.isOrdered else {
      throw InvalidRequestError("filters: \(name) is neither a number nor a date")
    }
    guard value != .null, let operand = type.operand(value, schema.dates) else {
      throw InvalidRequestError("filters: \(value.text) is no operand for \(name)")
    }
    return operand
  }
}

extension AttributeType {
  /// Returns a value in the form that filters of this type compare; nil if it does not fit.
  fileprivate func operand(_ value: CellValue, _ dates: DateForms) -> CellValue? {
    switch (self, value) {
    case (.text, .text), (.list, .text), (.boolean, .boolean), (.date, .date),
      (.integer, .integer), (.number, .integer):
      value
    case (.integer, .number(let number)), (.number, .number(let number)):
      number.isFinite ? Int(exactly: number).map(CellValue.integer) ?? value : nil
    case (.date, .text(let text)): Timestamp(text, dates).map(CellValue.date)
    default: nil
    }
  }
}
