/// A filter prepared for one table, with columns and operands resolved once before it tests rows.
indirect enum PreparedFilter: Sendable {
  /// All of the filters hold.
  case all([PreparedFilter])
  /// At least one of the filters holds.
  case any([PreparedFilter])
  /// The filter does not hold.
  case not(PreparedFilter)
  /// No row matches; `slots` is the number of slots.
  case never(slots: Int)
  /// The column has no value; `slots` is its number of slots.
  case null(Column, slots: Int)
  case integer(FlatColumn<Int>, ClosedRange<Int>)
  case number(FlatColumn<Double>, ClosedRange<Double>)
  case boolean(FlatColumn<Bool>, Bool)
  case text(TextColumn, EqualText)
  /// The shown value contains the text.
  case containing(Column, ContainedText, slots: Int)
  /// Any element equals the text.
  case element(ListColumn, EqualText)

  /// Prepares a filter.
  ///
  /// - Precondition: The table has the attributes, and the operands fit them.
  init(_ filter: Filter, _ table: RowTable) {
    switch filter {
    case .all(let parts): self = .all(parts.map { Self($0, table) })
    case .any(let parts): self = .any(parts.map { Self($0, table) })
    case .not(let part): self = .not(Self(part, table))
    case .isNull(let name): self = .null(table.wholeColumn(name), slots: table.slots)
    case .isNotNull(let name): self = .not(.null(table.wholeColumn(name), slots: table.slots))
    case .equals(let name, let value):
      switch (table.wholeColumn(name), value) {
      case (.text(let column), .text(let text)): self = .text(column, EqualText(text, column.pool))
      case (.list(let column), .text(let text)):
        let wanted = EqualText(text, column.pool)
        self = .element(column, wanted)
      case (.boolean(let column), .boolean(let boolean)): self = .boolean(column, boolean)
      default: self.init(table, name, .equal, value)
      }
    case .contains(let name, let text):
      let column = table.wholeColumn(name)
      self =
        if let wanted = ContainedText(text, column.pool) {
          .containing(column, wanted, slots: table.slots)
        } else {
          .not(.null(column, slots: table.slots))
        }
    case .compares(let name, .notEqual, let value):
      self = .not(
        .any([.null(table.wholeColumn(name), slots: table.slots), Self(table, name, .equal, value)])
      )
    case .compares(let name, let comparison, let value):
      self.init(table, name, comparison, value)
    case .inRange(let name, let lower, let upper):
      let above = lower.map { Self(table, name, .greaterOrEqual, $0) }
      let below = upper.map { Self(table, name, .lessOrEqual, $0) }
      self = Self.both(above, below, slots: table.slots)
    }
  }

  /// Prepares a comparison of a number or date.
  private init(
    _ table: RowTable, _ name: String, _ comparison: Filter.Comparison, _ value: CellValue
  ) {
    let test: Self? =
      switch table.wholeColumn(name) {
      case .integer(let column), .date(_, let column):
        FilterOperand<Int>(value)?.range(comparison).map { .integer(column, $0) }
      case .number(let column):
        FilterOperand<Double>(value)?.range(comparison).map { .number(column, $0) }
      case .text, .boolean, .list: nil
      }
    self = test ?? .never(slots: table.slots)
  }

  /// Returns the filter for both ends of a range; it matches nothing if there are no ends.
  private static func both(_ above: Self?, _ below: Self?, slots: Int) -> Self {
    switch (above, below) {
    case (.integer(let column, let a)?, .integer(_, let b)?):
      a.overlaps(b) ? .integer(column, a.clamped(to: b)) : .never(slots: slots)
    case (.number(let column, let a)?, .number(_, let b)?):
      a.overlaps(b) ? .number(column, a.clamped(to: b)) : .never(slots: slots)
    case (let above?, let below?): .all([above, below])
    default: above ?? below ?? .never(slots: slots)
    }
  }
}

/// A text to compare rows with.
struct EqualText: Sendable {
  /// The text, folded.
  let folded: [UInt8]
  /// The codes, ascending, of the pool's texts that equal the text when folded.
  let codes: [UInt32]

  init(_ text: String, _ pool: TextPool) {
    let folded = Folding.fold(text)
    let texts = pool.block.folded
    self.folded = folded
    codes = (0..<pool.count).compactMap { text in
      texts.with(text) { $0.isSame(as: folded.span) } ? UInt32(text) + 1 : nil
    }
  }
}

/// A text to find in rows.
struct ContainedText: Sendable {
  let finder: ByteFinder
  /// For each code of the pool, including 0, whether its text contains the text; empty without a
  /// pool.
  let codes: [Bool]

  /// Prepares a text; nil if nothing of it is left when it is folded, so that every value has it.
  init?(_ text: String, _ pool: TextPool?) {
    let folded = Folding.fold(text)
    if folded.isEmpty { return nil }
    let finder = ByteFinder(folded)
    self.finder = finder
    codes =
      pool.map { pool in
        [false]
          + (0..<pool.count).map { text in
            pool.block.folded.with(text) { finder.first(in: $0, from: 0) != nil }
          }
      } ?? []
  }
}
