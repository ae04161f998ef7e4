import Shortlist

/// Where the search line is, and in which direction the rows go on from it.
package enum ScreenLayout: String, Hashable, Sendable, CaseIterable {
  /// At the top; rows go down.
  case reverse
  /// At the bottom; rows go up.
  case `default`
  /// At the bottom; rows go down from the top.
  case reverseList = "reverse-list"
}

/// Layouts with the search line at the bottom.
///
/// The screen is laid out from the search line down, and is drawn so. Then its lines are put in
/// their places: all but the status line are turned over, and parts that are read downwards, such
/// as the preview, keep the order of their own lines.
extension ScreenState {
  /// Whether rows go up.
  var goesUp: Bool { options.layout == .default }

  var isTurned: Bool { options.layout != .reverse }

  /// The place of the preview as it is laid out.
  var previewWindow: PreviewWindow? {
    let all = Area(columns: 0..<max(0, size.columns), rows: 0..<max(0, size.rows))
    let window = preview?.options.window.fitted(to: all)
    return isTurned ? window?.turned : window
  }

  /// What was chosen to be around the parts.
  var partBoxes: PartBoxes {
    var boxes = options.partBoxes
    if let border = previewWindow?.border { boxes.preview.border = border }
    return boxes
  }

  /// Divides an area between the list and the preview with its border, which is put in its place;
  /// nil if there is no preview.
  ///
  /// Where a border has no room, a line takes its place.
  func divide(_ area: Area, _ boxes: inout PartBoxes) -> (list: Area, preview: Area)? {
    guard preview?.isShown == true, let window = previewWindow else { return nil }
    let shown = isTurned ? window.turned : window
    var box = boxes.preview
    boxes.preview = shown.placed(box)
    if let parts = window.divide(area, boxes.preview) { return parts }
    if box.border != .none { box.border = .line }
    boxes.preview = shown.placed(box)
    return window.divide(area, boxes.preview)
  }

  /// The areas that keep the order of their lines.
  private var blocks: [Area] {
    let geometry = geometry
    let all = 0..<size.columns
    var blocks = [Area(columns: all, rows: geometry.input)]
    if overlays.help != nil { return blocks + [Area(columns: all, rows: helpRows)] }
    blocks += [geometry.text, geometry.footer].map { Area(columns: all, rows: $0) }
    if let area = geometry.previewBox { blocks.append(area) }
    blocks += geometry.panels.values
    if overlays.details != nil || options.layout == .reverseList {
      let first = geometry.header ?? geometry.offer ?? geometry.rows.lowerBound
      let columns = geometry.left..<geometry.left + geometry.width
      blocks.append(Area(columns: columns, rows: first..<geometry.rows.upperBound))
    }
    return blocks.filter { !$0.rows.isEmpty }
  }

  /// The line of the screen at which a line that is laid out is drawn, apart from blocks.
  private func turned(_ row: Int) -> Int {
    let geometry = geometry
    var row = row
    if options.isHeaderFirst && overlays.help == nil && row < geometry.text.upperBound {
      let isText = geometry.text.contains(row)
      row += isText ? -geometry.text.lowerBound : geometry.text.count
    }
    if !isTurned || geometry.status.contains(row) { return row }
    return size.rows - 1 - geometry.status.count - row
  }

  /// The first line of the screen of a block.
  func start(of block: Area) -> Int {
    min(turned(block.rows.lowerBound), turned(block.rows.upperBound - 1))
  }

  /// Returns a frame with its lines in their places.
  func placed(_ frame: Frame) -> Frame {
    if !isTurned && !options.isHeaderFirst { return frame }
    var result = Frame(size: size)
    for row in 0..<size.rows {
      result.copy(frame, 0..<size.columns, ofRow: row, toRow: turned(row))
    }
    let blocks = blocks
    for block in blocks {
      for (offset, row) in block.rows.enumerated() {
        result.copy(frame, block.columns, ofRow: row, toRow: start(of: block) + offset)
      }
    }
    if let cursor = frame.cursor {
      let block = blocks.first { $0.contains(column: cursor.column, row: cursor.row) }
      let row = block.map { start(of: $0) + cursor.row - $0.rows.lowerBound }
      result.cursor = Frame.Place(column: cursor.column, row: row ?? turned(cursor.row))
    }
    return result
  }

  /// Returns a mouse event at the line where its place is laid out; nil if it is not within the
  /// margin, the border and the padding.
  func unplaced(_ mouse: MouseEvent) -> MouseEvent? {
    let area = options.box.content(of: screenSize)
    guard area.contains(column: mouse.column, row: mouse.row) else { return nil }
    var mouse = mouse
    mouse.column -= area.columns.lowerBound
    mouse.row -= area.rows.lowerBound
    if !isTurned && !options.isHeaderFirst { return mouse }
    let block = blocks.first { block in
      block.columns.contains(mouse.column)
        && (start(of: block)..<start(of: block) + block.rows.count).contains(mouse.row)
    }
    if let block {
      mouse.row += block.rows.lowerBound - start(of: block)
    } else {
      mouse.row = (0..<size.rows).first { turned($0) == mouse.row } ?? mouse.row
    }
    return mouse
  }

  /// Returns the action that moves in the direction of the screen that an action names.
  func directed(_ action: Action?) -> Action? {
    guard goesUp, isOnList, overlays.details == nil else { return action }
    return switch action {
    case .up: .down
    case .down: .up
    case .pageUp: .pageDown
    case .pageDown: .pageUp
    case .halfPageUp: .halfPageDown
    case .halfPageDown: .halfPageUp
    case .extendUp: .extendDown
    case .extendDown: .extendUp
    case .toggleAndUp: .toggleAndDown
    case .toggleAndDown: .toggleAndUp
    default: action
    }
  }
}
