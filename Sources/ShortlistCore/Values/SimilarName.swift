/// Finds the name that was probably meant.
package enum SimilarName {
  /// Returns the name that is most similar to another one; nil if none is similar.
  ///
  /// Case and accents do not count.
  package static func of(_ name: String, among names: some Sequence<String>) -> String? {
    let wanted = Folding.foldedText(name).unicodeScalars.map(\.value)
    if wanted.count > 64 { return nil }
    let most = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let known = Folding.foldedText(candidate).unicodeScalars.map(\.value)
      let isBeginning = wanted.count > 2 && known.starts(with: wanted)
      let distance = isBeginning ? 1 : EditDistance.between(wanted, known, most: most)
      if let distance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}

extension ListSchema {
  /// Returns the attribute whose name is most similar to a name; nil if none is similar.
  package func name(similarTo text: String) -> String? {
    SimilarName.of(text, among: entries.lazy.map(\.name))
  }

  /// Returns the sentence that there is no attribute of a name, with the one that was probably
  /// meant, or else all that there are.
  package func unknown(_ name: String) -> String {
    let meant = self.name(similarTo: name).map { "; did you mean \($0)?" }
    let known = entries.map(\.name).joined(separator: ", ")
    return "there is no attribute \(name)" + (meant ?? " (there are \(known))")
  }
}
