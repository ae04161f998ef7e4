import Shortlist

/// The place of the preview on the screen, parsed from text such as `right,50%,wrap`.
package struct PreviewWindow: Hashable, Sendable {
  /// The side of the list that the preview is on.
  package enum Position: String, Sendable, CaseIterable {
    case right, left, up, down
  }

  package private(set) var position = Position.right
  package private(set) var length = CellCount.percent(50)
  package private(set) var isHidden = false
  /// Whether long lines go on in the next line of the screen.
  package var wraps = false
  /// Whether the last lines are shown first, and stay shown as lines come.
  package private(set) var follows = false
  /// What is around the preview; nil for that of the options.
  package var border: BorderStyle?
  /// The number of lines at the beginning that stay when the others are scrolled.
  package private(set) var fixedLines = 0
  /// The line that is shown first; nil for the first one.
  package private(set) var scroll: Scroll?
  /// Another place, for when this one has fewer lines or columns than so many.
  private var alternative: Alternative?

  /// A line of the preview, as fzf writes it: `+{2}-5/3`.
  package struct Scroll: Hashable, Sendable {
    /// The number of the line, from 1, with placeholders: `{2}-5`.
    package let line: String
    /// The part of the preview that is above it: 3 for a third.
    package let divisor: Int?
  }

  private struct Alternative: Hashable, Sendable {
    let least: Int
    let place: String
  }

  /// The width of the list, or of a whole screen, below which there is no preview beside it.
  private static let leastList = (columns: 20, rows: 3)
  /// The smallest preview.
  private static let least = (columns: 10, rows: 2)
  /// The width below which a screen has no preview at all.
  private static let leastScreen = 24

  /// Creates the default: the right half.
  package init() {}

  /// Parses a text.
  ///
  /// - Parameter text: Parts in any order, separated by commas or colons; later parts win.
  /// - Throws: `SyntaxError` for the first part that is unknown.
  package init(_ text: String) throws(SyntaxError) { self = try Self().changed(text) }

  /// Returns the place with the parts of a text.
  package func changed(_ text: String) throws(SyntaxError) -> Self {
    var window = self
    try window.change(text)
    return window
  }

  private mutating func change(_ text: String) throws(SyntaxError) {
    for part in Self.parts(of: text) {
      if let rest = part.suffix(after: "<") {
        alternative = try Self.alternative(rest)
        _ = try changed(alternative?.place ?? "")
        continue
      } else if let rest = part.suffix(after: "~"), let count = Int(rest), 0...1000 ~= count {
        fixedLines = count
        continue
      } else if let rest = part.suffix(after: "+") {
        scroll = try Self.scroll(rest)
        continue
      } else if let style = part.suffix(after: "border-") {
        border = try BorderStyle(style)
        continue
      }
      switch part {
      case "top": position = .up
      case "bottom": position = .down
      case "hidden": isHidden = true
      case "nohidden": isHidden = false
      case "wrap", "wrap-word": wraps = true
      case "nowrap": wraps = false
      case "follow": follows = true
      case "nofollow": follows = false
      case "border", "rounded": border = .rounded
      case "sharp": border = .sharp
      case "noborder": border = BorderStyle.none
      case "default": self = Self()
      case "info", "noinfo", "cycle", "nocycle": break
      default:
        if let side = Position(rawValue: String(part)) {
          position = side
        } else if let length = CellCount(part), ![.cells(0), .percent(0)].contains(length),
          length != .percent(100)
        {
          self.length = length
        } else {
          let words =
            Position.allCases.map(\.rawValue) + ["hidden", "wrap", "follow"]
            + BorderStyle.allCases.map { "border-" + $0.rawValue }
          if let meant = SimilarName.of(String(part), among: words) {
            throw SyntaxError("there is no \(part); did you mean \(meant)?", at: part)
          }
          throw SyntaxError(
            "right, left, up, down, a size such as 40% or 30, hidden, wrap, +{2}/2, ~3"
              + ", border-none or <80(up) expected, not \"\(part)\"", at: part)
        }
      }
    }
  }

  /// Splits a text at commas and colons that are not in brackets.
  private static func parts(of text: String) -> [Substring] {
    var depth = 0
    return text.split { character in
      if character == "(" || character == "{" { depth += 1 }
      if character == ")" || character == "}" { depth -= 1 }
      return depth == 0 && (character == "," || character == ":")
    }
  }

  private static func alternative(_ text: Substring) throws(SyntaxError) -> Alternative {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text[digits.endIndex...]
    guard let least = Int(digits), rest.hasPrefix("("), rest.hasSuffix(")") else {
      throw SyntaxError("another place is written as <80(up), not <\(text)", at: text)
    }
    return Alternative(least: least, place: String(rest.dropFirst().dropLast()))
  }

  private static func scroll(_ text: Substring) throws(SyntaxError) -> Scroll {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let divisor = parts.count > 1 ? Int(parts[1]) : nil
    if parts.count > 1 && (divisor ?? 0) < 1 {
      throw SyntaxError("a line is written as +{2}-5/3, not +\(text)", at: text)
    }
    return Scroll(line: String(parts[0]), divisor: divisor)
  }

  /// Returns the place that is used on an area: this one, or another one if it is too small.
  package func fitted(to area: Area) -> Self {
    guard let alternative, let preview = divide(area, ScreenBox())?.preview,
      let other = try? changed(alternative.place)
    else { return self }
    let isBeside = position == .right || position == .left
    let count = isBeside ? preview.columns.count : preview.rows.count
    return count < alternative.least ? other : self
  }

  /// The place on a screen that is turned over.
  package var turned: Self {
    var window = self
    if position == .up { window.position = .down }
    if position == .down { window.position = .up }
    return window
  }

  /// Returns what is around the preview, with a single line on the side of the list.
  package func placed(_ box: ScreenBox) -> ScreenBox {
    var box = box
    if box.border == .line {
      box.isTight = true
      box.border =
        switch position {
        case .right: .left
        case .left: .right
        case .up: .bottom
        case .down: .top
        }
    }
    return box
  }

  /// Divides an area between the list and the preview.
  ///
  /// A number of lines or columns is that within the border, and a percentage is of the whole.
  ///
  /// - Parameters:
  ///   - area: The area for both.
  ///   - box: What is around the preview. An empty column is beside the list if the border has no
  ///     line there, and an empty line if there is no border.
  /// - Returns: The areas, that of the preview with what is around it; nil if the area is too small
  ///   for both.
  package func divide(_ area: Area, _ box: ScreenBox) -> (list: Area, preview: Area)? {
    guard area.columns.count >= Self.leastScreen else { return nil }
    var (list, preview) = (area, area)
    switch position {
    case .right, .left:
      let gap = (position == .right ? box.border.hasLeft : box.border.hasRight) ? 0 : 1
      guard area.rows.count >= box.lineCount + (box.lineCount > 0 ? Self.least.rows : 0),
        let parts = divide(
          area.columns, Self.leastList.columns, Self.least.columns, box.columnCount, gap,
          box.isTight)
      else { return nil }
      (list.columns, preview.columns) = parts
    case .up, .down:
      let gap = box.border == .none ? 1 : 0
      guard area.columns.count >= Self.least.columns + box.columnCount,
        let parts = divide(
          area.rows, Self.leastList.rows, Self.least.rows, box.lineCount, gap, box.isTight)
      else { return nil }
      (list.rows, preview.rows) = parts
    }
    return (list, preview)
  }

  /// Divides columns or rows, given how many the list and the preview need; nil if there are fewer.
  private func divide(
    _ cells: Range<Int>, _ leastList: Int, _ least: Int, _ around: Int, _ gap: Int, _ isTight: Bool
  ) -> (list: Range<Int>, preview: Range<Int>)? {
    let room = cells.count - gap - leastList
    guard room >= least + around else { return nil }
    let isWhole = if case .percent = self.length { !isTight } else { false }
    let wanted = self.length.cells(of: cells.count) + (isWhole ? 0 : around)
    let length = min(room, max(least + around, wanted))
    if position == .right || position == .down {
      let start = cells.upperBound - length
      return (cells.lowerBound..<start - gap, start..<cells.upperBound)
    }
    let end = cells.lowerBound + length
    return (end + gap..<cells.upperBound, cells.lowerBound..<end)
  }
}

extension Substring {
  /// The text after a prefix; nil if it does not begin so.
  fileprivate func suffix(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
