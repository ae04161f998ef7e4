import Shortlist

/// The error in the text of an option, with its place.
package struct SyntaxError: Error, Hashable, CustomStringConvertible {
  /// A one-line message that names the mistake.
  package let description: String
  /// The whole text.
  package let text: String
  /// The place of the mistake, in UTF-8 bytes from the beginning of the text.
  package let offset: Int

  /// Creates the error of a part of a text.
  package init(_ description: String, at part: Substring) {
    self.description = description
    text = String(part.base)
    offset = part.base.utf8.distance(from: part.base.startIndex, to: part.startIndex)
  }

  /// Creates the error that a name is unknown, with the name that was probably meant, or else all
  /// that there are.
  ///
  /// - Parameters:
  ///   - kind: What the name is of: `theme`.
  ///   - name: The name.
  ///   - names: The names that there are.
  ///   - listed: Those that are listed if none is similar; nil for all.
  package init(
    unknown kind: String, _ name: Substring, among names: [String], listed: [String]? = nil
  ) {
    let sentence = SimilarName.missing(kind, String(name), among: names, listed: listed)
    self.init(sentence, at: name)
  }
}
