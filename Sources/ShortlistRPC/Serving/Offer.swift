public import Shortlist
public import ShortlistJSON

/// A single list offered to a client that may open no other, such as a page in a browser.
public struct Offer: Sendable {
  /// The list.
  package var list: any ListProtocol
  /// Whether the client may change rows and the saved selections.
  public var isWritable = false
  /// The attribute from whose values the client may create rows; nil for none.
  public var creates: String?
  /// Additional members of the `hello` notification.
  public var remarks = JSONObject([])
  /// Called when the client ends the pick; nil if there is nothing to end.
  public var end: (@Sendable (Ending) async throws -> Void)?

  /// How a client ends the pick.
  public enum Ending: String, Sendable {
    /// Accepts the selection.
    case accept = "pick.accept"
    /// Ends without a result.
    case cancel = "pick.cancel"
  }

  /// Creates a read-only offer of a list.
  public init(_ list: LiveList) { self.list = list }

  /// Creates a read-only offer of a list whose rows may stay on a server.
  package init(of list: any ListProtocol) { self.list = list }
}

/// The reason why a client may not end the pick yet.
public struct EndRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String

  /// Creates a reason.
  public init(_ description: String) { self.description = description }
}
