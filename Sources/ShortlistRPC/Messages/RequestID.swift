/// What an answer repeats of its request: a number, a text or null, as it is written there.
struct RequestID: Hashable, Sendable {
  /// The JSON text.
  let text: String

  static let null = Self(text: "null")
}
