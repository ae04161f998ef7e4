extension TextPiece: StorablePiece {
  var form: PieceForm { PieceForm(kind: kind, count: count) }

  var byteCount: Int {
    let block = rows.block
    let folded = Folding.isFolded(block.shown.bytes.span) ? 0 : block.folded.bytes.count
    // The letters of a text take nine bytes, and the pairs of bytes one more.
    return codes.count * 4 + few.count * 24 + rows.nulls.count * 8
      + block.shown.bytes.count + folded + block.count * (folded == 0 ? 14 : 18)
      + (integers.count + numbers.count) * 8 + 200
  }

  var textSize: TextSize {
    TextSize(
      shown: rows.block.shown.bytes.count, load: rows.block.load + rows.replacements.load)
  }

  init(empty form: PieceForm) {
    let nulls = [UInt64](rows: form.count) { _ in true }
    switch form.kind {
    case .coded: self = .coded([UInt32](repeating: TextPool.null, count: form.count))
    case .direct:
      let texts = Arena(bytes: [], ends: [UInt32](repeating: 0, count: form.count))
      self = .direct(TextRows(TextBlock(texts), nulls: nulls))
    case .integers: self = .integers([Int](repeating: 0, count: form.count), nulls: nulls)
    case .numbers: self = .numbers([Double](repeating: 0, count: form.count), nulls: nulls)
    }
  }

  init?(_ block: inout BlockReader, _ form: PieceForm, texts: Int) {
    switch form.kind {
    case .coded where form.count > 0:
      guard let codes = block.packed(form.count, as: UInt32.self),
        codes.allSatisfy({ $0 <= texts })
      else { return nil }
      self = .coded(codes)
    case .coded:
      guard let rows = block.rows(), let codes = block.packed(rows.count, as: UInt32.self),
        codes.allSatisfy({ $0 != TextPool.null && $0 <= texts })
      else { return nil }
      self = .few(Dictionary(uniqueKeysWithValues: zip(rows, codes)))
    case .direct:
      guard let nulls = block.nulls(form.count), let arena = block.texts(form.count),
        let shown = TextBlock(fitting: arena)
      else { return nil }
      self = .direct(TextRows(shown, nulls: nulls))
    case .integers:
      guard let nulls = block.nulls(form.count), let integers = Int.read(form.count, from: &block)
      else { return nil }
      self = .integers(integers, nulls: nulls)
    case .numbers:
      guard let nulls = block.nulls(form.count),
        let numbers = Double.read(form.count, from: &block)
      else { return nil }
      self = .numbers(numbers, nulls: nulls)
    }
  }

  func write(to block: inout BlockWriter) {
    switch kind {
    case .coded where codes.isEmpty:
      let rows = few.keys.sorted()
      block.append(rows: rows)
      block.appendPacked(rows.map { UInt64(few[$0] ?? TextPool.null) })
    case .coded: block.appendPacked(codes.map(UInt64.init))
    case .direct:
      block.append(nulls: rows.nulls, rows: rows.count)
      block.append(rows.merged)
    case .integers:
      block.append(nulls: rows.nulls, rows: integers.count)
      Int.write(integers, to: &block)
    case .numbers:
      block.append(nulls: rows.nulls, rows: numbers.count)
      Double.write(numbers, to: &block)
    }
  }
}

extension TextRows {
  /// The texts with their replacements.
  fileprivate var merged: Arena {
    if replaced.isEmpty { return block.shown }
    var shown = Arena()
    let empty: [UInt8] = []
    for row in 0..<count where withShown(row, { shown.append($0) }) == nil {
      shown.append(empty.span)
    }
    return shown
  }
}

extension FlatColumn.Piece: StorablePiece {
  var form: PieceForm { PieceForm(count: count) }

  var byteCount: Int {
    values.count * MemoryLayout<Element>.stride + nulls.count * 8 + few.count * 24 + 100
  }

  init(empty form: PieceForm) {
    self.init(
      values: [Element](repeating: Element(), count: form.count),
      nulls: [UInt64](rows: form.count) { _ in true })
  }

  init?(_ block: inout BlockReader, _ form: PieceForm, texts: Int) {
    if form.count > 0 {
      guard let nulls = block.nulls(form.count),
        let values = Element.read(form.count, from: &block)
      else { return nil }
      self.init(values: values, nulls: nulls)
    } else {
      guard let rows = block.rows(), let values = Element.read(rows.count, from: &block) else {
        return nil
      }
      self.init(few: Dictionary(uniqueKeysWithValues: zip(rows, values)))
    }
  }

  func write(to block: inout BlockWriter) {
    if values.isEmpty {
      let rows = few.keys.sorted()
      block.append(rows: rows)
      Element.write(rows.map { few[$0] ?? Element() }, to: &block)
      return
    }
    block.append(nulls: nulls, rows: values.count)
    Element.write(values, to: &block)
  }
}

extension Int {
  static func write(_ values: [Int], to block: inout BlockWriter) {
    let least = values.min() ?? 0
    block.append(Int64(least))
    block.appendPacked(values.map { UInt64(bitPattern: Int64($0 &- least)) })
  }

  static func read(_ count: Int, from block: inout BlockReader) -> [Int]? {
    guard let least = block.number(Int64.self),
      let values = block.packed(count, as: UInt64.self)
    else { return nil }
    return values.map { Int(truncatingIfNeeded: $0 &+ UInt64(bitPattern: least)) }
  }
}

extension Double {
  static func write(_ values: [Double], to block: inout BlockWriter) {
    block.append(values.map(\.bitPattern))
  }

  static func read(_ count: Int, from block: inout BlockReader) -> [Double]? {
    let values = block.numbers(count, of: UInt64.self)?.map { Double(bitPattern: $0) }
    // Only numbers that are finite have an order.
    return values?.allSatisfy(\.isFinite) == true ? values : nil
  }
}

extension Bool {
  static func write(_ values: [Bool], to block: inout BlockWriter) {
    block.append([UInt64](rows: values.count) { values[$0] })
  }

  static func read(_ count: Int, from block: inout BlockReader) -> [Bool]? {
    block.numbers((count + 63) / 64, of: UInt64.self).map { bits in
      (0..<count).map(bits.hasBit)
    }
  }
}

extension ListColumn.Piece: StorablePiece {
  var form: PieceForm { PieceForm(count: count) }

  var byteCount: Int {
    let others = replaced.values.reduce(0) { $0 + $1.count * 4 + 80 }
    return nulls.count * 8 + elements.count * 4 + ends.count * 4 + others + 100
  }

  init(empty form: PieceForm) { self = Self().whole(form.count) }

  init?(_ block: inout BlockReader, _ form: PieceForm, texts: Int) {
    let isSparse = form.count == 0
    guard let rows = isSparse ? block.rows() : Array(0..<form.count),
      let nulls = isSparse ? [] : block.nulls(form.count),
      let lengths = block.packed(rows.count, as: UInt32.self)
    else { return nil }
    let count = lengths.reduce(0) { $0 + Int($1) }
    // Each code takes a byte at least.
    guard count <= block.rest, let codes = block.packed(count, as: UInt32.self),
      codes.allSatisfy({ $0 != TextPool.null && $0 <= texts })
    else { return nil }
    self.init()
    var start = 0
    for (index, row) in rows.enumerated() {
      let end = start + Int(lengths[index])
      let isNull = nulls.hasBit(row)
      if isNull && end > start { return nil }
      let list = isNull ? nil : Array(codes[start..<end])
      if isSparse { setFew(row, to: list) } else { append(list) }
      start = end
    }
  }

  func write(to block: inout BlockWriter) {
    let isSparse = count == 0
    let rows = isSparse ? replaced.keys.sorted() : Array(0..<count)
    let lists = rows.map { isNull($0) ? [] : codes($0) }
    if isSparse { block.append(rows: rows) } else { block.append(nulls: nulls, rows: count) }
    block.appendPacked(lists.map { UInt64($0.count) })
    block.appendPacked(lists.joined().map(UInt64.init))
  }
}
