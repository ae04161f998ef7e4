/// Finds the name that was probably meant.
package enum SimilarName {
  /// Returns the name that is most similar to another one; nil if none is similar.
  ///
  /// Case and accents do not count.
  package static func of(_ name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(Folding.foldedText(name).unicodeScalars)
    if wanted.count > 64 { return nil }
    let most = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let known = Array(Folding.foldedText(candidate).unicodeScalars)
      let isBeginning = wanted.count > 2 && known.starts(with: wanted)
      if !isBeginning && abs(known.count - wanted.count) > most { continue }
      let distance = isBeginning ? 1 : distance(wanted, known)
      if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// Returns how many letters must be inserted, removed, replaced, or swapped with their neighbour
  /// to turn one text into the other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j], rows[i][j + 1]) + 1
        least = min(least, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
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
