package import Shortlist

/// A command typed in the numbered mode.
package enum PlainCommand: Hashable, Sendable {
  /// Search for this text.
  case search(String)
  /// Mark or unmark the rows at these positions; the first row is 0.
  case toggle([Range<Int>])
  /// Create a row from this text.
  case create(String)
  /// Change the marks: undo or redo the last change, or mark all rows that match.
  case select(SelectionRequest<RowID>)
  /// Show the marked rows in pick order.
  case picked
  case nextRows, previousRows, newestRows
  /// Show the same rows again.
  case sameRows
  case accept, cancel, help

  /// Parses a line.
  ///
  /// Numbers and ranges of numbers are rows: `1 3-5`. A slash starts a text that would mean
  /// something else otherwise.
  ///
  /// - Parameters:
  ///   - line: The typed line.
  ///   - follows: Whether the list follows its source.
  ///   - creates: Whether rows can be created.
  ///   - marks: Whether rows are marked.
  package init(
    _ line: String, follows: Bool = false, creates: Bool = false, marks: Bool = true
  ) {
    let text = String(line[...].trimmed)
    switch text {
    case "": self = .accept
    case "q": self = .cancel
    case "n": self = .nextRows
    case "p": self = .previousRows
    case "l": self = .sameRows
    case "r" where follows: self = .newestRows
    case "u" where marks: self = .select(.undo)
    case "y" where marks: self = .select(.redo)
    case "m" where marks: self = .picked
    case "?": self = .help
    default:
      if text.first == "/" {
        self = .search(String(text.dropFirst()))
      } else if creates && text.first == "+" {
        self = .create(String(text.dropFirst()))
      } else if let ranges = Self.ranges(text) {
        self = .toggle(ranges)
      } else {
        self = .search(text)
      }
    }
  }

  /// Creates the command for an action of the start; nil if the action needs a screen.
  init?(_ action: Action) {
    switch action {
    case .accept: self = .accept
    case .cancel: self = .cancel
    case .selectMatching: self = .select(.all())
    case .deselectAll: self = .select(.none())
    case .invertMatching: self = .select(.invert)
    case .text(.changeQuery, let text), .text(.search, let text): self = .search(text)
    default: return nil
    }
  }

  private static func ranges(_ text: String) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false)
      guard (1...2).contains(ends.count), let first = number(ends[0]),
        let last = number(ends[ends.count - 1]), first >= 1, last >= first
      else { return nil }
      ranges.append(first - 1..<last)
    }
    return ranges
  }

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }
}
