/// An error that a request was decided on a revision other than the list's current one.
package struct StaleRevisionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The current revision of the list.
  package var revision: Int

  /// Creates an error.
  package init(revision: Int) { self.revision = revision }

  /// A one-line description.
  package var description: String { "the list is at revision \(revision)" }
}
