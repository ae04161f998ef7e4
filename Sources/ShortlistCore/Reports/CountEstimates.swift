/// The counts that are estimates of a server, until the exact ones are known.
package struct CountEstimates: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The number of matching rows.
  package static let total = Self(rawValue: 1)
  /// The number of all rows.
  package static let count = Self(rawValue: 2)
}
