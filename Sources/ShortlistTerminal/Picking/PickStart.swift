/// The loading state of a list when its picker starts.
enum PickStart {
  /// Rows are still being read.
  case reading
  /// All rows are read; a followed source may have stopped with this error.
  case read(stopped: (any Error)?)
}
