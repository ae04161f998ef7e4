/// The id of a request: a number, a text or null, repeated verbatim in the answer.
struct RequestID: Hashable, Sendable {
  /// The JSON text.
  let text: String

  static let null = Self(text: "null")
}
