import Shortlist

extension CellValue {
  /// The value as a person reads it in a table.
  var shown: String {
    if case .list(let elements) = self { return elements.joined(separator: ", ") }
    return text
  }
}
