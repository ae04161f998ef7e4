import Shortlist
import ShortlistTerminal

/// The time and memory that a list used, as a table for display.
struct ListFigures {
  /// The rows of the list.
  var rows: Int
  /// nil for rows on a server, as is `memory`.
  var times: ListTimes?
  var memory: MemoryUse?
  /// The peak memory of the process, in bytes; nil if unknown.
  var peak: Int?

  /// The lines, each with a line terminator.
  var text: String {
    var table = TextTable([.left, .right, .right])
    table.append(["rows", rows.grouped, ""])
    if let time = times?.loading { table.append(["read in", milliseconds(time), "ms"]) }
    if let time = times?.search { table.append(["last searched in", milliseconds(time), "ms"]) }
    table.append(["memory", "MB", "bytes a row"])
    if let memory {
      append("texts", memory.texts, to: &table)
      append("folded texts", memory.foldedTexts, to: &table)
      append("letters of texts", memory.letters, to: &table)
      append("codes of texts", memory.codes, to: &table)
      append("columns", memory.columns, to: &table)
      append("ids", memory.ids, to: &table)
      append("orders", memory.orders, to: &table)
      append("kept results", memory.results, to: &table)
      append("selection", memory.selection, to: &table)
      append("in all", memory.total, to: &table)
    }
    if let peak { append("process at most", peak, to: &table) }
    return table.text
  }

  private func append(_ name: String, _ bytes: Int, to table: inout TextTable) {
    let perRow = rows == 0 ? "" : tenths(Double(bytes) / Double(rows))
    table.append([name, tenths(Double(bytes) / 1e6), perRow])
  }

  private func milliseconds(_ time: Duration) -> String { tenths(time / .milliseconds(1)) }

  /// Returns a number with one decimal place.
  private func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\((tenths / 10).grouped).\(tenths % 10)"
  }
}
