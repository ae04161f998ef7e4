import Shortlist

/// A range that the client has connected.
struct ConnectedNumber: Sendable {
  /// The handle of its list.
  var list: String
  /// The handle of the range within the list.
  var range: RangeHandle
}
