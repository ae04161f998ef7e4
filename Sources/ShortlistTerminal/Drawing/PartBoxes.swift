/// The borders around the parts of the screen.
package struct PartBoxes: Hashable, Sendable {
  /// That of the search.
  package var input = ScreenBox()
  /// That of the rows.
  package var list = ScreenBox()
  /// Those of the texts above and below the rows.
  package var header = ScreenBox()
  package var footer = ScreenBox()
  /// That of the preview.
  package var preview = ScreenBox()

  /// The least size of a screen whose parts have borders.
  private static let least = Size(columns: 30, rows: 12)

  /// Creates the usual look: a line between the preview and the rows.
  package init() { preview.border = .line }

  /// Returns the borders for which a screen has room.
  ///
  /// A single line is on the side of the rows. The preview, whose place and room depend on other
  /// options, keeps its border.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - isTurned: Whether the search is at the bottom.
  /// - Returns: The borders.
  func fitted(to size: Size, isTurned: Bool) -> PartBoxes {
    var boxes = self
    if size.columns < Self.least.columns || size.rows < Self.least.rows {
      boxes = PartBoxes()
      if footer.border == .line && size.rows >= 8 { boxes.footer = footer }
      boxes.preview = preview
    }
    func place(_ box: inout ScreenBox, isBelow: Bool) {
      if box.border == .line { box.border = isBelow ? .bottom : .top }
    }
    place(&boxes.input, isBelow: !isTurned)
    place(&boxes.header, isBelow: !isTurned)
    place(&boxes.footer, isBelow: isTurned)
    if boxes.list.border == .line { boxes.list.border = .none }
    return boxes
  }
}
