/// A single criterion of a sort.
///
///     shop.sort = [shop.sortKey(\.kind), shop.sortKey(\.price, .descending)]
public struct SortKey: Hashable, Sendable {
  /// The direction of a sort; nulls come last in either direction.
  public enum Order: String, Sendable, CaseIterable {
    /// From the least to the greatest.
    case ascending
    /// From the greatest to the least.
    case descending
  }

  /// How texts are compared.
  ///
  ///     try await picker.sort(by: \.name, collation: .natural)
  public enum Collation: Hashable, Sendable {
    /// By their folded forms, code point by code point.
    case plain
    /// The same, but a run of ASCII digits counts as one number: `file9` comes before `file10`.
    ///
    /// Texts that differ only in leading zeros are in their plain order.
    case natural
    /// In the alphabetical order of a language, given by its tag (BCP 47): in Swedish, `Ö` comes
    /// after `Z`.
    ///
    /// Letters decide, then accents, then case. `-u-kn` after the language compares numbers as
    /// `natural` does (`sv-u-kn`); `de-u-co-phonebk` and `es-u-co-trad` are the orders of German
    /// telephone books and of older Spanish dictionaries. A language without an order of its own,
    /// and a text that is no tag, stand for the order that most languages share. It is the same on
    /// all systems.
    ///
    ///     picker.sort = [SortKey("name", collation: .language("sv"))]
    ///
    /// Sorting takes longer than in the plain order: `Benchmarks/README.md` says how much.
    case language(String)
  }

  /// The attribute whose values are compared.
  public var attribute: String
  /// The direction.
  public var order: Order
  /// How texts are compared; it does not matter for other values.
  public var collation: Collation

  /// Creates a criterion.
  ///
  ///     picker.sort = [SortKey("file", collation: .natural)]
  public init(
    _ attribute: String, _ order: Order = .ascending, collation: Collation = .plain
  ) {
    self.attribute = attribute
    self.order = order
    self.collation = collation
  }

  /// Returns whether two criteria are the same; the names of attributes are compared byte by byte.
  public static func == (a: Self, b: Self) -> Bool {
    BinaryString(a.attribute) == BinaryString(b.attribute) && a.order == b.order
      && a.collation == b.collation
  }
}

extension SortKey.Collation: RawRepresentable {
  /// `plain`, `natural`, or the language tag.
  public var rawValue: String {
    switch self {
    case .plain: "plain"
    case .natural: "natural"
    case .language(let tag): tag
    }
  }

  /// Creates a collation from `plain`, `natural` or a language tag; nil for other texts.
  ///
  ///     SortKey.Collation(rawValue: "de-u-co-phonebk")  // .language("de-u-co-phonebk")
  public init?(rawValue: String) {
    switch rawValue {
    case "plain": self = .plain
    case "natural": self = .natural
    default:
      guard LanguageTag(rawValue) != nil else { return nil }
      self = .language(rawValue)
    }
  }
}
