package import Shortlist
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
  /// The screen that shows the list, which the client can drive; nil if there is none.
  ///
  /// The list then has another reader of its updates, and other requests than those of the client.
  package var screen: OfferedScreen?
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
  package init(_ list: LiveList) { self.list = list }

  /// Creates a read-only offer of a list whose rows may stay on a server.
  package init(of list: any ListProtocol) { self.list = list }
}

/// A screen that shows an offered list.
package struct OfferedScreen: Sendable {
  /// Returns what the screen shows, once it has carried out the request.
  package var report: @Sendable () async throws -> JSONObject
  /// Carries out actions by their names, and returns what the screen then shows.
  package var act: @Sendable (String) async throws -> JSONObject
  /// Called after the client has changed the query, the ranges or the selection.
  package var noteChange: @Sendable () -> Void

  /// Creates a screen.
  package init(
    report: @escaping @Sendable () async throws -> JSONObject,
    act: @escaping @Sendable (String) async throws -> JSONObject,
    noteChange: @escaping @Sendable () -> Void
  ) {
    (self.report, self.act, self.noteChange) = (report, act, noteChange)
  }
}

/// The reason why a client may not end the pick yet.
public struct EndRefusedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String

  /// Creates a reason.
  public init(_ description: String) { self.description = description }
}
