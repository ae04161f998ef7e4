package import ShortlistCore

/// Rows as a test writes them: the attributes, then a line of cells for each row.
package struct Rows: RowSource {
  package let name = "rows"
  package let lines: [[String]]

  package init(_ text: String) {
    lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  package func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try builder.setColumns(lines[0], line: 1)
    for (index, cells) in lines.dropFirst().enumerated() {
      builder.beginRow(line: index + 2)
      for (column, cell) in cells.enumerated() {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }
  }
}
