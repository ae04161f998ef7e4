/// How tight upper bounds of points are.
enum BoundStep: CaseIterable {
  /// From the letters of texts.
  case letters
  /// From the bytes of texts.
  case bytes
  /// Also from whether the letters stand together, for rankings that count it.
  case kinds
}

/// Scores the rows of a chunk for all clauses.
struct ChunkScoring {
  /// The columns of each clause, once for each of its needles.
  private var parts: [[ColumnScoring]]
  private var lengths: [ColumnLengths]

  init(_ clauses: [[FuzzyRanking.ScoredNeedle]], _ measured: [Column], _ chunk: Int) {
    parts = clauses.map { $0.map { ColumnScoring($0, chunk) } }
    lengths = measured.map { ColumnLengths($0, chunk) }
  }

  /// Returns the maximum points that any row of each bitmap word can have.
  ///
  /// - Parameters:
  ///   - rows: The bitmap.
  ///   - floor: Bounds below this may be reported as 0.
  ///   - length: In texts that are longer, a bound equal to `floor` may be reported as 0, too.
  /// - Returns: The points by word number.
  mutating func most(of rows: [UInt64], floor: FuzzyPoints, length: Int) -> [FuzzyPoints] {
    var sums = [FuzzyPoints](repeating: .none, count: rows.count)
    for needle in parts.indices {
      var most = [FuzzyPoints](repeating: .none, count: rows.count)
      for column in parts[needle].indices {
        parts[needle][column].raise(
          &most, rows, floor: parts.count == 1 ? floor : .none, length: length)
      }
      for word in sums.indices { sums[word] += most[word] }
    }
    return sums
  }

  /// Computes the maximum points of each row of a bitmap word, by its position in the word.
  ///
  /// - Parameters:
  ///   - points: Receives 64 bounds.
  ///   - word: The word and its number.
  ///   - step: How tight the bounds are.
  /// - Precondition: The bounds of the words were requested before, and looser ones of this word.
  mutating func bound(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ step: BoundStep
  ) {
    var sums = [FuzzyPoints](repeating: .none, count: parts.count == 1 ? 0 : 64)
    for needle in parts.indices {
      for place in 0..<64 { points[place] = .none }
      for column in parts[needle].indices {
        parts[needle][column].raise(&points, word, step)
      }
      for place in sums.indices { sums[place] += points[place] }
    }
    for place in sums.indices { points[place] = sums[place] }
  }

  /// Computes the total text length of each row of a bitmap word, by its position in the word.
  ///
  /// It is mutating, so that the columns are read in place: a copy would be retained for each word.
  mutating func measure(_ lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    for place in 0..<64 { lengths[place] = 0 }
    for column in self.lengths.indices { self.lengths[column].add(to: &lengths, word) }
  }

  /// Returns a lower bound of the total text length of the rows of a bitmap word.
  mutating func shortest(_ number: Int) -> Int {
    var sum = 0
    for column in lengths.indices { sum += lengths[column].shortest(number) }
    return sum
  }

  /// Returns the points of a row.
  mutating func points(of row: Int) -> FuzzyPoints {
    var sum = FuzzyPoints.none
    for needle in parts.indices {
      var best = FuzzyPoints.none
      for column in parts[needle].indices {
        best = max(best, parts[needle][column].points(of: row))
      }
      sum += best
    }
    return sum
  }
}

/// Scores the rows of a chunk for one needle in one column.
private struct ColumnScoring {
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

/// Measures the texts of a chunk's rows in one column.
///
/// The texts are stored properties: reading them through the column would retain it for each row.
private struct ColumnLengths {
  private let column: Column
  private let first: UInt32
  /// The texts stored per row, or those of the pool.
  private var texts = Arena()
  /// The codes of the rows into the pool; empty if the texts are not coded.
  private var codes: [UInt32] = []
  private var shortest: [UInt8] = []
  /// A bitmap of the rows whose texts must be read from the column; empty for none.
  private var others: [UInt64] = []

  init(_ column: Column, _ chunk: Int) {
    self.column = column
    first = UInt32(chunk << Chunk.shift)
    switch column {
    case .text(let texts), .date(let texts, _): read(texts, chunk)
    case .list, .integer, .number, .boolean: others = [UInt64](repeating: ~0, count: Chunk.words)
    }
  }

  private mutating func read(_ column: TextColumn, _ chunk: Int) {
    guard chunk < column.pieces.count else { return }
    let piece = column.pieces[chunk]
    switch piece.kind {
    case .coded:
      texts = column.pool.block.folded
      codes = piece.codes
      for row in piece.few.keys { others.setBit(row, of: Chunk.rows) }
    case .direct:
      texts = piece.rows.block.folded
      shortest = piece.rows.indexed.index.shortest
      for row in piece.rows.replaced.keys { others.setBit(row, of: piece.rows.count) }
    case .integers, .numbers: others = [UInt64](repeating: ~0, count: Chunk.words)
    }
  }

  /// Returns a lower bound of the text lengths of the rows in a bitmap word.
  func shortest(_ number: Int) -> Int {
    shortest.isEmpty || !others.isEmpty && others[number] != 0 ? 0 : Int(shortest[number])
  }

  /// Adds the text lengths of the rows in a bitmap word to those of 64 rows.
  mutating func add(to lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    let unread = others.isEmpty ? 0 : word.bits & others[word.number]
    if !codes.isEmpty {
      texts.addLengths(to: &lengths, word, of: codes)
    } else if !shortest.isEmpty {
      texts.addLengths(to: &lengths, (word.bits & ~unread, word.number))
    }
    var rest = unread
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      lengths[place] += column.foldedLength(first + UInt32(word.number << 6 + place))
    }
  }
}

extension Arena {
  /// Adds the lengths of the texts in a bitmap word to those of 64 texts.
  fileprivate func addLengths(to lengths: inout [Int], _ word: (bits: UInt64, number: Int)) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      lengths[place] += range(word.number << 6 + place).count
    }
  }

  /// Adds the lengths of the coded texts of the rows in a bitmap word to those of 64 rows.
  fileprivate func addLengths(
    to lengths: inout [Int], _ word: (bits: UInt64, number: Int), of codes: [UInt32]
  ) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let code = codes[word.number << 6 + place]
      if code != TextPool.null { lengths[place] += range(Int(code) - 1).count }
    }
  }
}

/// Scores the texts of a block for one needle.
struct BlockScoring {
  private let needle: Needle
  private let texts: IndexedTexts
  private var bounds: FuzzyBounds?
  private var scorer: FuzzyScorer?
  private var aligner = FuzzyAligner()

  init(_ needle: Needle, _ texts: IndexedTexts, prefersJoined: Bool = false) {
    self.needle = needle
    self.texts = texts
    bounds = FuzzyNeedle(needle).map {
      FuzzyBounds($0, texts, prefersJoined: prefersJoined)
    }
    scorer = FuzzyScorer(needle)
  }

  /// Returns the maximum points that any text of each bitmap word can have; bounds below the floors
  /// may be reported as 0.
  mutating func most(
    of rows: [UInt64], _ floors: FuzzyBounds.FloorsByLength
  ) -> FuzzyBounds.WordBounds {
    bounds?.most(of: rows, floors)
      ?? FuzzyBounds.WordBounds(
        joined: rows.map { $0 == 0 ? .none : .most }, scattered: rows.map { _ in .none })
  }

  /// Raises the points of 64 texts to the maximum that the texts of a bitmap word can have under a
  /// scale, as far as their letters tell.
  mutating func raise(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ scale: PointScale
  ) {
    if bounds == nil {
      let most = scale.most(.most, isJoined: true)
      for place in 0..<64 where word.bits >> UInt64(place) & 1 != 0 { points[place] = most }
    } else {
      bounds?.raise(&points, word, scale)
    }
  }

  /// Raises the fuzzy points of 64 texts to the maximum that the texts of a bitmap word can have,
  /// as far as their bytes tell.
  ///
  /// - Returns: A bitmap of texts whose letters are scattered.
  mutating func raiseClosely(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int)
  ) -> UInt64 {
    if bounds == nil {
      for place in 0..<64 where word.bits >> UInt64(place) & 1 != 0 { points[place] = .most }
      return 0
    }
    return bounds?.raiseClosely(&points, word) ?? 0
  }

  /// Returns the maximum points of a text with at most these fuzzy points, after reading how the
  /// needle occurs in it.
  func most(_ bound: FuzzyPoints, of text: Int, _ scale: PointScale) -> FuzzyPoints {
    texts.block.folded.with(text) { scale.points(bound, $0) }
  }

  /// Returns the points of a text under a scale.
  mutating func points(of text: Int, _ scale: PointScale) -> FuzzyPoints {
    let fuzzy = points(of: text)
    return scale.isPlain ? fuzzy : texts.block.folded.with(text) { scale.points(fuzzy, $0) }
  }

  /// Returns the fuzzy points of a text.
  mutating func points(of text: Int) -> FuzzyPoints {
    scorer?.points(of: text, in: texts)
      ?? texts.block.shown.with(text) { shown in
        texts.block.folded.with(text) { folded in aligner.points(shown, folded, needle) }
      }
  }
}

extension Column {
  /// Whether the column stores texts.
  var isText: Bool {
    switch self {
    case .text, .date, .list: true
    case .integer, .number, .boolean: false
    }
  }

  /// Returns the points of the text in a slot for a needle; of a list, those of its best element.
  func points(
    _ slot: UInt32, _ ranked: RankedNeedle, _ aligner: inout FuzzyAligner
  ) -> FuzzyPoints {
    let (needle, scale) = (ranked.needle, ranked.scale)
    switch self {
    case .text(let texts), .date(let texts, _):
      return texts.withShown(slot) { shown in
        texts.withFolded(slot) { folded in
          scale.points(aligner.points(shown, folded, needle), folded)
        } ?? .none
      } ?? .none
    case .list(let lists):
      let block = lists.pool.block
      return lists.codes(slot)?.map { code in
        block.shown.with(Int(code) - 1) { shown in
          block.folded.with(Int(code) - 1) { folded in
            scale.points(aligner.points(shown, folded, needle), folded)
          }
        }
      }.max() ?? .none
    case .integer, .number, .boolean:
      let text = value(slot).text
      let folded = Folding.fold(text)
      let points = aligner.points(Array(text.utf8).span, folded.span, needle)
      return scale.points(points, folded.span)
    }
  }

  /// Returns the folded length of the text in a slot; of a list, that of all elements; 0 for none.
  func foldedLength(_ slot: UInt32) -> Int {
    switch self {
    case .text(let texts), .date(let texts, _): texts.withFolded(slot) { $0.count } ?? 0
    case .list(let lists):
      lists.codes(slot)?.reduce(0) { $0 + lists.pool.block.folded.range(Int($1) - 1).count } ?? 0
    case .integer, .number, .boolean: isNull(slot) ? 0 : value(slot).text.utf8.count
    }
  }
}

extension FuzzyAligner {
  /// Returns the points of a text, given as shown and folded; 0 if the needle does not match.
  mutating func points(_ shown: Span<UInt8>, _ folded: Span<UInt8>, _ needle: Needle) -> FuzzyPoints
  {
    guard needle.matches(folded, .letters) else { return .none }
    if Self.isGreedy(needle, folded) { return Self.greedyPoints(shown, folded, needle) }
    load(shown: shown, folded: folded)
    return FuzzyPoints(clamping: score(needle) ?? 0)
  }
}
