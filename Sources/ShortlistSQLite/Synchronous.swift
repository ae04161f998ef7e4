/// What a write that was answered outlasts, as SQLite's `synchronous` says.
public enum Synchronous: String, Hashable, Sendable, CaseIterable {
  /// The end of the program and of the machine.
  case full
  /// The end of the program, and of the machine too with a rollback journal, most of the time; with a
  /// write-ahead log the last transactions before a power failure may be lost.
  case normal
}
