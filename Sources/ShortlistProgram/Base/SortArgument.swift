package import Shortlist

/// The keys of an order: `kind,-price,file:natural`.
package struct SortArgument {
  package let keys: [SortKey]

  /// Parses names; a minus sign before one turns its order round, and the name of a collation can
  /// come after one.
  package init(_ text: String) {
    keys = text.split(separator: ",").map { word in
      var name = word
      var key = SortKey("")
      if name.hasPrefix("-") {
        name = name.dropFirst()
        key.order = .descending
      }
      for collation in SortKey.Collation.allCases where name.hasSuffix(Self.suffix(of: collation)) {
        name = name.dropLast(Self.suffix(of: collation).count)
        key.collation = collation
        break
      }
      key.attribute = String(name)
      return key
    }
  }

  /// Returns a key as a text that is parsed to it.
  package static func text(of key: SortKey) -> String {
    let sign = key.order == .descending ? "-" : ""
    let isAmbiguous = SortKey.Collation.allCases.contains {
      key.attribute.hasSuffix(suffix(of: $0))
    }
    let isPlain = key.collation == .plain && !isAmbiguous
    return sign + key.attribute + (isPlain ? "" : suffix(of: key.collation))
  }

  private static func suffix(of collation: SortKey.Collation) -> String { ":\(collation)" }
}
