/// An editable line of text with a cursor.
package struct SearchField: Hashable, Sendable {
  package enum Edit: Hashable, Sendable {
    case left, right, wordLeft, wordRight, start, end
    case deleteBackward, deleteForward, deleteWordBackward, deleteToEnd, clear
    case deleteWordForward, deleteToStart, yank
    case subwordLeft, subwordRight, deleteSubwordBackward, deleteSubwordForward
  }

  /// The text.
  package private(set) var text: String
  /// The position of the cursor.
  package private(set) var position: String.Index
  /// The text that was deleted last as a word or to an end.
  private var deleted = ""

  /// The maximum number of Unicode scalars.
  static let longest = 4096

  package init(_ text: String = "") {
    self.text = text
    position = text.endIndex
  }

  /// Inserts text at the cursor.
  ///
  /// White space becomes a space; other control characters are dropped.
  package mutating func insert(_ new: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in new.unicodeScalars.prefix(max(0, Self.longest - text.unicodeScalars.count)) {
      if scalar.properties.isWhitespace {
        scalars.append(" ")
      } else if scalar.properties.generalCategory != .control {
        scalars.append(scalar)
      }
    }
    let before =
      text[..<position].utf16.count + scalars.reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
    text.unicodeScalars.insert(contentsOf: scalars, at: position)
    // A combining mark joins the preceding letter; keep the cursor on a grapheme boundary.
    let end = text.utf16.index(text.startIndex, offsetBy: before)
    position = text.indices.first { $0 >= end } ?? text.endIndex
  }

  /// Moves the cursor or deletes text.
  package mutating func edit(_ edit: Edit) {
    switch edit {
    case .left: position = before(position)
    case .right: position = after(position)
    case .wordLeft: position = wordStart(before: position)
    case .wordRight: position = wordEnd(after: position)
    case .start: position = text.startIndex
    case .end: position = text.endIndex
    case .deleteBackward: remove(from: before(position), to: position)
    case .deleteForward: remove(from: position, to: after(position))
    case .deleteWordBackward: cut(from: wordStart(before: position), to: position)
    case .deleteToEnd: cut(from: position, to: text.endIndex)
    case .deleteWordForward: cut(from: position, to: wordEnd(after: position))
    case .deleteToStart: cut(from: text.startIndex, to: position)
    case .clear: cut(from: text.startIndex, to: text.endIndex)
    case .yank: insert(deleted)
    case .subwordLeft: position = subwordStart(before: position)
    case .subwordRight: position = subwordEnd(after: position)
    case .deleteSubwordBackward: cut(from: subwordStart(before: position), to: position)
    case .deleteSubwordForward: cut(from: position, to: subwordEnd(after: position))
    }
  }

  private mutating func cut(from start: String.Index, to end: String.Index) {
    if start < end { deleted = String(text[start..<end]) }
    remove(from: start, to: end)
  }

  private mutating func remove(from start: String.Index, to end: String.Index) {
    let prefix = text[..<start]
    let count = prefix.utf16.count
    text = String(prefix + text[end...])
    let place = text.utf16.index(text.startIndex, offsetBy: count)
    position = text.indices.first { $0 >= place } ?? text.endIndex
  }

  private func before(_ index: String.Index) -> String.Index {
    index == text.startIndex ? index : text.index(before: index)
  }

  private func after(_ index: String.Index) -> String.Index {
    index == text.endIndex ? index : text.index(after: index)
  }

  private func wordStart(before index: String.Index) -> String.Index {
    var index = index
    while index > text.startIndex, text[text.index(before: index)].isWhitespace {
      index = text.index(before: index)
    }
    while index > text.startIndex, !text[text.index(before: index)].isWhitespace {
      index = text.index(before: index)
    }
    return index
  }

  /// Returns the start of the part of a word before an index.
  ///
  /// A part has only letters and digits, and begins at each capital letter after a small one.
  private func subwordStart(before index: String.Index) -> String.Index {
    var index = index
    while index > text.startIndex, !isInSubword(before(index)) { index = before(index) }
    while index > text.startIndex, isInSubword(before(index)) {
      index = before(index)
      if isSubwordStart(index) { break }
    }
    return index
  }

  private func subwordEnd(after index: String.Index) -> String.Index {
    var index = index
    while index < text.endIndex, !isInSubword(index) { index = after(index) }
    while index < text.endIndex, isInSubword(index) {
      index = after(index)
      if isSubwordStart(index) { break }
    }
    return index
  }

  private func isInSubword(_ index: String.Index) -> Bool {
    text[index].isLetter || text[index].isNumber
  }

  private func isSubwordStart(_ index: String.Index) -> Bool {
    index > text.startIndex && index < text.endIndex && text[index].isUppercase
      && text[before(index)].isLowercase
  }

  private func wordEnd(after index: String.Index) -> String.Index {
    var index = index
    while index < text.endIndex, text[index].isWhitespace { index = text.index(after: index) }
    while index < text.endIndex, !text[index].isWhitespace { index = text.index(after: index) }
    return index
  }
}
