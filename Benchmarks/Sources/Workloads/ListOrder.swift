package import Shortlist

/// What a list is sorted by.
package enum ListOrder: String, CaseIterable, Codable, Sendable {
  /// An integer, which hardly two rows share.
  case integer
  /// A text of two words.
  case text
  /// The order of the source.
  case source

  /// The attribute, nil for the order of the source.
  package var attribute: String? {
    switch self {
    case .integer: "number"
    case .text: "name"
    case .source: nil
    }
  }

  /// The query that shows all rows in this order.
  package var query: ListQuery {
    var query = ListQuery()
    query.sort = attribute.map { [SortKey($0)] } ?? []
    return query
  }
}
