/// The error that pages cannot be served.
public struct ServingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A one-line message.
  public var description: String

  init(_ description: String) { self.description = description }
}
