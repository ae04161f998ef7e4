/// The section of each row of a table under a rule, and the order of the sections.
///
/// A code identifies a section for as long as the list has this rule. A label determines the
/// section's place among the others.
struct Sectioning: Sendable {
  /// The code of the section of each slot.
  private(set) var codes: [UInt32] = []
  /// The codes in section order, including sections without rows.
  private(set) var order: [UInt32] = []
  /// Labels by code; they ascend with the order of the sections.
  private(set) var labels: [UInt64] = []
  /// The number of times that all labels have been reassigned.
  private(set) var relabellings = 0
  /// The section names; a section's code is the code of its name in the pool, minus one.
  private(set) var names = TextPool()
  /// The number of sections that the rule names; they have the first codes, in the rule's order.
  private let named: Int
  /// Whether the sections that the rule names are shown even without rows.
  private let keepsEmpty: Bool
  private let isDescending: Bool
  private let isNumeric: Bool
  private let column: Int

  /// The initial distance between labels, which leaves room for new sections.
  private static let gap: UInt64 = 1 << 32

  /// Assigns all rows of a table to sections.
  ///
  /// - Precondition: The table has the rule's attribute.
  /// - Throws: `CancellationError` if the search was cancelled.
  init(_ rule: SectionRule, table: RowTable, isCancelled: @Sendable () -> Bool = { false }) throws {
    column = table.index(of: rule.attribute)
    isDescending = rule.order == .descending
    switch table.columns.span[column] {
    case .integer, .number: isNumeric = true
    case .text, .boolean, .date, .list: isNumeric = false
    }
    if case .names(let first, let keepEmpty) = rule.order {
      keepsEmpty = keepEmpty
      for name in first { _ = names.code(of: Array(name.utf8).span) }
    } else {
      keepsEmpty = false
    }
    named = names.count
    codes = try names.codes(
      ofNamesIn: table.columns[column].whole(table.slots), slots: table.slots, isCancelled)
    order = sorted()
    labels = Array(repeating: 0, count: order.count)
    relabel()
  }

  /// The number of sections, including those that no longer have rows.
  var count: Int { order.count }

  /// Returns the label of the section of a row.
  func label(of slot: UInt32) -> UInt64 { labels[Int(codes[Int(slot)])] }

  /// Returns the name of a section.
  func name(_ code: UInt32) -> String { names.block.shown.text(Int(code)) }

  /// Returns the code of the section with a name; nil if no such section has existed.
  func code(named name: String) -> UInt32? {
    names.existingCode(of: Array(name.utf8).span).map { $0 - 1 }
  }

  /// Returns whether all sections of another sectioning have the same codes here.
  ///
  /// - Complexity: O(sections of the other)
  func continues(_ other: Self) -> Bool {
    other.count <= count
      && (0..<UInt32(other.count)).allSatisfy {
        BinaryString(name($0)) == BinaryString(other.name($0))
      }
  }

  /// Returns whether a section is shown while it has no rows.
  func isKept(_ code: UInt32) -> Bool { keepsEmpty && code < named }

  /// Reassigns a row to its section, or assigns the row in a new slot; the slots before it that are
  /// new, too, may have come and gone.
  ///
  /// - Complexity: O(log sections); O(sections) for the first row of a new section
  mutating func assign(_ slot: UInt32, in table: RowTable) {
    let name = Array(table.columns.span[column].value(slot).sectionName.utf8)
    let code = names.code(of: name.span) - 1
    if code == count { add(code) }
    if Int(slot) < codes.count && codes[Int(slot)] != code { codes[Int(slot)] = code }
    while codes.count <= Int(slot) { codes.append(code) }
  }

  /// Keeps only the sections of these slots, which are renumbered from 0 in the given order.
  mutating func keep(_ slots: [UInt32]) { codes = slots.map { codes[Int($0)] } }

  // MARK: Order

  /// Returns all codes in section order.
  private func sorted() -> [UInt32] {
    let rest = Array(UInt32(named)..<UInt32(names.count))
    var ascending =
      isNumeric
      ? rest.map { ($0, number($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
      : TextSort(names.block).sorted(rest)
    if isDescending { ascending.reverse() }
    let unnamed = ascending.firstIndex { isUnnamed($0) }.map { ascending.remove(at: $0) }
    return Array(0..<UInt32(named)) + ascending + (unnamed.map { [$0] } ?? [])
  }

  private func isBefore(_ a: UInt32, _ b: UInt32) -> Bool {
    if a < named || b < named { return a < named && (b >= named || a < b) }
    if isUnnamed(a) || isUnnamed(b) { return !isUnnamed(a) }
    let (a, b) = isDescending ? (b, a) : (a, b)
    return isNumeric ? number(a) < number(b) : names.block.compare(Int(a), Int(b)) < 0
  }

  /// Returns whether a section holds the rows without a value.
  private func isUnnamed(_ code: UInt32) -> Bool {
    names.block.shown.with(Int(code)) { $0.count == 0 }
  }

  /// Returns the number that a name represents.
  private func number(_ code: UInt32) -> SectionNumber {
    names.block.shown.with(Int(code)) { name in
      NumberText.integer(name).map(SectionNumber.integer)
        ?? .number(NumberText.number(name) ?? .infinity)
    }
  }

  private mutating func add(_ code: UInt32) {
    let place = order.indices.partitionPoint { isBefore(order[$0], code) }
    let below = place == 0 ? 0 : labels[Int(order[place - 1])]
    let above = place == order.count ? below + 2 * Self.gap : labels[Int(order[place])]
    order.insert(code, at: place)
    labels.append(below + (above - below) / 2)
    if above - below < 2 { relabel() }
  }

  private mutating func relabel() {
    relabellings += 1
    for (place, code) in order.enumerated() { labels[Int(code)] = UInt64(place + 1) * Self.gap }
  }
}

/// The number that names a section; integers compare exactly.
private enum SectionNumber: Comparable {
  case integer(Int)
  case number(Double)

  static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.integer(let a), .number(let b)): Double(a) < b
    case (.number(let a), .integer(let b)): a < Double(b)
    case (.number(let a), .number(let b)): a < b
    }
  }
}

extension CellValue {
  /// The name of the section of a row that has this value.
  fileprivate var sectionName: String { self == .number(0) ? "0" : text }
}

extension TextPool {
  /// Returns the code, minus one, of the section name of each slot of a column.
  fileprivate mutating func codes(
    ofNamesIn column: Column, slots: Int, _ isCancelled: @Sendable () -> Bool
  ) throws -> [UInt32] {
    var codes: [UInt32] = []
    codes.reserveCapacity(slots)
    for chunk in 0..<Chunk.count(for: slots) {
      if isCancelled() { throw CancellationError() }
      let first = chunk << Chunk.shift
      let chunkSlots = UInt32(first)..<UInt32(first + Chunk.rows(of: chunk, count: slots))
      guard case .text(let texts) = column else {
        for slot in chunkSlots {
          codes.append(code(of: Array(column.value(slot).sectionName.utf8).span) - 1)
        }
        continue
      }
      if case .coded(let pooled) = texts.pieces[chunk].content {
        add(pooled, of: texts.pool, to: &codes)
      } else {
        for slot in chunkSlots {
          codes.append((texts.withShown(slot) { self.code(of: $0) } ?? emptyCode()) - 1)
        }
      }
    }
    return codes
  }

  /// Appends the codes, minus one, of texts that have codes in another pool.
  ///
  /// Looks each text up once per chunk.
  private mutating func add(_ texts: [UInt32], of pool: TextPool, to codes: inout [UInt32]) {
    var known = [UInt32](repeating: Self.null, count: pool.count + 1)
    for text in texts {
      if known[Int(text)] == Self.null {
        known[Int(text)] =
          text == Self.null
          ? emptyCode() : pool.block.shown.with(Int(text) - 1) { self.code(of: $0) }
      }
      codes.append(known[Int(text)] - 1)
    }
  }

  private mutating func emptyCode() -> UInt32 {
    let empty: [UInt8] = []
    return code(of: empty.span)
  }
}
