import ShortlistTestSupport

@testable import ShortlistCore

/// Values that are hard to write down, and attributes with names of that kind.
enum OddValues {
  static let texts = [
    "", " ", "a", "a b", "40", "-40", "4.0", "true", "null", "*", "(null)", "..", "a..b", ">1", "=",
    "AND", "or", "NOT", "-a", "-", "\"", "\\", "\\\"", "q\"\\ ", "(a)", "a,b", ")", "a:b", "é",
    "e\u{301}", "\u{301}", "-\u{301}", "null\u{301}", "ẞ", "a&b", "a=b", "a+b", "#?%", "%41", "\n",
    "\r\n", "\t", "\u{0}", "\u{7f}", "\u{2028}", "👩‍👩‍👧", "😀", "\u{10FFFF}", "2024-01-31",
    "2024-01-31T10:00:00Z", "inf", "nan", "1e5", "ﬁ", "'", ";", "/",
  ]

  static let integers = [
    0, 1, -1, 2, 40, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, .max, .max - 1, .min, .min + 1,
  ]

  static let numbers = [
    0, -0.0, 0.1, 0.5, -1.5, 40, 0x1p53, 0x1p63, -0x1p63, 1e15, 1e16, 1e22, 1e300, -1e300,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -.leastNormalMagnitude, .pi, 2.0.nextDown, 2.0.nextUp,
  ]

  static let dates = [
    "2024-01-31", "2024-02-29", "0001-01-01", "9999-12-31", "2024-01-31T00:00:00Z",
    "2024-01-31T23:59:59.999999Z", "2024-01-31T10:00+02:00", "2024-01-31T10:00:00.5-11:30",
    "1969-12-31T23:59:59.9Z",
  ]

  /// One attribute of each type, and more of those whose columns differ.
  static let schema: [ListSchema.Entry] = [
    .init(name: "id", type: .integer), .init(name: "n", type: .integer),
    .init(name: "a b:\"\\", type: .number), .init(name: "AND", type: .text),
    .init(name: "ok", type: .boolean), .init(name: "é", type: .date),
    .init(name: "e\u{301}", type: .list), .init(name: "-x", type: .text),
    .init(name: "null", type: .integer),
  ]
}

extension SeededRandom {
  /// A random value of a type, as rows have it.
  mutating func oddValue(_ type: AttributeType) -> CellValue {
    switch type {
    case .text: .text(pick(OddValues.texts))
    case .integer: .integer(pick(OddValues.integers))
    case .number: .number(pick(OddValues.numbers))
    case .boolean: .boolean(chance(0.5))
    case .date: Timestamp(pick(OddValues.dates)).map(CellValue.date) ?? .null
    case .list: .list((0..<next(below: 4)).map { _ in pick(OddValues.texts) })
    }
  }

  /// A random table with the odd attributes; `spill` takes its chunks while it is built.
  mutating func oddTable(rows: Int, spill: Spill? = nil) throws -> RowTable {
    var builder = TableBuilder(
      path: "odd", options: TableOptions(schema: OddValues.schema), spill: spill)
    for row in 0..<rows {
      builder.beginRow(line: row + 1)
      for entry in OddValues.schema {
        let value: CellValue =
          entry.name == "id" ? .integer(row) : chance(0.1) ? .null : oddValue(entry.type)
        builder.append(
          value.cellKind, Array(value.text.utf8).span, column: builder.column(named: entry.name))
      }
      builder.endRow()
    }
    return try builder.finish()
  }

  /// A random filter that fits the odd attributes, with its operands as a client may give them.
  mutating func oddFilter(depth: Int = 0) -> Filter {
    if chance(0.25) { return .not(oddFilter(depth: depth)) }
    if depth > 0, chance(0.4) {
      let parts = (0...next(below: 3)).map { _ in oddFilter(depth: depth - 1) }
      return chance(0.5) ? .all(parts) : .any(parts)
    }
    let entry = pick(OddValues.schema)
    if chance(0.1) {
      return pick([.isNull(entry.name), .isNotNull(entry.name), .equals(entry.name, .null)])
    }
    if chance(0.1) { return .contains(entry.name, pick(OddValues.texts)) }
    let operand = oddOperand(entry.type)
    if !entry.type.isOrdered || chance(0.2) { return .equals(entry.name, operand) }
    if chance(0.5) { return .compares(entry.name, pick(Filter.Comparison.allCases), operand) }
    let other = oddOperand(entry.type)
    switch next(below: 4) {
    case 0: return .inRange(entry.name, operand, nil)
    case 1: return .inRange(entry.name, nil, operand)
    default:
      let isInverted = Filter.isInverted(operand.asDate ?? operand, other.asDate ?? other)
      return isInverted
        ? .inRange(entry.name, other, operand) : .inRange(entry.name, operand, other)
    }
  }

  private mutating func oddOperand(_ type: AttributeType) -> CellValue {
    switch type {
    case .list: .text(pick(OddValues.texts))
    case .integer, .number: oddValue(chance(0.5) ? .integer : .number)
    case .date where chance(0.5): .text(pick(OddValues.dates))
    default: oddValue(type)
    }
  }

  /// Random groups of filters that fit the odd attributes.
  mutating func oddState() throws -> FilterGroups {
    var state = FilterGroups()
    for _ in 0..<next(below: 5) {
      let name = pick(OddValues.texts)
      let filters = (0...next(below: 4)).map { _ in oddFilter(depth: chance(0.2) ? 2 : 0) }
      try state.add(filters, to: name, state[name]?.operator ?? pick(RefinementOperator.allCases))
    }
    return state
  }
}

extension CellValue {
  fileprivate var asDate: CellValue? {
    if case .text(let text) = self { Timestamp(text).map(CellValue.date) } else { nil }
  }
}
