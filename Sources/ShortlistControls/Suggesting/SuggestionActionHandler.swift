import Shortlist
public import ShortlistCore

/// Creates new items from typed text, and acts on the items that are committed.
///
///     struct Words: SuggestionActionHandler {
///       func createNewItem(_ searchValue: String) -> RowValues? { ["level": .integer(1)] }
///       func doAction(for item: SuggestedItem<UUID>) { lesson.add(item.id) }
///     }
///
/// Neither function has to be asynchronous or throwing. If one throws, the list and its selection
/// stay unchanged, or are restored.
@MainActor
public protocol SuggestionActionHandler<ID> {
  /// The type of the ids of items.
  associatedtype ID: PickListID

  /// Creates a new item from a text that no item has.
  ///
  /// - Parameter searchValue: The text, trimmed of white space.
  /// - Returns: The other values of the new row, which may be empty; nil to create no item.
  /// - Throws: Any error; the list then stays unchanged.
  func createNewItem(_ searchValue: String) async throws -> RowValues?

  /// Acts on an existing or new item that was committed.
  func doAction(for item: SuggestedItem<ID>) async throws
}

/// An existing or new item that was committed.
///
///     if case .acted(let item, _) = await field.commit() {
///       print(item.isNew ? "new:" : "known:", item["name"].text)
///     }
public struct SuggestedItem<ID: PickListID>: Hashable, Sendable, Identifiable {
  /// The id of the item.
  public var id: ID
  /// All values of the row.
  public var values: RowValues
  /// Whether the item is new.
  public var isNew: Bool

  init(id: ID, values: RowValues, isNew: Bool) {
    (self.id, self.values, self.isNew) = (id, values, isNew)
  }

  /// Creates the item of a row; nil if no item can have its id.
  init?(_ row: SuggestedItem<RowID>) {
    guard let id = ID(rowID: row.id) else { return nil }
    self.init(id: id, values: row.values, isNew: row.isNew)
  }

  /// The value of an attribute; null if there is no attribute of this name.
  ///
  /// - Complexity: O(attributes)
  public subscript(attribute: String) -> CellValue {
    values.members.last { $0.name.utf8.elementsEqual(attribute.utf8) }?.value ?? .null
  }
}

/// The outcome of committing a text.
///
///     switch await field.commit() {
///     case .acted(let item, _): lesson.add(item.id)
///     case .refused(let outcome): show(outcome.selection.refusals[0].reason)
///     case .failed(let error): show("\(error)")
///     case .empty, .noHandler, .notCreated: break
///     }
public enum SuggestionCommit<ID: PickListID>: Sendable {
  /// The handler acted on the item.
  case acted(SuggestedItem<ID>, SuggestionOutcome<ID>)
  /// The text is empty. Nothing changed.
  case empty
  /// The field has no handler. Nothing changed.
  case noHandler
  /// The handler created no item for the text. Nothing changed.
  case notCreated
  /// The filters of the selection refuse the item. Nothing changed.
  case refused(SuggestionOutcome<ID>)
  /// The list refuses such an item, or the handler threw this error. The list and its selection are
  /// in their previous state.
  case failed(any Error)
}
