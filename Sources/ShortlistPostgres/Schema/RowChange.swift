import ShortlistJSON

/// A change of a row, as a list of changes has it.
struct RowChange: Hashable, Sendable {
  /// The texts of the values of the key; nil stands for all rows.
  var key: [String]?
  /// Whether the key came (1) or went (-1).
  var change: Int?
  /// The row before the change, as a JSON object.
  var old: String?

  /// The change that stands for all rows.
  static let all = RowChange()

  /// The approximate size in bytes.
  var size: Int { 64 + (old?.utf8.count ?? 0) + (key ?? []).reduce(0) { $0 + $1.utf8.count } }

  /// The change as a JSON object that `ChangeEntries` reads.
  func json(seq: Int) -> String {
    var members = ["\"seq\":\(seq)"]
    if let change { members.append("\"change\":\(change)") }
    if let old { members.append("\"old\":\(old)") }
    for (index, value) in (key ?? []).enumerated() {
      members.append("\"k\(index)\":\(JSON.string(value))")
    }
    return "{\(members.joined(separator: ","))}"
  }
}
