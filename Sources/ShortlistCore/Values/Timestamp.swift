/// A day or an instant in ISO 8601, kept as it was written.
public struct Timestamp: Hashable, Sendable {
  /// The text as written.
  public let text: String
  /// The instant, in microseconds since 1970-01-01T00:00:00Z; of a day its midnight in UTC.
  public let microseconds: Int
  /// Whether the text is a day, which as an operand of a filter means all of it.
  public let isDay: Bool
}
