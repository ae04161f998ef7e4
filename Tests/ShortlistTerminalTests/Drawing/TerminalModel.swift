import ShortlistTerminal

/// A very small terminal: what `FrameDiff` sends, and nothing else.
struct TerminalModel {
  private(set) var cells: [[Cell]]
  private(set) var column = 0
  private(set) var row = 0
  private(set) var isCursorVisible = true
  private var style = Style.plain
  private var isWrapPending = false
  /// Whether graphemes of several scalars take one column, however wide they should be.
  let isClumsy: Bool

  init(size: Size, isClumsy: Bool = false, row: Int = 0) {
    cells = Array(
      repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
    self.isClumsy = isClumsy
    self.row = row
  }

  var columns: Int { cells.first?.count ?? 0 }

  mutating func take(_ bytes: [UInt8]) {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = rest.first {
      switch character {
      case "\u{1B}":
        rest = rest.dropFirst(2)
        let parameters = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(parameters.count)
        control(String(parameters), rest.removeFirst())
      case "\r":
        move(0, row)
        rest.removeFirst()
      case "\r\n":
        move(0, row + 1)
        rest.removeFirst()
      case "\u{8}":
        move(column - 1, row)
        rest.removeFirst()
      default:
        put(character)
        rest.removeFirst()
      }
    }
  }

  private mutating func move(_ column: Int, _ row: Int) {
    precondition(row < cells.count, "moved below the screen")
    precondition(row >= 0, "moved above the screen")
    precondition((0..<max(1, columns)).contains(column), "moved out of the row")
    self.column = column
    self.row = row
    isWrapPending = false
  }

  private mutating func put(_ character: Character) {
    precondition(!isWrapPending, "wrote beyond the row")
    let isNarrow = isClumsy && character.unicodeScalars.count > 1
    let width = isNarrow ? 1 : character.displayWidth
    precondition(width > 0 && column + width <= columns, "wrote beyond the row")
    erase(column..<column + width)
    cells[row][column] = Cell(text: String(character), width: width, style: style)
    for place in (column + 1)..<max(column + 1, column + width) {
      cells[row][place] = Cell(text: "", width: 0, style: style)
    }
    column += width
    if column == columns {
      column -= 1
      isWrapPending = true
    }
  }

  private mutating func erase(_ range: Range<Int>) {
    var range = range
    while range.lowerBound > 0 && cells[row][range.lowerBound].width == 0 {
      range = range.lowerBound - 1..<range.upperBound
    }
    while range.upperBound < columns && cells[row][range.upperBound].width == 0 {
      range = range.lowerBound..<range.upperBound + 1
    }
    for place in range { cells[row][place] = .blank }
  }

  private mutating func control(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch final {
    case "A": move(column, row - count)
    case "B": move(column, row + count)
    case "C":
      precondition(!isWrapPending)
      move(column + count, row)
    case "D":
      precondition(!isWrapPending)
      move(column - count, row)
    case "G": move(count - 1, row)
    case "H": move(numbers.count > 1 ? max(1, numbers[1]) - 1 : 0, count - 1)
    case "K":
      precondition(!isWrapPending && style == .plain)
      erase(column..<columns)
    case "J":
      precondition(style == .plain)
      let first = parameters == "2" ? 0 : row
      for row in first..<cells.count {
        cells[row] = Array(repeating: .blank, count: columns)
      }
    case "h", "l": isCursorVisible = final == "h"
    case "m": setStyle(numbers)
    default: preconditionFailure("unknown sequence \(parameters)\(final)")
    }
  }

  private mutating func setStyle(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 3: style.attributes.insert(.italic)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 9: style.attributes.insert(.strikethrough)
      case 30..<38: style.color = .palette(UInt8(number - 30))
      case 40..<48: style.background = .palette(UInt8(number - 40))
      case 90..<98: style.color = .palette(UInt8(number - 82))
      case 100..<108: style.background = .palette(UInt8(number - 92))
      case 38: style.color = Self.color(&rest)
      case 48: style.background = Self.color(&rest)
      default: preconditionFailure("unknown style \(number)")
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> Style.Color {
    if rest.removeFirst() == 5 { return .palette(UInt8(rest.removeFirst())) }
    let parts = rest.prefix(3).map(UInt8.init)
    rest.removeFirst(3)
    return .rgb(parts[0], parts[1], parts[2])
  }
}
