import Shortlist

extension CellValue {
  /// The value as text for display in a table.
  var shown: String {
    if case .list(let elements) = self { return elements.joined(separator: ", ") }
    return text
  }
}
