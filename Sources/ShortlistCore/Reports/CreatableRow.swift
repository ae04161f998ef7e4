/// A row that could be created from the searched text, because no row has this text.
package struct CreatableRow: Hashable, Sendable {
  /// The text of the new row.
  package var text: String
  /// The text of an existing row that differs only in case and marks; nil if there is none.
  package var similar: String?

  package init(text: String, similar: String? = nil) {
    (self.text, self.similar) = (text, similar)
  }

  /// Creates the offer for a searched text; nil if it is empty or a row has exactly this text.
  ///
  /// - Parameters:
  ///   - search: The searched text; white space at its ends is ignored.
  ///   - suggestions: Returns the first suggestion for a text.
  /// - Throws: What `suggestions` throws.
  init?(from search: String, _ suggestions: (String) throws -> Suggestions<RowID>) throws {
    text = String(decoding: TypedText(search).shown, as: UTF8.self)
    if text.isEmpty { return nil }
    let found = try suggestions(text)
    if found.exact != nil { return nil }
    // A text that equals another one but for case and marks is the first that begins with it.
    similar = found.items.first { $0.id == found.similar }?.text
  }
}
