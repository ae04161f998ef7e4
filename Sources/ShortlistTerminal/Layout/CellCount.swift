/// A number of columns or lines, or a part of all of them.
package enum CellCount: Hashable, Sendable {
  case cells(Int)
  case percent(Int)

  /// Parses `12` or `40%`; nil for another text, or for more than 9,999 or 100%.
  package init?(_ text: Substring) {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
      number <= (isPercent ? 100 : 9_999)
    else { return nil }
    self = isPercent ? .percent(number) : .cells(number)
  }

  /// Returns the number of cells, of so many.
  package func cells(of all: Int) -> Int {
    switch self {
    case .cells(let count): count
    case .percent(let percent): all * percent / 100
    }
  }
}
