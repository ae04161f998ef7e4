/// The conversion of a text column to its final type.
struct ColumnConversion {
  let texts: TextColumn
  /// Where the converted chunks go; nil if they stay in memory.
  var spill: Spill?

  /// Returns the converted column, or nil if its texts exceed the limit.
  ///
  /// A text that does not fit the type becomes null.
  func column(of type: AttributeType) -> Column? {
    switch type {
    case .text: .text(text())
    case .integer: .integer(flat(NumberText.integer) { $0 })
    case .number: .number(flat(NumberText.number) { Double($0) })
    case .boolean:
      .boolean(flat({ $0.boolean }) { $0 == 0 ? false : $0 == 1 ? true : nil })
    case .date: .date(text(), flat({ Instant($0, .civil)?.microseconds }) { _ in nil })
    case .list: list().map(Column.list)
    }
  }

  /// Returns the texts, with numbers converted to text.
  private func text() -> TextColumn {
    var column = texts
    for chunk in texts.pieces.indices {
      if [.integers, .numbers].contains(texts.pieces.form(chunk).kind) {
        let piece = texts.pieces[chunk]
        switch piece.content {
        case .coded, .direct: continue
        case .integers(let integers, let nulls):
          column.pieces.array[chunk] = .direct(integers.map { String($0) }, nulls: nulls)
        case .numbers(let numbers, let nulls):
          column.pieces.array[chunk] = .direct(numbers.map(NumberText.text), nulls: nulls)
        }
      }
      move(&column.pieces, from: chunk)
    }
    return column
  }

  /// Writes the chunks of a column from one on to the spill.
  private func move<Piece>(_ pieces: inout Pieces<Piece>, from chunk: Int) {
    if let spill { pieces.move(from: chunk, to: spill) }
  }

  /// Returns the values that `parse` reads from the texts; parses each pooled text once.
  private func flat<Element: FlatValue>(
    _ parse: (Span<UInt8>) -> Element?, _ convert: (Int) -> Element?
  ) -> FlatColumn<Element> {
    let shown = texts.pool.block.shown
    let pooled = [nil] + (0..<shown.count).map { shown.with($0, parse) }
    var column = FlatColumn<Element>()
    for (chunk, piece) in texts.pieces.enumerated() {
      switch piece.content {
      case .coded(let codes) where codes.isEmpty:
        column.pieces.append(.init(few: piece.few.compactMapValues { pooled[Int($0)] }))
      case .coded(let codes):
        column.append(codes.map { pooled[Int($0)] })
      case .direct(let rows):
        column.append((0..<rows.count).map { rows.withShown($0, parse) ?? nil })
      case .integers(let integers, let nulls):
        if let integers = integers as? [Element] {
          column.pieces.append(.init(values: integers, nulls: nulls))
        } else {
          column.append(
            integers.indices.map { nulls.hasBit($0) ? nil : convert(integers[$0]) })
        }
      case .numbers(let numbers, let nulls):
        if let numbers = numbers as? [Element] {
          column.pieces.append(.init(values: numbers, nulls: nulls))
        } else {
          column.append([Element?](repeating: nil, count: numbers.count))
        }
      }
      move(&column.pieces, from: chunk)
    }
    return column
  }

  /// Returns the texts as lists, or nil if their elements exceed the limit.
  ///
  /// A text that is not a JSON array of strings becomes a list with that text as its only element.
  private func list() -> ListColumn? {
    var column = ListColumn()
    for (chunk, piece) in texts.pieces.enumerated() {
      // A sparse chunk stays sparse: it has no number of rows.
      let isSparse = piece.count == 0
      var made = ListColumn.Piece()
      for row in isSparse ? piece.few.keys.sorted() : Array(0..<piece.count) {
        let slot = UInt32(chunk << Chunk.shift + row)
        let elements = texts.withShown(slot) { ListText.elements($0) ?? [$0.array] }
        var codes: [UInt32]? = elements.map { _ in [] }
        for element in elements ?? [] {
          guard column.pool.hasRoom(for: element.span) else { return nil }
          codes?.append(column.pool.code(of: element.span))
        }
        if isSparse { made.setFew(row, to: codes) } else { made.append(codes) }
      }
      column.pieces.append(made)
      move(&column.pieces, from: chunk)
    }
    return column
  }
}

extension TextPiece {
  /// Returns a direct piece with these texts; texts of null rows are dropped.
  fileprivate static func direct(_ texts: [String], nulls: [UInt64]) -> Self {
    var shown = Arena()
    for (row, text) in texts.enumerated() {
      shown.append(Array((nulls.hasBit(row) ? "" : text).utf8).span)
    }
    return .direct(TextRows(TextBlock(shown), nulls: nulls))
  }
}
