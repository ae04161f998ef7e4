extension Filter {
  /// The rows of a table for which the filter holds.
  ///
  /// - Precondition: The attributes are those of the table, the operands fit them.
  /// - Complexity: O(terms * rows), a few machine instructions for each.
  func rows(of table: Table) -> RowSet {
    switch self {
    case .all(let parts):
      return parts.dropFirst().reduce(into: parts[0].rows(of: table)) {
        $0.formIntersection($1.rows(of: table))
      }
    case .any(let parts):
      return parts.dropFirst().reduce(into: parts[0].rows(of: table)) {
        $0.formUnion($1.rows(of: table))
      }
    case .not(let part):
      var rows = part.rows(of: table)
      rows.invert()
      return rows
    case .isNull(let name):
      return table.nulls(of: name)
    case .isNotNull(let name):
      var rows = table.nulls(of: name)
      rows.invert()
      return rows
    case .equals(let name, let value):
      return table.rows(where: name, equals: value)
    case .compares(let name, .notEqual, let value):
      var rows = table.nulls(of: name)
      rows.invert()
      rows.subtract(table.rows(where: name, .equal, value))
      return rows
    case .compares(let name, let comparison, let value):
      return table.rows(where: name, comparison, value)
    case .inRange(let name, let lower, let upper):
      return table.rows(where: name, from: lower, to: upper)
    }
  }
}

extension Table {
  /// The set of the rows of each chunk that pass a test.
  private func rows(_ test: (_ chunk: Int, _ row: Int) -> Bool) -> RowSet {
    RowSet(
      universe: slots,
      chunks: (0..<chunks).map { chunk in
        [UInt64](rows: Chunk.rows(of: chunk, count: slots)) { test(chunk, $0) }
      })
  }

  fileprivate func nulls(of name: String) -> RowSet {
    let column = column(name)
    return rows { column.isNull(UInt32($0 << Chunk.shift + $1)) }
  }

  fileprivate func rows(where name: String, equals value: Value) -> RowSet {
    switch (column(name), value) {
    case (.text(let column), .text(let text)): rows(of: column, equalling: text)
    case (.list(let column), .text(let text)):
      rows(of: column, having: column.pool.codes(equalling: text))
    case (.boolean(let column), .boolean(let boolean)):
      rows { column.chunks[$0][$1] == boolean && !column.nulls[$0].hasBit($1) }
    default: rows(where: name, .equal, value)
    }
  }

  private func rows(of column: TextColumn, equalling text: String) -> RowSet {
    let wanted = Folding.fold(text)
    let hits = column.pool.codes(equalling: text)
    return RowSet(
      universe: slots,
      chunks: column.pieces.map { piece in
        switch piece.content {
        case .coded(let codes): [UInt64](rows: codes.count) { hits[Int(codes[$0])] }
        case .direct(let texts):
          [UInt64](rows: texts.count) { row in
            !texts.nulls.hasBit(row) && texts.withFolded(row) { $0.isSame(as: wanted.span) }
          }
        case .integers(let integers, _): [UInt64](rows: integers.count) { _ in false }
        }
      })
  }

  private func rows(of column: ListColumn, having hits: [Bool]) -> RowSet {
    RowSet(
      universe: slots,
      chunks: column.pieces.map { piece in
        [UInt64](rows: piece.count) { row in piece.codes(row).contains { hits[Int($0)] } }
      })
  }

  fileprivate func rows(
    where name: String, _ comparison: Filter.Comparison, _ value: Value
  ) -> RowSet {
    switch column(name) {
    case .integer(let column), .date(_, let column):
      rows(of: column, in: FilterOperand<Int>(value)?.range(comparison))
    case .number(let column):
      rows(of: column, in: FilterOperand<Double>(value)?.range(comparison))
    case .text, .boolean, .list: RowSet(universe: slots)
    }
  }

  fileprivate func rows(where name: String, from lower: Value?, to upper: Value?) -> RowSet {
    let above = lower.map { rows(where: name, .greaterOrEqual, $0) }
    let below = upper.map { rows(where: name, .lessOrEqual, $0) }
    guard var found = above ?? below else { return RowSet(universe: slots) }
    if above != nil, let below { found.formIntersection(below) }
    return found
  }

  private func rows<Number: SteppedNumber>(
    of column: FlatColumn<Number>, in range: ClosedRange<Number>?
  ) -> RowSet {
    guard let range else { return RowSet(universe: slots) }
    return RowSet(
      universe: slots,
      chunks: zip(column.chunks, column.nulls).map { values, nulls in
        var bits = [UInt64](rows: values.count) {
          range.lowerBound <= values[$0] && values[$0] <= range.upperBound
        }
        for word in nulls.indices { bits[word] &= ~nulls[word] }
        return bits
      })
  }
}

extension TextPool {
  /// For each code, 0 included, whether its text equals another when both are folded.
  fileprivate func codes(equalling text: String) -> [Bool] {
    let wanted = Folding.fold(text)
    return [false] + (0..<count).map { block.folded.with($0) { $0.isSame(as: wanted.span) } }
  }
}

extension Array<UInt64> {
  /// The bitmap of the rows, of `rows` in all, that pass a test.
  init(rows: Int, _ test: (Int) -> Bool) {
    self.init(repeating: 0, count: (rows + 63) / 64)
    for word in indices {
      var bits: UInt64 = 0
      for row in word << 6..<Swift.min(word << 6 + 64, rows) where test(row) {
        bits |= 1 << UInt64(row & 63)
      }
      self[word] = bits
    }
  }
}
