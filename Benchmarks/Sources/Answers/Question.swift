/// A question, as `comparison/questions.py` has it.
struct Question: Decodable {
  enum Kind: String, Decodable {
    case count, facets, histogram, search
  }

  let kind: Kind
  let section: String?
  let range: [Int]?
  let text: String?
}

/// An answer.
enum Answer: Encodable {
  case count(Int)
  case facets([String: Int])
  case histogram(Histogram)
  case search(Found)

  struct Histogram: Encodable {
    let range: [Int]
    let counts: [Int]
  }

  struct Found: Encodable {
    let total: Int
    let sections: [String: Int]
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .count(let count): try container.encode(count)
    case .facets(let facets): try container.encode(facets)
    case .histogram(let histogram): try container.encode(histogram)
    case .search(let found): try container.encode(found)
    }
  }
}
