/// The error that there is no terminal to draw on.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error message.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
