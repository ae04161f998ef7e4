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
    package var contentWidth: Int
    /// The width that was chosen; nil for that of the content.
    package var chosenWidth: Int?

    /// The width wanted: a number is never cut.
    package var width: Int {
      guard let chosenWidth else { return contentWidth }
      return isRightAligned ? max(chosenWidth, contentWidth) : chosenWidth
    }

    /// The width below which it is not drawn.
    var leastWidth: Int {
      isRightAligned || chosenWidth != nil ? width : min(width, ColumnWidths.narrowest)
    }
  }

  package private(set) var columns: [Column] = []
  /// What is shown, and in which order.
  package var arrangement: Arrangement
  /// The number of columns after the first one that are scrolled past; half screens if there is a
  /// single column.
  package internal(set) var scrolled = 0
  private let isASCII: Bool
  private let lineTabStop: Int

  /// Creates columns.
  ///
  /// - Parameters:
  ///   - arrangement: The attributes to show, their widths, and the order of the rows.
  ///   - isASCII: Whether symbols are limited to ASCII characters.
  ///   - tabStop: The distance of the columns to which tabs reach, if there is a single column.
  package init(_ arrangement: Arrangement, isASCII: Bool, tabStop: Int = 8) {
    self.arrangement = arrangement
    lineTabStop = tabStop
    self.isASCII = isASCII
  }

  /// Sets the known attributes; the widths seen so far are kept.
  package mutating func update(_ schema: ListSchema) {
    let names = arrangement.columns(of: schema.entries.map(\.name))
    let widths = Dictionary(
      columns.map { ($0.index, $0.contentWidth) }, uniquingKeysWith: { first, _ in first })
    columns = names.compactMap { schema.index(of: $0) }.map { index in
      let entry = schema.entries[index]
      let sign = arrangement.sign(of: entry.name, isASCII: isASCII)
      let title = SanitizedText(
        entry.name + (sign.isEmpty ? "" : " " + sign), isASCII: isASCII, limit: 256)
      return Column(
        index: index, title: title,
        isRightAligned: entry.type == .integer || entry.type == .number,
        contentWidth: max(title.width, widths[index] ?? 1),
        chosenWidth: arrangement.widths[entry.name])
    }
  }

  /// Forgets the widths seen so far, which are those of other rows.
  mutating func replace(by schema: ListSchema) {
    columns = []
    update(schema)
  }

  /// The distance of the columns to which tabs reach; nil where they are symbols, beside other
  /// columns.
  var tabStop: Int? { columns.count == 1 ? lineTabStop : nil }

  /// Widens the columns to fit rows.
  package mutating func widen(toFit lines: [ListSnapshot.Line]) {
    // A single column is scrolled sideways as far as it reaches.
    let limit = columns.count == 1 ? 4096 : 400
    for place in columns.indices {
      let index = columns[place].index
      for line in lines where index < line.values.count {
        let text = SanitizedText(
          line.values[index].shown, isASCII: isASCII, tabStop: tabStop, limit: limit)
        columns[place].contentWidth = max(columns[place].contentWidth, text.width)
      }
    }
  }

  /// The columns that are drawn.
  package struct Layout: Hashable, Sendable {
    /// The indices of the columns, from the left.
    package var places: [Int]
    /// Their widths.
    package var widths: [Int]
    /// The number of columns beyond the last one.
    package var hidden: Int

    /// The mark at the right edge that counts the columns beyond it; empty if there are none.
    package var mark: String { hidden > 0 ? " +\(hidden)" : "" }
  }

  /// Returns the columns to draw: the first one, and as many as fit after those that are scrolled
  /// past.
  ///
  /// - Parameter total: The available width.
  /// - Returns: The columns, at least one unless there are none.
  package func layout(within total: Int) -> Layout {
    let places = Array(columns.indices.prefix(1)) + columns.indices.dropFirst(1 + scrolled)
    func layout(within total: Int) -> Layout {
      let widths = ColumnWidths.fit(
        places.map { columns[$0].width }, least: places.map { columns[$0].leastWidth },
        into: total)
      return Layout(
        places: Array(places.prefix(widths.count)), widths: widths,
        hidden: places.count - widths.count)
    }
    let all = layout(within: total)
    return all.hidden == 0 ? all : layout(within: total - all.mark.count)
  }
}
