public import ShortlistCore

/// Where rows are kept that the list and others write: a table of a database.
///
/// A source that is one, too, is written to by the lists that are opened of it. What a list shows of
/// it is what the store has. The list writes, and asks what has changed, one
/// after the other and never twice at once; `table` is then what it shows.
public protocol RowStore: Sendable {
  /// Something may have been committed by others.
  ///
  /// It is told within 100 ms, from the end of `read` on, as long as the store is held. One reader.
  var news: AsyncStream<Void> { get }

  /// What others have committed since the last call, and since rows were read.
  ///
  /// - Parameter table: What the list shows.
  /// - Returns: What the store has now of each row that it has another state of than `table`.
  ///   If it has another form, or is another one: all rows.
  /// - Throws: `SourceError` if the store cannot be read now. The list says so, and asks again when
  ///   `news` tells to.
  func foreignChanges(in table: RowTable) async throws -> StoredChanges

  /// Carries out operations as one transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: What the list shows.
  /// - Returns: What became of the rows.
  /// - Throws: `WriteRefusal` at the first operation that cannot be done. Nothing is changed then.
  func write(_ operations: [RowOperation], in table: RowTable) async throws -> StoreOutcome
}

/// What a transaction on a store did.
public struct StoreOutcome: Sendable {
  /// What others had committed before it.
  public var foreign: StoredChanges
  /// What the store has after it of each row that it touched, whether an operation names the row or a
  /// trigger wrote it.
  public var own: StoredChanges
  /// The ids of the rows inserted by operations, in order.
  public var inserted: [RowID]

  /// Creates an outcome.
  public init(foreign: StoredChanges, own: StoredChanges, inserted: [RowID]) {
    self.foreign = foreign
    self.own = own
    self.inserted = inserted
  }
}
