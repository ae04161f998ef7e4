/// The limits on the number of selected rows; 0 means no limit.
///
///     let limits = SelectionLimits(maximum: 10, minimum: 1)
public struct SelectionLimits: Hashable, Sendable {
  /// The maximum number of rows that can be selected.
  public var maximum: Int
  /// The minimum number of rows that a selection must have to be accepted.
  public var minimum: Int

  /// Creates limits.
  ///
  /// - Precondition: Neither is negative.
  public init(maximum: Int = 0, minimum: Int = 0) {
    precondition(maximum >= 0, "a maximum must not be negative, but is \(maximum)")
    precondition(minimum >= 0, "a minimum must not be negative, but is \(minimum)")
    self.maximum = maximum
    self.minimum = minimum
  }
}
