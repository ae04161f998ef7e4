import Synchronization

/// The query change in progress.
struct PendingQuery: Sendable {
  /// The changes merged into one.
  var merged: QueryEdit
  /// The changes that it carries out, oldest first.
  var changes: [QueryChange]
  var cancel: @Sendable () -> Void
}

/// A requested change of a query, and what became of it.
final class QueryChange: Sendable {
  private enum Next {
    /// A later change overwrote it.
    case overwritten
    /// It is carried out with a later change.
    case merged(outcome: @Sendable () async throws -> any Sendable)
  }

  private let edit: QueryEdit
  private let next = Mutex<Next?>(nil)

  init(_ edit: QueryEdit) { self.edit = edit }

  /// Records a later change that it was merged with.
  func isFollowed(
    by later: QueryEdit, _ outcome: @escaping @Sendable () async throws -> any Sendable
  ) {
    next.withLock { next in
      if case .overwritten = next { return }
      next = edit.isOverwritten(by: later) ? .overwritten : .merged(outcome: outcome)
    }
  }

  /// Returns the outcome of the later change that carries this one out; nil if there is none.
  ///
  /// - Throws: `QuerySupersededError` if a later change overwrote this one, or was cancelled;
  ///   otherwise what the later change throws.
  func outcomeOfNext() async throws -> (any Sendable)? {
    guard case .merged(let outcome)? = try current else { return nil }
    do {
      let result = try await outcome()
      _ = try current
      return result
    } catch is CancellationError {
      throw QuerySupersededError()
    }
  }

  private var current: Next? {
    get throws {
      let next = next.withLock { $0 }
      if case .overwritten? = next { throw QuerySupersededError() }
      return next
    }
  }
}
