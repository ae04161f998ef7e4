/// The error for a path that no longer leads to the file that was opened.
struct FileMovedError: Error {
  /// Whether another file is at the path now.
  let isReplaced: Bool

  /// A description of the reason.
  var reason: String {
    isReplaced
      ? "the file was replaced by another one" : "the file is gone: it was removed or renamed"
  }
}
