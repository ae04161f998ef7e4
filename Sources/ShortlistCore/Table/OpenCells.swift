/// The cells of the chunk of a column that is being read.
///
/// As long as all of them are numbers that their source has as such, they are kept as numbers.
struct OpenCells: Sendable {
  /// How the cells are kept.
  enum Form: Sendable { case nulls, texts, integers, numbers }

  /// How the cells are kept: all are null, or one of them decided it.
  private(set) var form = Form.nulls
  /// The number of cells.
  private(set) var count = 0
  /// The cells as their source wrote them.
  private(set) var texts = Cells()
  /// The cells as whole numbers; anything where there is null.
  private(set) var integers: [Int] = []
  /// The cells as numbers; anything where there is null.
  private(set) var numbers: [Double] = []
  /// The bitmap of the nulls among numbers.
  private var numericNulls: [UInt64] = []

  /// Numbers up to this are the same whether they are whole numbers or not.
  static let greatestExact = 1 << 53

  /// No cells.
  init() {}

  /// The cells of a chunk as their source wrote them.
  init(_ cells: Cells) { (form, texts, count) = (.texts, cells, cells.count) }

  /// Appends a cell as its source wrote it; an empty plain one is null.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>) {
    if kind.isNull(bytes) { return appendNulls(1) }
    if form != .texts { becomeTexts() }
    texts.append(kind, bytes)
    count += 1
  }

  /// Appends a whole number.
  mutating func append(_ integer: Int) {
    switch form {
    case .integers: integers.append(integer)
    case .nulls:
      integers = [Int](repeating: 0, count: count)
      becomeNumeric(.integers)
      integers.append(integer)
    case .numbers where integer.magnitude <= Self.greatestExact:
      numbers.append(Double(integer))
    case .numbers, .texts: return append(.integer, Array(String(integer).utf8).span)
    }
    count += 1
  }

  /// Appends a finite number.
  mutating func append(_ number: Double) {
    switch form {
    case .numbers: numbers.append(number)
    case .nulls:
      numbers = [Double](repeating: 0, count: count)
      becomeNumeric(.numbers)
      numbers.append(number)
    case .integers where integers.allSatisfy { $0.magnitude <= Self.greatestExact }:
      numbers = integers.map(Double.init)
      integers = []
      form = .numbers
      numbers.append(number)
    case .integers, .texts: return append(.number, Array(NumberText.text(number).utf8).span)
    }
    count += 1
  }

  /// Appends nulls.
  mutating func appendNulls(_ added: Int) {
    switch form {
    case .nulls: break
    case .texts: texts.appendNulls(added)
    case .integers:
      for row in count..<count + added { numericNulls.setBit(row, of: row + 1) }
      integers += repeatElement(0, count: added)
    case .numbers:
      for row in count..<count + added { numericNulls.setBit(row, of: row + 1) }
      numbers += repeatElement(0, count: added)
    }
    count += added
  }

  /// Takes out the last cell.
  mutating func removeLast() {
    count -= 1
    switch form {
    case .nulls: break
    case .texts: texts.removeLast()
    case .integers: integers.removeLast()
    case .numbers: numbers.removeLast()
    }
    if form == .integers || form == .numbers { numericNulls.set(count, to: false, of: count + 1) }
  }

  /// The bitmap of the nulls, empty where there are none.
  var nulls: [UInt64] {
    switch form {
    case .nulls: [UInt64](rows: count) { _ in true }
    case .texts: texts.nulls
    case .integers, .numbers:
      numericNulls.isEmpty
        ? [] : numericNulls + repeatElement(0, count: (count + 63) / 64 - numericNulls.count)
    }
  }

  private mutating func becomeNumeric(_ form: Form) {
    numericNulls = count == 0 ? [] : [UInt64](rows: count) { _ in true }
    self.form = form
  }

  /// Writes the numbers out.
  private mutating func becomeTexts() {
    var written = Cells()
    let nothing: [UInt8] = []
    for row in 0..<count {
      if form == .nulls || numericNulls.hasBit(row) {
        written.append(.null, nothing.span)
      } else if form == .integers {
        written.append(.integer, Array(String(integers[row]).utf8).span)
      } else {
        written.append(.number, Array(NumberText.text(numbers[row]).utf8).span)
      }
    }
    (texts, integers, numbers, numericNulls) = (written, [], [], [])
    form = .texts
  }
}
