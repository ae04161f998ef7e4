/// An error that a list cannot carry out a request that other lists can.
package struct NotSupportedError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is not supported, and what would be.
  package var description: String

  /// Creates an error from a one-line description.
  package init(_ description: String) { self.description = description }
}
