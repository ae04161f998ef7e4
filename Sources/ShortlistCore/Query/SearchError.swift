/// An error in a term of a search with `match` `auto`, with its position.
///
///     picker.match = .auto
///     do {
///       try await picker.search("nmae~ann")
///     } catch let error as PickListError {
///       print((error.underlying as? SearchError)?.suggestion ?? "")  // name
///     }
public struct SearchError: Error, Hashable, Sendable {
  /// The start of the offending part, in UTF-8 bytes from the beginning of the search.
  public var offset: Int
  /// What is wrong, worded as a sentence without its end: `there is no attribute yaer`.
  public var reason: String
  /// The attribute that was probably meant; nil if none is similar.
  public var suggestion: String?
  /// The search; empty if it is not known.
  public var text = ""

  /// Creates an error.
  public init(offset: Int, reason: String, suggestion: String? = nil) {
    self.offset = offset
    self.reason = reason
    self.suggestion = suggestion
  }

  /// Creates the error for a value that does not fit its attribute.
  init(_ error: FilterError) {
    self.init(offset: error.offset, reason: error.sentence)
    text = error.text
  }
}

extension SearchError: CustomStringConvertible {
  /// A one-line message with the position:
  /// `there is no attribute yaer: did you mean year? (at byte 0 of the search)`.
  public var description: String { "\(sentence) (at byte \(offset) of the search)" }

  /// The message without the position, for front ends that show the search.
  public var sentence: String {
    reason + (suggestion.map { ": did you mean \(SimilarName.written($0))?" } ?? "")
  }
}
