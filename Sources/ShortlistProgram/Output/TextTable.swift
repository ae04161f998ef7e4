import ShortlistTerminal

/// A text table whose columns are as wide as their contents.
struct TextTable {
  /// The alignment of the cells of a column.
  enum Alignment {
    case left
    case right
  }

  /// The maximum width of a cell.
  private static let widest = 40

  private let alignments: [Alignment]
  private var rows: [[(text: String, width: Int)]] = []
  /// The text after the last column of each row.
  private var ends: [String] = []

  init(_ alignments: [Alignment]) { self.alignments = alignments }

  /// Appends a row.
  ///
  /// - Parameters:
  ///   - cells: A text for each column; everything that could control a terminal becomes symbols.
  ///   - end: The text to add after the cells, unchanged.
  mutating func append(_ cells: [String], end: String = "") {
    rows.append(
      cells.map { cell in
        let glyphs = SanitizedText(cell).fitted(to: Self.widest)
        return (glyphs.map(\.text).joined(), glyphs.reduce(0) { $0 + $1.width })
      })
    ends.append(end)
  }

  /// The formatted lines.
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
