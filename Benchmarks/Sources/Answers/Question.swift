import Shortlist

// Questions name it as the protocol does.
extension MatchKind: Decodable {}

/// A question, as `comparison/questions.py` and `comparison/keystrokes.py` have it.
struct Question: Decodable {
  enum Kind: String, Decodable {
    case count, facets, histogram, search, keystroke, selectAll
  }

  let kind: Kind
  let section: String?
  let range: [Int]?
  let text: String?
  /// How the text is searched.
  let match: MatchKind?
  /// The attributes that are searched for it; nil for all.
  let attributes: [String]?
  /// On how many threads; nil for all cores.
  let threads: Int?
  /// Whether rows are in the order of their paths.
  let isSorted: Bool?
  /// Whether shorter ones come first among rows that match a fuzzy search equally well.
  let prefersShort: Bool?
  /// Whether it is asked of a list that has found nothing yet, not of that of the question before.
  let isFresh: Bool?
}

/// An answer.
enum Answer: Encodable {
  case count(Int)
  case facets([String: Int])
  case histogram(Histogram)
  case search(Found)
  case keystroke(Typed)

  struct Histogram: Encodable {
    let range: [Int]
    let counts: [Int]
  }

  struct Found: Encodable {
    let total: Int
    let sections: [String: Int]
  }

  struct Typed: Encodable {
    let total: Int
    /// The paths of the first rows, as many as are shown.
    let first: [String]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .count(let count): try container.encode(count)
    case .facets(let facets): try container.encode(facets)
    case .histogram(let histogram): try container.encode(histogram)
    case .search(let found): try container.encode(found)
    case .keystroke(let typed): try container.encode(typed)
    }
  }
}
