/// What is shown in the place of the list, or over a part of it.
package struct Overlays: Sendable {
  /// Index of the first entry shown in the list of keys; nil while the list is hidden.
  package var help: Int?
  /// The index of the first line shown of the details of the row at the cursor; nil while they are
  /// hidden.
  package var details: Int?
  /// The view of the selected rows; nil while the list is shown.
  package var picked: PickedView?
  /// The name of a file that is being typed; nil while none is asked for.
  var fileEntry: FileEntry?
  /// The row that a key is about to name; nil while keys have their usual meaning.
  package var jump: Jump?

  /// Whether Escape closes one of them.
  var closesOnEscape: Bool { picked != nil || details != nil || fileEntry != nil || jump != nil }

  /// Closes what shows a row or the selected rows.
  mutating func closeRows() { (picked, details) = (nil, nil) }

  /// Scrolls the list of keys, or else the details.
  ///
  /// - Returns: Whether one of them is shown.
  mutating func scroll(by lines: Int) -> Bool {
    if let first = help {
      help = first + lines
    } else if let first = details {
      details = first + lines
    } else {
      return false
    }
    return true
  }
}
