import Shortlist

extension CellValue {
  /// The value as text for display in a table.
  var shown: String {
    if case .list(let elements) = self { return elements.joined(separator: ", ") }
    // Lines of files from Windows end so.
    return text.utf8.last == 0x0D ? String(text.unicodeScalars.dropLast()) : text
  }
}
