/// Makes new items of what was typed, and acts on the items that are taken.
///
///     struct Words: SuggestionActionHandler {
///       func createNewItem(_ searchValue: String) -> RowValues? { ["level": .integer(1)] }
///       func doAction(for item: SuggestedItem) { lesson.add(item.id) }
///     }
///
/// Neither need be asynchronous, or throw. If one throws, the list and its selection stay as they
/// were, or become so again.
@MainActor
public protocol SuggestionActionHandler {
  /// Makes a new item of a text that no item has.
  ///
  /// - Parameter searchValue: the text, without white space at its ends.
  /// - Returns: What the new row has besides this text: nothing is an answer too. Nil if there is not
  ///   to be such an item.
  /// - Throws: Whatever it likes; the list then stays as it is.
  func createNewItem(_ searchValue: String) async throws -> RowValues?

  /// Acts on an item that was taken, or made.
  func doAction(for item: SuggestedItem) async throws
}

/// An item that was taken, or made.
public struct SuggestedItem: Hashable, Sendable, Identifiable {
  /// What identifies the row.
  public var id: RowID
  /// All values of the row.
  public var values: RowValues
  /// Whether it was made.
  public var isNew: Bool

  /// The value of an attribute; null if there is none of this name.
  public subscript(attribute: String) -> CellValue {
    values.members.last { $0.name.utf8.elementsEqual(attribute.utf8) }?.value ?? .null
  }
}

/// What became of a text that was to be taken.
public enum SuggestionCommit: Sendable {
  /// The handler acted on the item.
  case acted(SuggestedItem, SuggestionOutcome)
  /// The text is empty. Nothing was done.
  case empty
  /// There is nobody to act. Nothing was done.
  case noHandler
  /// The handler wants no item of this text. Nothing was done.
  case notCreated
  /// The filters of the selection refuse the item. Nothing was done.
  case refused(SuggestionOutcome)
  /// The list could not have such an item, or the handler threw this. The list and its selection
  /// are as they were.
  case failed(any Error)
}
