/// The section of each row of a table, under a rule.
struct Sectioning: Sendable {
  /// For each slot the index of its section among all that the table has, in their order.
  let of: [UInt32]
  /// The names of the sections, in order.
  let names: [String]
  /// Whether sections without rows are shown: those named by the rule.
  let keptEmpty: Range<Int>

  init(_ rule: SectionRule, table: Table) {
    let count = table.count
    let column = table.column(rule.attribute)
    // Dates and lists are grouped by their texts.
    let ranks =
      switch column {
      case .text(let texts), .date(let texts, _): Ranks(texts: texts, count: count)
      case .list: Ranks(.text(column.texts(count)), count: count)
      case .integer, .number, .boolean: Ranks(column, count: count)
      }
    var nameOf = [String](repeating: "", count: ranks.distinct)
    var isPresent = [Bool](repeating: false, count: ranks.distinct)
    var hasNull = false
    for slot in 0..<UInt32(count) {
      let rank = ranks.of[Int(slot)]
      if rank == Ranks.null {
        hasNull = true
      } else if !isPresent[Int(rank)] {
        isPresent[Int(rank)] = true
        nameOf[Int(rank)] = column.value(slot).text
      }
    }
    // Ranks in the order of their sections; the section named "" has the rows without value and
    // those whose value is the empty text.
    var ascending = nameOf.indices.filter { isPresent[$0] && !nameOf[$0].isEmpty }.map {
      nameOf[$0]
    }
    if rule.order == .descending { ascending.reverse() }
    let hasUnnamed = hasNull || nameOf.indices.contains { isPresent[$0] && nameOf[$0].isEmpty }
    if hasUnnamed { ascending.append("") }
    var names: [ExactText] = []
    var keptEmpty = 0..<0
    if case .names(let first, let keepEmpty) = rule.order {
      var seen: Set<ExactText> = []
      let there = keepEmpty ? [] : Set(ascending.map(ExactText.init))
      names = first.map(ExactText.init).filter {
        (keepEmpty || there.contains($0)) && seen.insert($0).inserted
      }
      if keepEmpty { keptEmpty = 0..<names.count }
      names += ascending.map(ExactText.init).filter { !seen.contains($0) }
    } else {
      names = ascending.map(ExactText.init)
    }
    let indexOf = Dictionary(uniqueKeysWithValues: zip(names, 0..<UInt32(names.count)))
    let unnamed = indexOf[ExactText("")] ?? 0
    let indices = nameOf.map { indexOf[ExactText($0)] ?? unnamed }
    self.of = ranks.of.map { $0 == Ranks.null ? unnamed : indices[Int($0)] }
    self.names = names.map(\.text)
    self.keptEmpty = keptEmpty
  }
}

extension Column {
  /// The values as texts.
  fileprivate func texts(_ count: Int) -> TextColumn {
    var column = TextColumn()
    for chunk in 0..<Chunk.count(for: count) {
      let codes = (0..<Chunk.rows(of: chunk, count: count)).map { row in
        let value = value(UInt32(chunk << Chunk.shift + row))
        return value.isNull
          ? TextPool.null : column.pool.code(of: Array(value.text.utf8).span)
      }
      column.pieces.append(.coded(codes))
    }
    return column
  }
}
