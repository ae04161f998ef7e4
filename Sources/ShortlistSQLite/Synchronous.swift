/// What a write that was answered outlasts.
public enum Synchronous: String, Hashable, Sendable, CaseIterable {
  /// The end of the program and of the machine.
  case full
  /// The end of the program, and of the machine too with a rollback journal, most of the time; with a
  /// write-ahead log the last transactions before a power failure may be lost.
  case normal

  /// What SQLite's `synchronous` is then.
  ///
  /// A rollback journal that is deleted is the commit, and `FULL` does not wait until its folder is
  /// written: after a power failure it could be there again. For a write-ahead log both are the same.
  var pragma: String {
    switch self {
    case .full: "EXTRA"
    case .normal: "NORMAL"
    }
  }
}
