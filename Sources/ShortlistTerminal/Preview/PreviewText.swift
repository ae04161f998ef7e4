/// The output of a preview command, as far as it has come.
///
/// Keeps the beginning of the output only, so that a command that never ends needs no more memory.
package struct PreviewText: Hashable, Sendable {
  /// The most bytes that are kept.
  package static let mostBytes = 1 << 20
  /// The most lines that are kept.
  package static let mostLines = 10_000
  /// The maximum number of bytes shown of a line that has not ended.
  ///
  /// Such a line is parsed each time that it is drawn.
  private static let longestOpenLine = 1 << 14

  /// The lines that have ended.
  private var lines: [StyledText] = []
  /// The bytes of the line that has not ended.
  private var rest: [UInt8] = []
  /// The style at the end of `lines`.
  private var style = Style.plain
  private var byteCount = 0

  package init() {}

  /// Whether no more output is kept.
  package var isFull: Bool { byteCount >= Self.mostBytes || lines.count >= Self.mostLines }

  /// The number of lines, with the one that has not ended.
  package var count: Int { lines.count + (rest.isEmpty ? 0 : 1) }

  /// Adds output, as far as there is room for it.
  package mutating func append(_ bytes: [UInt8]) {
    var bytes = bytes.prefix(max(0, Self.mostBytes - byteCount))
    while !isFull, let end = bytes.firstIndex(of: 0x0A) {
      rest += bytes[..<end]
      byteCount += end + 1 - bytes.startIndex
      bytes = bytes[(end + 1)...]
      if rest.last == 0x0D { rest.removeLast() }
      lines.append(StyledText(rest[...], style: &style))
      rest = []
    }
    if isFull { return }
    rest += bytes
    byteCount += bytes.count
  }

  /// Returns the lines from an index on, at most so many.
  package func lines(from first: Int, limit: Int) -> [StyledText] {
    var shown = Array(lines.dropFirst(first).prefix(limit))
    if shown.count < limit && first <= lines.count && !rest.isEmpty {
      var style = style
      shown.append(StyledText(rest.prefix(Self.longestOpenLine), style: &style))
    }
    return shown
  }
}
