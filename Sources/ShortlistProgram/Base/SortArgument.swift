package import Shortlist

/// The keys of an order: `kind,-price,file:natural,name:language=sv`.
package struct SortArgument {
  package let keys: [SortKey]

  /// Parses a `NameList`; a minus sign before a name turns its order round, and a collation can
  /// come after it.
  package init(_ text: String) {
    keys = NameList.parts(text).map { part in
      var name = part
      var key = SortKey("")
      if name.hasPrefix("-") {
        name = name.dropFirst()
        key.order = .descending
      }
      let quoted = NameList.quoted(name)
      if let (attribute, collation) = Self.collation(after: quoted?.rest ?? name),
        quoted == nil || attribute.isEmpty
      {
        (key.attribute, key.collation) = (quoted?.name ?? String(attribute), collation)
      } else {
        key.attribute = NameList.name(name)
      }
      return key
    }
  }

  /// Returns a key as a text that is parsed to it.
  package static func text(of key: SortKey) -> String {
    let sign = key.order == .descending ? "-" : ""
    let suffix =
      switch key.collation {
      case .plain: collation(after: key.attribute[...]) == nil ? "" : ":plain"
      case .natural: ":natural"
      case .language(let tag): language + tag
      }
    return sign + NameList.text(of: key.attribute) + suffix
  }

  private static let language = ":language="

  /// Returns the name before the last colon and the collation after it; nil if there is none.
  private static func collation(after name: Substring) -> (Substring, SortKey.Collation)? {
    guard let colon = name.lastIndex(of: ":") else { return nil }
    let isLanguage = name[colon...].hasPrefix(language)
    let text = String(name[colon...].dropFirst(isLanguage ? language.count : 1))
    guard let collation = SortKey.Collation(rawValue: text) else { return nil }
    if case .language = collation, !isLanguage { return nil }
    return (name[..<colon], collation)
  }
}
