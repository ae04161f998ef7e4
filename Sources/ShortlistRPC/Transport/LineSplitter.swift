/// Cuts a stream of bytes into lines, however it arrives.
struct LineSplitter {
  /// The bytes of the longest line; of one that is longer only one byte too many is kept.
  var limit = Int.max
  /// The beginning of a line whose end has not come yet.
  private var partial: [UInt8] = []
  /// Whether the rest of the line is left out, which is too long.
  private var isSkipping = false

  init(limit: Int = .max) { self.limit = limit }

  /// Takes the next bytes of the stream, and gives the lines that they end, without line ends.
  ///
  /// A line that is too long is given as soon as that is known, cut one byte after the limit.
  ///
  /// - Complexity: O(*n*) for *n* new bytes, amortised over a line: what has come of a line before
  ///   is not looked at again.
  mutating func take(_ block: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = block
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end], to: &lines)
      if !isSkipping { lines.append(partial) }
      partial = []
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    add(rest, to: &lines)
    return lines
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, to lines: inout [[UInt8]]) {
    if isSkipping { return }
    guard bytes.count > limit - partial.count else {
      partial += bytes
      return
    }
    partial += bytes.prefix(limit - partial.count + 1)
    lines.append(partial)
    partial = []
    isSkipping = true
  }

  /// Ends the stream, and gives its last line if that has no line end.
  mutating func end() -> [UInt8]? {
    defer { partial = [] }
    return partial.isEmpty ? nil : partial
  }
}
