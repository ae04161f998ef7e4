/// Finds the name that was probably meant.
package enum SimilarName {
  /// Returns the name that is most similar to another one; nil if none is similar.
  ///
  /// Case and accents do not count. A name of one or two letters is similar to no other one. Of
  /// equally similar names, the shortest is returned.
  ///
  /// - Complexity: O(letters of all names) for each typo that is allowed
  package static func of(_ name: String, among names: some Sequence<String>) -> String? {
    let letters = Folding.foldedText(name).unicodeScalars.map(\.value)
    if letters.count > 64 { return nil }
    let most = letters.count > 2 ? max(1, letters.count / 3) : 0
    var best: (name: String, distance: Int, count: Int)?
    for candidate in names {
      let known = Folding.foldedText(candidate).unicodeScalars.map(\.value)
      let isBeginning = letters.count > 2 && known.starts(with: letters)
      let distance = isBeginning ? 1 : EditDistance.between(letters, known, most: most)
      if let distance,
        (distance, known.count) < (best?.distance ?? .max, best?.count ?? .max)
      {
        best = (candidate, distance, known.count)
      }
    }
    return best?.name
  }

  /// The maximum number of names that a message lists.
  private static let maxListed = 20

  /// Returns the sentence that a name does not exist, with the name that was probably meant, or
  /// else the names that exist: `there is no table gone (there are orders, users)`.
  ///
  /// - Parameters:
  ///   - kind: What the name is of: `table`.
  ///   - name: The name.
  ///   - names: The names that exist.
  ///   - listed: Those that are listed if none is similar; nil for all.
  /// - Returns: The sentence.
  /// - Complexity: The same as for `of(_:among:)`.
  package static func missing(
    _ kind: String, _ name: String, among names: [String], listed: [String]? = nil
  ) -> String {
    let meant = of(name, among: names).map { "; did you mean \(written($0))?" }
    return "there is no \(kind) \(name)" + (meant ?? Self.list(listed ?? names))
  }

  /// Returns a name as one of several is written: in double quotes if it contains a comma or
  /// quotes.
  package static func written(_ name: String) -> String {
    name.contains(",") || name.contains("\"") ? quoted(name) : name
  }

  /// Returns a name in double quotes, within which a backslash comes before quotes and backslashes.
  package static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Returns the names in parentheses; nothing if there are none: ` (there are orders, users)`.
  package static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : " (there are \(enumeration(names)))"
  }

  /// Returns the names with commas between them, the first ones if there are many.
  package static func enumeration(_ names: [String]) -> String {
    let more = names.count > maxListed ? " and \(names.count - maxListed) more" : ""
    return names.prefix(maxListed).map(written).joined(separator: ", ") + more
  }
}

extension ListSchema {
  /// Returns the attribute whose name is most similar to a name; nil if none is similar.
  ///
  /// - Complexity: The same as for `SimilarName.of(_:among:)`.
  package func name(similarTo text: String) -> String? {
    SimilarName.of(text, among: entries.lazy.map(\.name))
  }

  /// Returns the sentence that there is no attribute of a name, with the one that was probably
  /// meant, or else all that there are.
  ///
  /// - Complexity: The same as for `SimilarName.of(_:among:)`.
  package func unknown(_ name: String) -> String {
    SimilarName.missing("attribute", name, among: entries.map(\.name))
  }
}
