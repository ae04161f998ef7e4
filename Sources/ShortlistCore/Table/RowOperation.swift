/// One step of a transaction on the rows of a list.
///
///     let operations: [RowOperation] = [
///       .insert(["id": .integer(7), "name": .text("Ann")]),
///       .update(["id": .integer(4), "price": .number(9.5)]),
///       .delete(.integer(2)),
///     ]
public enum RowOperation: Hashable, Sendable {
  /// Adds a row, the last one in source order; attributes left out are null.
  ///
  /// It is refused if its id is there already.
  case insert(RowValues)
  /// Changes the attributes given of the row that the id attribute names (`id` where rows are known
  /// by their numbers).
  ///
  /// It is refused if there is no such row.
  case update(RowValues)
  /// Takes a row out.
  ///
  /// It is refused if there is no such row.
  case delete(RowID)
  /// A step that its front end could not make sense of, with the reason: refused where it stands, so
  /// that of several mistakes the first is reported.
  case unreadable(String)
}

/// Values by attribute, in the order given.
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

  /// Creates values from a literal; of members of the same name the last one counts.
  public init(dictionaryLiteral elements: (String, CellValue)...) {
    members = elements.map { Member($0.0, $0.1) }
  }
}

/// Why a transaction was refused; nothing of it was done.
public struct WriteRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The 0-based index of the operation.
  public var index: Int
  /// The reason, as a part of a sentence.
  public var reason: String

  /// Creates a refusal.
  public init(index: Int, reason: String) {
    self.index = index
    self.reason = reason
  }

  /// One line that names the operation and the reason.
  public var description: String { "operation \(index): \(reason)" }
}

extension AttributeType {
  /// A value as an attribute of this type holds it, nil if it does not fit.
  ///
  /// Null always fits; a whole number is a number too, and the text of a day or an instant a date.
  func fitting(_ value: CellValue) -> CellValue? {
    switch (self, value) {
    case (_, .null), (.text, .text), (.integer, .integer), (.boolean, .boolean), (.date, .date),
      (.list, .list):
      value
    case (.number, .number(let number)): number.isFinite ? value : nil
    case (.number, .integer(let integer)): .number(Double(integer))
    case (.date, .text(let text)): Timestamp(text).map(CellValue.date)
    default: nil
    }
  }
}
