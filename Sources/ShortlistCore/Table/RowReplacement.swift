/// How the rows of a table become others, which are given in their order: where each was before, and
/// which are new or changed.
struct RowReplacement: Sendable {
  /// For each new row the slot of the row that has its id; `none` if it is new.
  private(set) var slots: [UInt32] = []
  /// The indices of the rows that are new or have other values, ascending.
  private(set) var changed: [Int] = []
  /// The slots of the rows that are gone.
  private(set) var gone: RowSet
  /// Whether the rows that stay keep their order.
  private(set) var staysSorted = true
  /// Whether a row stays.
  private var hasStaying = false
  /// Whether there are new rows before one that stays.
  private var hasNewBefore = false

  /// What stands for the slot of a new row.
  static let none = UInt32.max

  /// The new rows.
  let rows: NewRows

  /// Whether rows stay, in their order, and new ones come behind them.
  var keepsPlaces: Bool { hasStaying && staysSorted && !hasNewBefore }

  /// Compares rows with those of a table, by their ids.
  ///
  /// - Throws: `WriteRefusal` at the first row with a value that does not fit, without id, or with
  ///   the id of a row before it.
  /// - Complexity: O(rows) for each attribute
  init(of table: RowTable, by rows: NewRows, workers: Workers) throws(WriteRefusal) {
    self.rows = rows
    gone = table.rows
    let pieces = workers.map(Chunk.count(for: rows.count)) { chunk in
      let start = chunk << Chunk.shift
      return Piece(start..<start + Chunk.rows(of: chunk, count: rows.count), of: rows, table)
    }
    slots.reserveCapacity(rows.count)
    var new: Set<RowID> = []
    var last: UInt32?
    for piece in pieces {
      for slot in piece.slots {
        let index = slots.count
        let isFirst =
          slot == Self.none ? new.insert(try rows.id(index)).inserted : gone[slot]
        guard isFirst else {
          throw WriteRefusal(index: index, reason: "there is a row \(try rows.id(index)) already")
        }
        slots.append(slot)
        if slot == Self.none { continue }
        gone[slot] = false
        hasStaying = true
        if let last, slot < last { staysSorted = false }
        last = slot
        if !new.isEmpty { hasNewBefore = true }
      }
      changed += piece.changed
      if let refusal = piece.refusal { throw refusal }
    }
  }

  /// The comparison of some of the rows, up to the first that cannot be one.
  private struct Piece: Sendable {
    var slots: [UInt32] = []
    var changed: [Int] = []
    var refusal: WriteRefusal?

    init(_ range: Range<Int>, of rows: NewRows, _ table: RowTable) {
      slots.reserveCapacity(range.count)
      // Most rows follow the one that they followed before.
      var next: UInt32 = 0
      for index in range {
        do throws(WriteRefusal) {
          let row = try rows[index]
          let slot = try table.slot(of: row, expected: next, rows, index)
          slots.append(slot ?? RowReplacement.none)
          if let slot { next = slot + 1 }
          if slot.map({ table.holds(row, $0) }) != true { changed.append(index) }
        } catch {
          refusal = error
          return
        }
      }
    }
  }
}

/// Rows that are to stand in place of all others.
struct NewRows: Sendable {
  /// The number of rows.
  let count: Int
  /// The attributes.
  let schema: ListSchema
  /// The attribute that has the ids.
  let idAttribute: Int
  /// The values of a row, in the order of the attributes.
  let row: @Sendable (Int) -> [CellValue]

  /// The values of a row as the attributes hold them.
  ///
  /// - Throws: `WriteRefusal` if one does not fit.
  subscript(index: Int) -> [CellValue] {
    get throws(WriteRefusal) {
      var row = row(index)
      for (column, entry) in schema.entries.enumerated() {
        guard let value = entry.type.fitting(row[column]) else {
          throw WriteRefusal(
            index: index,
            reason: "\(row[column].text) is not of type \(entry.type.rawValue) (\(entry.name))")
        }
        if entry.type == .number || entry.type == .date { row[column] = value }
      }
      return row
    }
  }

  /// The id of a row.
  ///
  /// - Throws: `WriteRefusal` if it has none, or another value does not fit.
  func id(_ index: Int) throws(WriteRefusal) -> RowID { try id(of: try self[index], index) }

  fileprivate func id(of row: [CellValue], _ index: Int) throws(WriteRefusal) -> RowID {
    guard let id = RowID(row[idAttribute]) else {
      throw WriteRefusal(index: index, reason: "a row needs an id")
    }
    return id
  }
}

extension RowTable {
  /// The slot of the row that has the id of a new row; it is looked for in `expected` first.
  fileprivate func slot(
    of row: [CellValue], expected: UInt32, _ new: NewRows, _ index: Int
  ) throws(WriteRefusal) -> UInt32? {
    let column = columns[new.idAttribute]
    if expected < slots, rows[expected], !row[new.idAttribute].isNull,
      column.holds(row[new.idAttribute], expected)
    {
      return expected
    }
    return slot(of: try new.id(of: row, index))
  }

  /// Whether the row in a slot has these values.
  fileprivate func holds(_ row: [CellValue], _ slot: UInt32) -> Bool {
    columns.indices.allSatisfy { columns[$0].holds(row[$0], slot) }
  }
}

extension Column {
  /// Whether a slot has this value.
  func holds(_ value: CellValue, _ slot: UInt32) -> Bool {
    switch (self, value) {
    case (.text(let texts), .text(var text)):
      return texts.withShown(slot) { shown in
        text.withUTF8 { unsafe shown.isSame(as: $0.span) }
      } ?? false
    case (.integer(let flat), .integer(let integer)): return flat[slot] == integer
    case (.number(let flat), .number(let number)): return flat[slot] == number
    default: return self.value(slot) == value
    }
  }
}
