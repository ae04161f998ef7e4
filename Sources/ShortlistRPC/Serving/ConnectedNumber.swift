import Shortlist

/// A range that a client has connected.
struct ConnectedNumber: Sendable {
  /// The handle of its list.
  var list: String
  /// The range among those of the list.
  var range: RangeHandle
}
