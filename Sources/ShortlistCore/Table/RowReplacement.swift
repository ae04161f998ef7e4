/// The difference between a table's rows and an ordered list of new rows: the previous slot of each
/// row, and which rows are new or changed.
struct RowReplacement: Sendable {
  /// The slot of the existing row with the same id for each of the given rows; `none` if there is
  /// none.
  private(set) var slots: [UInt32] = []
  /// The indices of the rows that are new or have changed values, ascending.
  private(set) var changed: [Int] = []
  /// The rows that stay and count as changed although their values are the same.
  private(set) var touched: Set<RowID> = []
  /// The slots of the removed rows.
  private(set) var gone: RowSet
  /// Whether the remaining rows keep their order.
  private(set) var staysSorted = true
  /// Whether any row remains.
  private var hasStaying = false
  /// Whether a new row precedes a remaining one.
  private var hasNewBefore = false

  /// The slot value that marks a new row.
  static let none = UInt32.max

  /// The new rows.
  let rows: NewRows

  /// Whether rows remain, keep their order and precede all new rows.
  var keepsPlaces: Bool { hasStaying && staysSorted && !hasNewBefore }

  /// Compares a table's rows with new ones, by id.
  ///
  /// - Throws: `WriteError` at the first row that has a value that does not fit, has no id, or
  ///   repeats the id of an earlier row.
  /// - Complexity: O(rows) per attribute
  init(of table: RowTable, by rows: NewRows, workers: Workers) throws(WriteError) {
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
          throw WriteError(index: index, reason: "there is a row \(try rows.id(index)) already")
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
      touched.formUnion(piece.touched)
      if let refusal = piece.refusal { throw refusal }
    }
  }

  /// The comparison of a range of rows, up to the first invalid one.
  private struct Piece: Sendable {
    var slots: [UInt32] = []
    var changed: [Int] = []
    var touched: [RowID] = []
    var refusal: WriteError?

    init(_ range: Range<Int>, of rows: NewRows, _ table: RowTable) {
      slots.reserveCapacity(range.count)
      // Most rows still follow the row that they followed before.
      var next: UInt32 = 0
      for index in range {
        do throws(WriteError) {
          let row = try rows[index]
          let slot = try table.slot(of: row, expected: next, rows, index)
          slots.append(slot ?? RowReplacement.none)
          guard let slot, table.holds(row, slot) else {
            if let slot { next = slot + 1 }
            changed.append(index)
            continue
          }
          next = slot + 1
          let id = try rows.id(of: row, index)
          if rows.isTouched(index, id) {
            changed.append(index)
            touched.append(id)
          }
        } catch {
          refusal = error
          return
        }
      }
    }
  }
}

/// The rows that replace all rows of a table.
struct NewRows: Sendable {
  /// The number of rows.
  let count: Int
  /// The attributes.
  let schema: ListSchema
  /// The index of the id attribute.
  let idAttribute: Int
  /// Returns the values of a row, in the order of the attributes.
  let row: @Sendable (Int) -> [CellValue]
  /// Returns whether a row that stays counts as changed even if no value does, by its index and id.
  let isTouched: @Sendable (Int, RowID) -> Bool

  /// Returns the values of a row, converted to the attributes' types.
  ///
  /// - Throws: `WriteError` if a value does not fit.
  subscript(index: Int) -> [CellValue] {
    get throws(WriteError) {
      var row = row(index)
      for (column, entry) in schema.entries.enumerated() {
        guard let value = entry.type.fitting(row[column]) else {
          throw WriteError(
            index: index,
            reason: "\(row[column].text) is not of type \(entry.type.rawValue) (\(entry.name))")
        }
        if entry.type == .number || entry.type == .date { row[column] = value }
      }
      return row
    }
  }

  /// Returns the id of a row.
  ///
  /// - Throws: `WriteError` if the row has no id or one of its values does not fit.
  func id(_ index: Int) throws(WriteError) -> RowID { try id(of: try self[index], index) }

  func id(of row: [CellValue], _ index: Int) throws(WriteError) -> RowID {
    guard let id = RowID(row[idAttribute]) else {
      throw WriteError(index: index, reason: "a row needs an id")
    }
    return id
  }
}

extension RowTable {
  /// Returns the slot of the row with a new row's id; tries `expected` first.
  fileprivate func slot(
    of row: [CellValue], expected: UInt32, _ new: NewRows, _ index: Int
  ) throws(WriteError) -> UInt32? {
    if expected < slots, rows[expected], !row[new.idAttribute].isNull,
      columns.span[new.idAttribute].holds(row[new.idAttribute], expected)
    {
      return expected
    }
    return slot(of: try new.id(of: row, index))
  }

  /// Returns whether the row in a slot has these values.
  fileprivate func holds(_ row: [CellValue], _ slot: UInt32) -> Bool {
    columns.indices.allSatisfy { columns.span[$0].holds(row[$0], slot) }
  }
}

extension Column {
  /// Returns whether a slot has this value.
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
