/// Why pages cannot be served.
public struct ServingFailed: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says so.
  public var description: String

  init(_ description: String) { self.description = description }
}
