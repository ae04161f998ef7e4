import Shortlist
import ShortlistJSON

/// A report of rows, as values of its attributes.
protocol ReportOfRows: Report {
  /// The attributes of the rows, in order.
  var attributes: [String] { get }
  /// The rows, as values of `attributes`.
  var rows: [[CellValue]] { get set }
  /// Leaves out what was found in a value of a row beyond a length.
  mutating func cutHighlights(row: Int, attribute: Int, to length: Int)
}

extension RowsReport: ReportOfRows {
  mutating func cutHighlights(row: Int, attribute: Int, to length: Int) {
    highlights?[row][attribute].cut(to: length)
  }
}

extension SelectedRowsReport: ReportOfRows {
  mutating func cutHighlights(row: Int, attribute: Int, to length: Int) {}
}

/// Rows whose texts are cut after so many UTF-16 code units.
struct CutRows<Rows: ReportOfRows>: Report {
  private var rows: Rows
  /// For each row the indices of the attributes that were cut.
  private var cut: [[Int]]

  /// Cuts the texts of rows, and of lists the elements together.
  ///
  /// - Complexity: O(`maxLength`) for each value
  init(_ report: Rows, maxLength: Int) {
    rows = report
    cut = Array(repeating: [], count: rows.rows.count)
    for row in rows.rows.indices {
      for index in rows.rows[row].indices {
        guard let value = rows.rows[row][index].cut(to: maxLength) else { continue }
        rows.rows[row][index] = value
        cut[row].append(index)
        rows.cutHighlights(row: row, attribute: index, to: value.shownLength)
      }
    }
  }

  var revision: Int { rows.revision }

  /// The answer with `cut`, the names of the attributes that were cut.
  var json: JSON {
    guard case .object(var answer) = rows.json else { return rows.json }
    answer.set("cut", to: JSON(cut) { JSON($0) { .string(rows.attributes[$0]) } })
    return .object(answer)
  }
}

extension CellValue {
  /// The value without what exceeds a number of UTF-16 code units; nil if nothing does.
  fileprivate func cut(to length: Int) -> CellValue? {
    switch self {
    case .text(let text): return text.cut(to: length).map(CellValue.text)
    case .list(let elements):
      var left = length
      for (index, element) in elements.enumerated() {
        if let last = element.cut(to: left) {
          return .list(elements[..<index] + (last.isEmpty ? [] : [last]))
        }
        left -= element.utf16.count
      }
      return nil
    case .null, .integer, .number, .boolean, .date: return nil
    }
  }

  /// The length of a text or list as it is shown, in UTF-16 code units.
  fileprivate var shownLength: Int {
    switch self {
    case .text(let text): text.utf16.count
    case .list(let elements): elements.joined(separator: ", ").utf16.count
    case .null, .integer, .number, .boolean, .date: 0
    }
  }
}

extension String {
  /// The text without what exceeds a number of UTF-16 code units, and without half a character; nil
  /// if nothing does.
  fileprivate func cut(to length: Int) -> String? {
    // A text has at least as many bytes as code units.
    if utf8.count <= length { return nil }
    var (end, left) = (unicodeScalars.startIndex, length)
    while end < unicodeScalars.endIndex {
      left -= UTF16.width(unicodeScalars[end])
      if left < 0 {
        // The start of the character with what follows, but for a character that is longer alone.
        let start = index(before: index(after: end))
        return String(self[..<(start > startIndex ? start : end)])
      }
      end = unicodeScalars.index(after: end)
    }
    return nil
  }
}

extension Highlights {
  /// Leaves out what is beyond a cut.
  fileprivate mutating func cut(to length: Int) {
    self = compactMap { $0.lowerBound < length ? $0.clamped(to: 0..<length) : nil }
  }
}
