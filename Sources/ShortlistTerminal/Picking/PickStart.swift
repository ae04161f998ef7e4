package import Shortlist

/// A function that prepares a list after all its rows are read.
///
/// It returns an outcome to end picking, and nil to go on.
package typealias ListPreparer = @Sendable (any ListProtocol) async throws -> PickOutcome?

/// The loading state of a list when its picker starts.
enum PickStart {
  /// Rows are still being read, and the list is to be prepared when they are.
  case reading(ListPreparer?)
  /// All rows are read; a followed source may have stopped with this error.
  case read(stopped: (any Error)?)
}
