package import Shortlist

/// The columns of the table on the screen, and how wide their contents are.
///
/// Widths are those of all rows seen so far, so that columns do not jump from one page to the next.
package struct TableColumns: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    /// The position of the attribute in the schema.
    package var index: Int
    /// The name as it is drawn.
    package var title: SanitizedText
    /// Whether the contents stand at the right: numbers.
    package var isRightAligned: Bool
    /// What the contents and the name need.
    package var width: Int
  }

  package private(set) var columns: [Column] = []
  private let names: [String]?
  private let isASCII: Bool

  /// Creates columns.
  ///
  /// - Parameters:
  ///   - names: The attributes that are shown; nil for all.
  ///   - isASCII: Whether symbols are made of ASCII characters only.
  package init(names: [String]?, isASCII: Bool) {
    self.names = names
    self.isASCII = isASCII
  }

  /// Takes over the attributes known; the widths seen so far are kept.
  package mutating func take(_ schema: ListSchema) {
    let indices = names?.compactMap { schema.index(of: $0) } ?? Array(schema.entries.indices)
    let widths = Dictionary(
      columns.map { ($0.index, $0.width) }, uniquingKeysWith: { first, _ in first })
    columns = indices.map { index in
      let entry = schema.entries[index]
      let title = SanitizedText(entry.name, isASCII: isASCII, limit: 256)
      return Column(
        index: index, title: title,
        isRightAligned: entry.type == .integer || entry.type == .number,
        width: max(title.width, widths[index] ?? 1))
    }
  }

  /// Takes over the widths of rows.
  package mutating func take(_ lines: [Page.Line]) {
    for place in columns.indices {
      let index = columns[place].index
      for line in lines where index < line.values.count {
        let width = SanitizedText(line.values[index].shown, isASCII: isASCII, limit: 400).width
        columns[place].width = max(columns[place].width, width)
      }
    }
  }

  /// The widths to draw with, of as many columns as there is room for.
  package func widths(within total: Int) -> [Int] {
    ColumnWidths.fit(columns.map(\.width), into: total)
  }
}
