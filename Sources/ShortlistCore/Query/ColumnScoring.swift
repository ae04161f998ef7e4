/// Scores the rows of a chunk for one needle in one column.
struct ColumnScoring {
  private let column: Column
  private let ranked: RankedNeedle
  private let first: UInt32
  /// The codes of the rows; empty unless the rows have codes.
  private var codes: [UInt32] = []
  /// The codes of the rows that have a text, if only a few have one.
  private var few: [Int: UInt32]?
  /// The points by code, and the greatest of them.
  private var pooled: [FuzzyPoints]
  private let greatest: FuzzyPoints
  /// The scoring of texts stored per row, and a bitmap of the rows whose texts were replaced.
  private var block: BlockScoring?
  private var replaced: [UInt64] = []
  private var aligner = FuzzyAligner()
  /// The bounds of the fuzzy points of 64 texts, and a bitmap of those whose letters are scattered.
  private var fuzzy = [FuzzyPoints](repeating: .none, count: 64)
  private var scattered: UInt64 = 0

  init(_ part: FuzzyRanking.ScoredNeedle, _ chunk: Int) {
    column = part.column
    ranked = part.ranked
    pooled = part.pooled
    greatest = part.greatest
    first = UInt32(chunk << Chunk.shift)
    switch column {
    case .text(let texts), .date(let texts, _): read(texts, chunk)
    case .integer, .number, .boolean: if !column.canContain(ranked.needle) { few = [:] }
    case .list: break
    }
  }

  private mutating func read(_ texts: TextColumn, _ chunk: Int) {
    guard chunk < texts.pieces.count else {
      few = [:]
      return
    }
    let piece = texts.pieces[chunk]
    switch piece.kind {
    case .coded:
      // A column without a text that matches has no points for any row.
      if greatest == .none {
        few = [:]
      } else if piece.codes.isEmpty {
        few = piece.few
      } else {
        codes = piece.codes
      }
    case .direct:
      block = BlockScoring(
        ranked.needle, piece.rows.indexed, prefersJoined: ranked.scale.prefersJoined)
      for row in piece.rows.replaced.keys { replaced.setBit(row, of: piece.rows.count) }
    case .integers, .numbers: break
    }
  }

  /// Raises points to the maximum that any row of each bitmap word can have.
  mutating func raise(
    _ most: inout [FuzzyPoints], _ rows: [UInt64], floor: FuzzyPoints, length: Int
  ) {
    if !column.isText && few == nil { scoreNumbers(of: rows) }
    if let few {
      for (row, code) in few where rows.hasBit(row) {
        most[row >> 6] = max(most[row >> 6], pooled[Int(code)])
      }
      return
    }
    let changed = replaced.isEmpty ? [UInt64](repeating: 0, count: rows.count) : replaced
    let unchanged = block == nil ? [] : zip(rows, changed).map { $0 & ~$1 }
    let floors = FuzzyBounds.FloorsByLength(
      all: ranked.scale.floors(floor), longer: ranked.scale.floors(above: floor), length: length)
    if let bounds = block?.most(of: unchanged, floors) {
      for word in rows.indices {
        most[word] = max(
          most[word], ranked.scale.most(bounds.joined[word], isJoined: true),
          ranked.scale.most(bounds.scattered[word], isJoined: false))
      }
    }
    if !codes.isEmpty { return raisePooled(&most, rows, floor: floor) }
    for word in rows.indices {
      if block == nil ? rows[word] != 0 : rows[word] & changed[word] != 0 { most[word] = .most }
    }
  }

  /// Raises points to the maximum of the coded texts in each bitmap word.
  private func raisePooled(_ most: inout [FuzzyPoints], _ rows: [UInt64], floor: FuzzyPoints) {
    if greatest < floor { return }
    for word in rows.indices {
      var best = most[word]
      var rest = rows[word]
      while rest != 0 && best < greatest {
        best = max(best, pooled[Int(codes[word << 6 + rest.trailingZeroBitCount])])
        rest &= rest - 1
      }
      most[word] = best
    }
  }

  /// Scores all numbers of a bitmap, so that each is written out once.
  @inline(never)
  private mutating func scoreNumbers(of rows: [UInt64]) {
    var scored: [Int: UInt32] = [:]
    pooled = []
    for word in rows.indices {
      var rest = rows[word]
      while rest != 0 {
        let row = word << 6 + rest.trailingZeroBitCount
        rest &= rest - 1
        let points = column.points(first + UInt32(row), ranked, &aligner)
        if points == .none { continue }
        scored[row] = UInt32(pooled.count)
        pooled.append(points)
      }
    }
    few = scored
  }

  /// Raises the points of 64 rows to the maximum that the rows of a bitmap word can have.
  mutating func raise(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ step: BoundStep
  ) {
    if few?.isEmpty == true { return }
    var rest = word.bits
    if block != nil {
      let changed = replaced.isEmpty ? 0 : replaced[word.number]
      raiseUnchanged(&points, (word.bits & ~changed, word.number), step)
      rest &= changed
    }
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let row = word.number << 6 + place
      let isKnown = step != .letters || few != nil
      let most = !codes.isEmpty ? pooled[Int(codes[row])] : isKnown ? self.points(of: row) : .most
      points[place] = max(points[place], most)
    }
  }

  /// Raises the points of the texts in a bitmap word.
  ///
  /// The word must not include replaced texts.
  private mutating func raiseUnchanged(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ step: BoundStep
  ) {
    if step == .letters {
      block?.raise(&points, word, ranked.scale)
      return
    }
    if ranked.scale.isPlain {
      _ = block?.raiseClosely(&points, word)
      return
    }
    if step == .bytes {
      for place in 0..<64 { fuzzy[place] = .none }
      scattered = block?.raiseClosely(&fuzzy, word) ?? 0
    }
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let isJoined = scattered >> UInt64(place) & 1 == 0
      let most =
        if isJoined && step == .kinds {
          block?.most(fuzzy[place], of: word.number << 6 + place, ranked.scale) ?? .none
        } else {
          ranked.scale.most(fuzzy[place], isJoined: isJoined)
        }
      points[place] = max(points[place], most)
    }
  }

  mutating func points(of row: Int) -> FuzzyPoints {
    if !codes.isEmpty { return pooled[Int(codes[row])] }
    if let few { return few.isEmpty ? .none : few[row].map { pooled[Int($0)] } ?? .none }
    if block != nil && !replaced.hasBit(row), let points = block?.points(of: row, ranked.scale) {
      return points
    }
    if case .list(let lists) = column {
      return lists.codes(first + UInt32(row))?.map { pooled[Int($0)] }.max() ?? .none
    }
    return column.points(first + UInt32(row), ranked, &aligner)
  }
}
