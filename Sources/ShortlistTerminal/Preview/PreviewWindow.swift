/// The place of the preview on the screen, parsed from text such as `right,50%,wrap`.
package struct PreviewWindow: Hashable, Sendable {
  /// The error in a part of the text.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    /// A one-line message that says what is expected.
    package let description: String
  }

  /// The side of the list that the preview is on.
  package enum Position: String, Sendable, CaseIterable {
    case right, left, up, down
  }

  /// The lines or columns that it takes.
  package enum Length: Hashable, Sendable {
    case cells(Int)
    case percent(Int)
  }

  package private(set) var position = Position.right
  package private(set) var length = Length.percent(50)
  package private(set) var isHidden = false
  /// Whether long lines go on in the next line of the screen.
  package private(set) var wraps = false

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
  /// - Throws: `Problem` for the first part that is unknown.
  package init(_ text: String) throws(Problem) {
    for part in text.split(whereSeparator: { $0 == "," || $0 == ":" }) {
      switch part {
      case "top": position = .up
      case "bottom": position = .down
      case "hidden": isHidden = true
      case "nohidden": isHidden = false
      case "wrap": wraps = true
      case "nowrap": wraps = false
      default:
        if let side = Position(rawValue: String(part)) {
          position = side
        } else if let length = Self.length(part) {
          self.length = length
        } else {
          throw Problem(
            description: "right, left, up, down, a size such as 40% or 30, hidden or wrap expected,"
              + " not \"\(part)\"")
        }
      }
    }
  }

  private static func length(_ text: Substring) -> Length? {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number > 0,
      number < 10_000
    else { return nil }
    return isPercent ? (number <= 99 ? .percent(number) : nil) : .cells(number)
  }

  /// Divides an area between the list and the preview, with a line between them.
  ///
  /// - Parameter area: The area for both.
  /// - Returns: The areas; nil if the area is too small for both.
  package func divide(_ area: Area) -> (list: Area, preview: Area)? {
    guard area.columns.count >= Self.leastScreen else { return nil }
    var (list, preview) = (area, area)
    switch position {
    case .right, .left:
      guard let parts = divide(area.columns, Self.leastList.columns, Self.least.columns) else {
        return nil
      }
      (list.columns, preview.columns) = parts
    case .up, .down:
      guard let parts = divide(area.rows, Self.leastList.rows, Self.least.rows) else { return nil }
      (list.rows, preview.rows) = parts
    }
    return (list, preview)
  }

  /// Divides columns or rows, given how many the list and the preview need; nil if there are fewer.
  private func divide(
    _ cells: Range<Int>, _ leastList: Int, _ least: Int
  ) -> (list: Range<Int>, preview: Range<Int>)? {
    let room = cells.count - 1 - leastList
    guard room >= least else { return nil }
    let length = min(room, max(least, self.cells(of: cells.count)))
    if position == .right || position == .down {
      let start = cells.upperBound - length
      return (cells.lowerBound..<start - 1, start..<cells.upperBound)
    }
    let end = cells.lowerBound + length
    return (end + 1..<cells.upperBound, cells.lowerBound..<end)
  }

  private func cells(of all: Int) -> Int {
    switch length {
    case .cells(let count): count
    case .percent(let percent): all * percent / 100
    }
  }
}
