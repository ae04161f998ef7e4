/// An operation of a transaction on the rows of a list.
///
///     let operations: [RowOperation] = [
///       .insert(["id": .integer(7), "name": .text("Ann")]),
///       .update(["id": .integer(4), "price": .number(9.5)]),
///       .delete(.integer(2)),
///     ]
package enum RowOperation: Hashable, Sendable {
  /// Inserts a row at the end of the source order; omitted attributes are null.
  ///
  /// The operation is refused if a row with the same id exists.
  case insert(RowValues)
  /// Updates the given attributes of the row that the id attribute names (`id` if row numbers
  /// identify the rows).
  ///
  /// The operation is refused if there is no such row.
  case update(RowValues)
  /// Deletes a row.
  ///
  /// The operation is refused if there is no such row.
  case delete(RowID)
}

/// Values by attribute, in the given order.
///
///     let values: RowValues = ["name": "Ann", "level": 1, "tags": ["friend"]]
public struct RowValues: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// An attribute and its value.
  public struct Member: Hashable, Sendable {
    /// The attribute.
    public var name: String
    /// The value.
    public var value: CellValue

    /// Creates a member.
    public init(_ name: String, _ value: CellValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members.
  public var members: [Member]

  /// Creates values.
  public init(_ members: [Member]) { self.members = members }

  /// Creates values from a literal; if a name repeats, the last value applies.
  public init(dictionaryLiteral elements: (String, CellValue)...) {
    members = elements.map { Member($0.0, $0.1) }
  }
}

/// The reason why a transaction was refused; a refused transaction changes nothing.
package struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The 0-based index of the operation.
  package var index: Int
  /// The reason, as a sentence fragment.
  package var reason: String

  /// Creates a refusal.
  package init(index: Int, reason: String) {
    self.index = index
    self.reason = reason
  }

  /// One line that names the operation and the reason.
  package var description: String { "operation \(index): \(reason)" }
}

extension AttributeType {
  /// Returns a value converted to this type, or nil if it does not fit.
  ///
  /// Null always fits. An integer also fits a number, and the text of a day or an instant fits a
  /// date.
  func fitting(_ value: CellValue, _ dates: DateForms = .zoned) -> CellValue? {
    switch (self, value) {
    case (_, .null), (.text, .text), (.integer, .integer), (.boolean, .boolean), (.date, .date),
      (.list, .list):
      value
    case (.number, .number(let number)): number.isFinite ? value : nil
    case (.number, .integer(let integer)): .number(Double(integer))
    case (.date, .text(let text)): Timestamp(text, dates).map(CellValue.date)
    default: nil
    }
  }
}
