import ShortlistCore

/// A parser of a JSON array of objects, each a row, that holds at most one object in memory.
///
/// It only separates the elements, by their brackets, strings and commas. Each element is validated
/// when it is parsed.
package struct JSONArrayParser: RowParser {
  private enum State {
    case beforeArray
    case inArray
    case afterArray
  }

  /// The line of the next byte.
  package private(set) var line = 1

  private let name: String
  private var rows: JSONRowReader
  private var rowCount = 0
  private var state = State.beforeArray
  /// The line on which the current element starts, including the white space before it.
  private var elementLine = 1
  /// The part of the current element from earlier blocks.
  private var copied: [UInt8] = []
  /// The number of open brackets within the element.
  private var depth = 0
  private var isInString = false
  /// Whether a backslash escapes the next byte.
  private var isEscaped = false

  /// Creates a parser.
  ///
  /// - Parameter name: The name of the source in errors.
  package init(name: String) {
    self.name = name
    rows = JSONRowReader(name: name)
  }

  package var isBetweenRows: Bool { true }

  package var pending: PendingRecord? {
    copied.isEmpty ? nil : PendingRecord(line: elementLine, bytes: copied.count)
  }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var start = 0
    if state == .beforeArray { start = try enterArray(in: text) }
    while state == .inArray {
      let end = endOfElement(in: text, from: start)
      guard end < text.count else { break }
      let isLast = text[end] == UInt8(ascii: "]")
      let hadRows = rowCount
      try endElement(text.extracting(start..<end), isLast: isLast, into: &sink)
      start = end + 1
      elementLine = line
      if isLast { state = .afterArray }
      if rowCount > hadRows { try afterRow(&sink) }
    }
    let rest = text.extracting(start..<text.count)
    switch state {
    case .beforeArray: line += rest.lineFeeds
    case .inArray:
      line += rest.lineFeeds
      copied.append(rest, 0..<rest.count)
    case .afterArray:
      let blank = rest.firstIndexOfNonBlank
      line += rest.extracting(0..<blank).lineFeeds
      guard blank == rest.count else { throw error("text after the array") }
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    switch state {
    case .beforeArray: throw error("an array of objects is missing")
    case .inArray:
      let none: [UInt8] = []
      try endElement(none.span, isLast: false, into: &sink)
      throw error("a comma or ] is missing")
    case .afterArray: break
    }
  }

  /// Skips the bracket that opens the array.
  ///
  /// - Returns: The offset after it.
  private mutating func enterArray(in text: Span<UInt8>) throws -> Int {
    let start = text.firstIndexOfNonBlank
    line += text.extracting(0..<start).lineFeeds
    elementLine = line
    guard start < text.count else { return start }
    guard text[start] == UInt8(ascii: "[") else { throw error("not an array of objects") }
    state = .inArray
    return start + 1
  }

  /// Returns the index of the comma or bracket that ends the current element; `count` if the text
  /// ends first.
  private mutating func endOfElement(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    if isEscaped && index < text.count {
      isEscaped = false
      index += 1
    }
    while index < text.count {
      if isInString {
        index = text.firstIndex(of: Byte.quote, or: UInt8(ascii: "\\"), from: index)
        guard index < text.count else { break }
        if text[index] == Byte.quote {
          isInString = false
        } else {
          index += 1
          isEscaped = index == text.count
        }
      } else {
        switch text[index] {
        case Byte.quote: isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ","): if depth == 0 { return index }
        case UInt8(ascii: "]"):
          if depth == 0 { return index }
          depth -= 1
        case UInt8(ascii: "}"): if depth > 0 { depth -= 1 }
        default: break
        }
      }
      index += 1
    }
    return text.count
  }

  /// Parses the current element; `rest` is the part that was not copied.
  private mutating func endElement<Sink: RowSink>(
    _ rest: Span<UInt8>, isLast: Bool, into sink: inout Sink
  ) throws {
    line += rest.lineFeeds
    if copied.isEmpty { return try addRow(rest, isLast: isLast, into: &sink) }
    copied.append(rest, 0..<rest.count)
    let element = copied
    copied.removeAll(keepingCapacity: true)
    try addRow(element.span, isLast: isLast, into: &sink)
  }

  private mutating func addRow<Sink: RowSink>(
    _ element: Span<UInt8>, isLast: Bool, into sink: inout Sink
  ) throws {
    if isLast && rowCount == 0 && element.isBlank { return }
    rowCount += 1
    try rows.read(element, row: rowCount, line: elementLine, into: &sink)
  }

  private func error(_ reason: String) -> SourceError {
    SourceError(path: name, line: line, reason: reason)
  }
}
