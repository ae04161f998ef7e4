/// Cuts a stream of bytes into lines, however it arrives.
struct LineSplitter {
  /// The beginning of a line whose end has not come yet.
  private var partial: [UInt8] = []

  /// Takes the next bytes of the stream, and gives the lines that they end, without line ends.
  ///
  /// - Complexity: O(*n*) for *n* new bytes, amortised over a line: what has come of a line before
  ///   is not looked at again.
  mutating func take(_ block: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = block
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      partial += rest[..<end]
      lines.append(partial)
      partial = []
      rest = rest[(end + 1)...]
    }
    partial += rest
    return lines
  }

  /// Ends the stream, and gives its last line if that has no line end.
  mutating func end() -> [UInt8]? {
    defer { partial = [] }
    return partial.isEmpty ? nil : partial
  }
}
