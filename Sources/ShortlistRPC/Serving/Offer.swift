public import Shortlist
public import ShortlistJSON

/// One list, opened for a client who may open no other: a page in a browser.
public struct Offer: Sendable {
  /// The list.
  public var list: LiveList
  /// Whether the client may change rows, and the selections that are kept with them.
  public var isWritable = false
  /// The attribute of which the client may make new rows, as a person who picks does; nil for none.
  public var creates: String?
  /// What the client is told of the list besides its handle and attributes.
  public var remarks = JSONObject([])
  /// Is asked when the client is done; nil if it has nothing to end.
  public var end: (@Sendable (Ending) async throws -> Void)?

  /// How a client is done.
  public enum Ending: String, Sendable {
    /// What is selected is what was asked for.
    case accept = "pick.accept"
    /// Nothing is.
    case cancel = "pick.cancel"
  }

  /// Offers a list to be looked at.
  public init(_ list: LiveList) { self.list = list }
}

/// The reason why a client may not end yet.
public struct EndRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence for the person.
  public var description: String

  /// Creates a reason.
  public init(_ description: String) { self.description = description }
}
