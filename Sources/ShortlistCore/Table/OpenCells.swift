/// The cells of part of a column that is being read, at most a chunk.
///
/// The cells are stored as numbers as long as all of them are numbers in the source or integers in
/// canonical form.
struct OpenCells: Sendable {
  /// The storage form of the cells.
  enum Form: Sendable { case nulls, texts, integers, numbers }

  /// The storage form; `nulls` until a cell determines it.
  private(set) var form = Form.nulls
  /// Whether the integers come from plain cells.
  private(set) var isPlain = false
  /// The number of cells.
  private(set) var count = 0
  /// The cells as the source wrote them.
  private(set) var texts = Cells()
  /// The cells as integers; undefined where null.
  private(set) var integers: [Int] = []
  /// The cells as numbers; undefined where null.
  private(set) var numbers: [Double] = []
  /// The null bitmap of `integers` or `numbers`.
  private var numericNulls: [UInt64] = []
  /// Whether texts in the form of an integer are stored as integers.
  private let readsIntegers: Bool

  /// The greatest magnitude up to which `Double` represents every integer exactly.
  static let greatestExact = 1 << 53

  /// Creates an empty run of cells.
  ///
  /// - Parameter requested: The requested type of the column.
  init(of requested: AttributeType?) { readsIntegers = requested == nil || requested == .integer }

  /// Creates a run of cells as the source wrote them.
  init(_ cells: Cells) {
    (form, texts, count) = (.texts, cells, cells.count)
    readsIntegers = false
  }

  /// Appends a cell as the source wrote it; an empty plain cell is null.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>) {
    if kind.isNull(bytes) { return appendNulls(1) }
    if form != .texts {
      if readsIntegers, kind == .plain || kind == .integer, appendRead(kind, bytes) { return }
      becomeTexts()
    }
    texts.append(kind, bytes)
    count += 1
  }

  /// Appends a cell as an integer if it is one in canonical form and the other cells are integers
  /// of the same kind.
  ///
  /// - Returns: Whether it was appended.
  private mutating func appendRead(_ kind: CellKind, _ bytes: Span<UInt8>) -> Bool {
    let isPlain = kind == .plain
    guard form == .nulls || form == .integers && self.isPlain == isPlain,
      let integer = NumberText.integer(bytes), integer != 0 || bytes.count == 1
    else { return false }
    append(integer)
    self.isPlain = isPlain
    return true
  }

  /// Appends an integer.
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
    case .integers where !isPlain && areExact:
      numbers = integers.map(Double.init)
      integers = []
      form = .numbers
      numbers.append(number)
    case .integers, .texts: return append(.number, Array(NumberText.text(number).utf8).span)
    }
    count += 1
  }

  /// Appends `added` nulls.
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

  /// Removes the last cell.
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

  /// The null bitmap; empty if there are no nulls.
  var nulls: [UInt64] {
    switch form {
    case .nulls: [UInt64](rows: count) { _ in true }
    case .texts: texts.nulls
    case .integers, .numbers:
      numericNulls.isEmpty
        ? [] : numericNulls + repeatElement(0, count: (count + 63) / 64 - numericNulls.count)
    }
  }

  /// Whether `Double` represents all integers exactly.
  var areExact: Bool { integers.allSatisfy { $0.magnitude <= Self.greatestExact } }

  /// Whether all cells are null.
  var areNull: Bool {
    switch form {
    case .nulls: true
    case .texts: texts.kinds.allSatisfy { $0 == .null }
    case .integers, .numbers:
      numericNulls.reduce(0) { $0 + $1.nonzeroBitCount } == count
    }
  }

  /// Returns whether all cells fit the type that the source declares for the column.
  func fit(_ type: AttributeType, _ dates: DateForms) -> Bool {
    switch form {
    case .nulls: true
    case .integers:
      type != .text
        && integers.indices.allSatisfy {
          type.fits(integers[$0])
            || !numericNulls.isEmpty && $0 >> 6 < numericNulls.count && numericNulls.hasBit($0)
        }
    case .numbers: type == .number
    case .texts:
      type == .text
        || texts.kinds.indices.allSatisfy { index in
          texts.texts.with(index) { texts.kinds[index].fits(type, $0, dates) }
        }
    }
  }

  private mutating func becomeNumeric(_ form: Form) {
    numericNulls = count == 0 ? [] : [UInt64](rows: count) { _ in true }
    self.form = form
  }

  /// Converts the cells to texts.
  mutating func becomeTexts() {
    if form == .texts { return }
    var written = Cells()
    written.reserve(count)
    let nothing: [UInt8] = []
    let nulls = nulls
    for row in 0..<count {
      if nulls.hasBit(row) {
        written.append(.null, nothing.span)
      } else if form == .integers {
        written.append(isPlain ? .plain : .integer, Array(String(integers[row]).utf8).span)
      } else {
        written.append(.number, Array(NumberText.text(numbers[row]).utf8).span)
      }
    }
    (texts, integers, numbers, numericNulls) = (written, [], [], [])
    (form, isPlain) = (.texts, false)
  }

  // MARK: Joining

  /// Reserves capacity for `count` cells of a form and sets that form.
  mutating func reserve(_ form: Form, _ count: Int, bytes: Int) {
    switch form {
    case .nulls: break
    case .texts: texts.reserve(count, bytes: bytes)
    case .integers: integers.reserveCapacity(count)
    case .numbers: numbers.reserveCapacity(count)
    }
    self.form = form
  }

  /// Appends the cells of a part, converted to the current form.
  ///
  /// - Precondition: The current form can store the cells.
  mutating func join(_ part: CellPart) {
    var cells = part.cells
    if cells.form == .nulls { return appendNulls(part.rows.count) }
    if form == .texts {
      cells.becomeTexts()
      texts.append(cells.texts, part.rows)
    } else {
      isPlain = cells.isPlain
      let nulls = cells.nulls
      for row in nulls.isEmpty ? 0..<0 : part.rows where nulls.hasBit(row) {
        let joined = count + row - part.rows.lowerBound
        numericNulls.setBit(joined, of: joined + 1)
      }
      switch (form, cells.form) {
      case (.integers, _): integers += cells.integers[part.rows]
      case (_, .integers): numbers += cells.integers[part.rows].lazy.map(Double.init)
      case (_, _): numbers += cells.numbers[part.rows]
      }
    }
    count += part.rows.count
  }
}
