/// How far a list is when its picker begins.
enum PickStart {
  /// Its rows are being read.
  case reading
  /// All rows are read; a source that is followed may have stopped since, for this reason.
  case read(stopped: (any Error)?)
}
