/// A filter for rows that are about to be selected or deselected.
///
/// Both functions are optional; the default implementations admit all rows. A filter can only
/// narrow a request: rows that it adds are ignored, and it cannot change the order. Rows that it
/// leaves out are reported as refused.
///
///     struct WeekdaysOnly: SelectionFilter {
///       var reason: String { "the day is free" }
///
///       func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
///         items.filter { $0["free"] != .boolean(true) }
///       }
///     }
///
/// A custom filter receives an array of all rows of the request. The built-in rules build no such
/// array.
public protocol SelectionFilter: Sendable {
  /// The current rule of the filter.
  ///
  /// By default, the rule calls the two filter functions.
  var rule: SelectionRule { get }

  /// The reason for a refusal, as part of a sentence shown to the user.
  var reason: String { get }

  /// Filters rows that are about to be selected.
  ///
  /// - Parameter items: The rows, in the order in which they will be picked.
  /// - Returns: The admitted rows; nil to refuse the whole request.
  func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]?

  /// Filters rows that are about to be deselected.
  ///
  /// - Parameter items: The rows.
  /// - Returns: The admitted rows; nil to refuse the whole request.
  func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]?
}

extension SelectionFilter {
  /// A custom rule that calls the two filter functions.
  public var rule: SelectionRule { .custom(self) }

  /// The default reason: "a filter refuses it".
  public var reason: String { "a filter refuses it" }

  /// Admits all rows.
  public func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? { items }

  /// Admits all rows.
  public func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? { items }
}

/// A row as a selection filter sees it.
///
///     struct LocalOnly: SelectionFilter {
///       func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
///         items.filter { $0["city"] == "Bonn" }
///       }
///     }
public struct SelectionItem: Sendable, Identifiable {
  /// The id of the row.
  public let id: RowID
  /// The values of the row, in the order of the schema.
  public let values: [CellValue]
  package let schema: ListSchema
  /// The item that the row stands for, if the table has it.
  package let item: (any Sendable)?

  init(slot: UInt32, in table: RowTable) {
    id = table.id(slot)
    values = table.row(slot)
    schema = table.schema
    item = table.items?.any(slot)
  }

  /// The value of an attribute; null if the schema has no attribute of this name.
  public subscript(attribute: String) -> CellValue {
    schema.index(of: attribute).map { values[$0] } ?? .null
  }
}
