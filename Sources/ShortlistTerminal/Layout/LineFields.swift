/// How lines are divided into fields, as fzf divides them.
package struct LineFields: Hashable, Sendable {
  /// The bytes between two fields; empty for blanks and tabs.
  private let delimiter: [UInt8]

  /// Creates a division.
  ///
  /// - Parameter delimiter: The text between two fields. If it is nil, blanks and tabs separate
  ///   fields, and those at the start of a line belong to no field.
  package init(delimiter: String? = nil) { self.delimiter = Array((delimiter ?? "").utf8) }

  /// Returns the fields of a line, each with what divides it from the next one.
  ///
  /// - Complexity: O(n)
  package func fields(of line: [UInt8]) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var start = delimiter.isEmpty ? line.firstIndex { !Self.isBlank($0) } ?? line.count : 0
    var index = start
    while index < line.count {
      guard let length = dividerLength(in: line, at: index) else {
        index += 1
        continue
      }
      index += length
      fields.append(start..<index)
      start = index
    }
    // What follows a delimiter is a field, even if it is empty.
    if start < line.count || !delimiter.isEmpty { fields.append(start..<line.count) }
    return fields
  }

  /// Returns what a line has in ranges of fields, without what divides the last field of all from
  /// the next one.
  ///
  /// - Parameters:
  ///   - ranges: The ranges.
  ///   - line: The line.
  ///   - keepsBlanks: Whether blanks and tabs after the last field are kept.
  /// - Returns: A range of bytes for each range of fields, in their order.
  /// - Complexity: O(n)
  package func parts(
    _ ranges: [FieldRange], of line: [UInt8], keepsBlanks: Bool = false
  ) -> [Range<Int>] {
    let fields = fields(of: line)
    var parts = ranges.map { range in
      let indices = range.indices(of: fields.count)
      return indices.isEmpty
        ? 0..<0 : fields[indices.lowerBound].lowerBound..<fields[indices.upperBound - 1].upperBound
    }
    if keepsBlanks && delimiter.isEmpty { return parts }
    if let last = parts.last { parts[parts.count - 1] = withoutDivider(last, in: line) }
    return parts
  }

  private func withoutDivider(_ part: Range<Int>, in line: [UInt8]) -> Range<Int> {
    if !delimiter.isEmpty {
      return line[part].reversed().starts(with: delimiter.reversed())
        ? part.lowerBound..<part.upperBound - delimiter.count : part
    }
    let end = line[part].lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? part.lowerBound
    return part.lowerBound..<end
  }

  /// Returns the length of what divides two fields at an index; nil if there is nothing of that.
  private func dividerLength(in line: [UInt8], at index: Int) -> Int? {
    if !delimiter.isEmpty {
      return line[index...].starts(with: delimiter) ? delimiter.count : nil
    }
    let end = line[index...].firstIndex { !Self.isBlank($0) } ?? line.count
    return end > index ? end - index : nil
  }

  /// Returns a text without blanks and tabs around it.
  package static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let start = text.drop(while: isBlank)
    return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
  }

  /// Whether a byte is a blank, a tab or a line feed.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A
  }
}
