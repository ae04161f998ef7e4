package import Shortlist

/// Which part of a list is visible.
package enum ListWindow: String, CaseIterable, Codable, Sendable {
  /// Everything.
  case none
  /// The first 50 rows.
  case beginning
  /// The last 50 rows.
  case end
  /// The last 50 rows, and what is appended, up to 100 rows.
  case tail

  /// The windows that commits are measured with.
  package static let common: [Self] = [.none, .beginning, .end]

  /// The range, nil for everything.
  package var range: RangeOptions? {
    switch self {
    case .none: nil
    case .beginning: .fixed(length: 50)
    case .end: .fixed(length: 50, from: .end)
    case .tail: .flexible(length: 50, from: .end, maxLength: 100)
    }
  }
}
