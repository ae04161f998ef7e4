import ShortlistTerminal

/// Rows of cells in columns, as wide as their contents need.
struct TextTable {
  /// How the cells of a column stand.
  enum Alignment {
    case left
    case right
  }

  /// Cells are not made wider than this.
  private static let widest = 40

  private let alignments: [Alignment]
  private var rows: [[(text: String, width: Int)]] = []
  /// What stands behind the last column of each row.
  private var ends: [String] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - cells: A text for each column, in which all that would drive a terminal becomes symbols.
  ///   - end: What is to stand behind them as it is.
  mutating func append(_ cells: [String], end: String = "") {
    rows.append(
      cells.map { cell in
        let glyphs = SanitizedText(cell).fitted(to: Self.widest)
        return (glyphs.map(\.text).joined(), glyphs.reduce(0) { $0 + $1.width })
      })
    ends.append(end)
  }

  /// The lines.
  var text: String {
    let widths = alignments.indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
    return zip(rows, ends).map { row, end in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].width)
        return alignments[column] == .left ? row[column].text + space : space + row[column].text
      }
      let line = (cells + (end.isEmpty ? [] : [end])).joined(separator: "  ")
      return line.reversed().drop { $0 == " " }.reversed() + "\n"
    }.joined()
  }
}
