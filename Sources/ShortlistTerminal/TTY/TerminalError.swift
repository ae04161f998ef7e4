/// Why there is no terminal to draw on.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
