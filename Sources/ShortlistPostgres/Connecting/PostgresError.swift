import ShortlistCore

/// An error that the server or the library reports.
struct PostgresError: Error {
  /// The SQLSTATE; empty if the server has said nothing.
  let state: String
  /// The message, without credentials.
  let reason: String
  /// Whether the connection is gone.
  let isLost: Bool

  /// Whether the transaction may succeed if it is repeated: others were in its way.
  var isTransient: Bool { ["40001", "40P01"].contains(state) }

  /// Whether a lock is held by others.
  var isLocked: Bool { state == "55P03" }

  /// Whether a table, column or function is not there.
  var isAboutSchema: Bool { state.hasPrefix("42") }
}
