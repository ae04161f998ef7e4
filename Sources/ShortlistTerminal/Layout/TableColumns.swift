package import Shortlist

/// The columns of the table on the screen, and their content widths.
///
/// Widths cover all rows seen so far, so that columns do not jump from one page to the next.
package struct TableColumns: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    /// The index of the attribute in the schema.
    package var index: Int
    /// The title as drawn.
    package var title: SanitizedText
    /// Whether the content is right-aligned, as for numbers.
    package var isRightAligned: Bool
    /// The width needed for the content and the title.
    package var width: Int
  }

  package private(set) var columns: [Column] = []
  private let names: [String]?
  private let isASCII: Bool

  /// Creates columns.
  ///
  /// - Parameters:
  ///   - names: The attributes to show; nil for all.
  ///   - isASCII: Whether symbols are limited to ASCII characters.
  package init(names: [String]?, isASCII: Bool) {
    self.names = names
    self.isASCII = isASCII
  }

  /// Sets the known attributes; the widths seen so far are kept.
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

  /// Widens the columns to fit rows.
  package mutating func take(_ lines: [ListSnapshot.Line]) {
    for place in columns.indices {
      let index = columns[place].index
      for line in lines where index < line.values.count {
        let width = SanitizedText(line.values[index].shown, isASCII: isASCII, limit: 400).width
        columns[place].width = max(columns[place].width, width)
      }
    }
  }

  /// Returns the widths to draw with, for as many columns as fit.
  package func widths(within total: Int) -> [Int] {
    ColumnWidths.fit(columns.map(\.width), into: total)
  }
}
