/// Filters rows that are to be selected, or deselected, before it happens.
///
/// Both functions are optional: one that is not there lets all pass. A filter can only narrow: rows
/// that it adds are left out, and it changes no order. What it leaves out is told as refused.
///
///     struct WeekdaysOnly: SelectionFilter {
///       var reason: String { "the day is free" }
///
///       func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
///         items.filter { $0["free"] != .boolean(true) }
///       }
///     }
///
/// A filter of many rows is given all of them: rules that are none of one's own make no such list.
public protocol SelectionFilter: Sendable {
  /// The rule that the filter stands for at this moment.
  ///
  /// Unless it is said, the rule is what the two functions do.
  var rule: SelectionRule { get }

  /// Why rows are refused, as a part of a sentence for a person.
  var reason: String { get }

  /// Filters rows that are to be selected.
  ///
  /// - Parameter items: the rows, in the order in which they will be picked.
  /// - Returns: Those that may be; nil refuses the whole request.
  func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]?

  /// Filters rows that are to be deselected.
  ///
  /// - Parameter items: the rows.
  /// - Returns: Those that may be; nil refuses the whole request.
  func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]?
}

extension SelectionFilter {
  /// What the two functions do.
  public var rule: SelectionRule { .custom(self) }

  /// That a filter refuses it.
  public var reason: String { "a filter refuses it" }

  /// Lets all pass.
  public func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? { items }

  /// Lets all pass.
  public func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? { items }
}

/// A row as filters see it.
public struct SelectionItem: Sendable, Identifiable {
  /// What identifies the row.
  public let id: RowID
  /// The values, in the order of the schema.
  public let values: [CellValue]
  private let schema: ListSchema

  init(slot: UInt32, in table: RowTable) {
    id = table.id(slot)
    values = table.row(slot)
    schema = table.schema
  }

  /// The value of an attribute; null if there is none of this name.
  public subscript(attribute: String) -> CellValue {
    schema.index(of: attribute).map { values[$0] } ?? .null
  }
}
