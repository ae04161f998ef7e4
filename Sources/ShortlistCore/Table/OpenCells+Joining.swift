/// A range of cells and its place in a chunk.
struct CellPart: Sendable {
  var cells: OpenCells
  var rows: Range<Int>
  /// The row of the first cell within the chunk.
  var start: Int

  /// Creates a part of nulls.
  init(nulls rows: Range<Int>) {
    cells = OpenCells(of: nil)
    cells.appendNulls(rows.count)
    (self.rows, start) = (0..<rows.count, rows.lowerBound)
  }

  init(_ cells: OpenCells, _ rows: Range<Int>, at start: Int) {
    (self.cells, self.rows, self.start) = (cells, rows, start)
  }

  /// The row within the chunk just past the last cell.
  var end: Int { start + rows.count }

  /// The total size of the cells in bytes if they are stored as texts, else 0.
  var byteCount: Int { cells.form == .texts ? cells.texts.bytes(of: rows) : 0 }
}

extension OpenCells {
  /// Concatenates the cells of several parts.
  ///
  /// - Complexity: O(cells + bytes), at memory speed; O(1) for a single part that covers all its
  ///   cells
  init(joining parts: [CellPart]) {
    if parts.count == 1, parts[0].rows == 0..<parts[0].cells.count {
      self = parts[0].cells
      return
    }
    self.init(of: nil)
    let form = Self.form(of: parts)
    let bytes = form == .texts ? parts.reduce(0) { $0 + $1.cells.texts.bytes(of: $1.rows) } : 0
    reserve(form, parts.reduce(0) { $0 + $1.rows.count }, bytes: bytes)
    for part in parts { join(part) }
  }

  /// Returns the form that can store the cells of all parts.
  private static func form(of parts: [CellPart]) -> Form {
    var form = Form.nulls
    var isPlain: Bool?
    for part in parts where part.cells.form != .nulls {
      let cells = part.cells
      if cells.form == .texts || isPlain ?? cells.isPlain != cells.isPlain { return .texts }
      isPlain = cells.isPlain
      form = form == .numbers ? .numbers : cells.form
    }
    // Integers can join other numbers only if `Double` represents them exactly.
    let areExact = form != .numbers || parts.allSatisfy(\.cells.areExact)
    return areExact ? form : .texts
  }
}
