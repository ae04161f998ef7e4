/// How lines are divided into fields, as fzf divides them.
package struct LineFields: Hashable, Sendable {
  /// What is between two fields; nil for blanks and tabs.
  private let divider: FieldDivider?

  /// Creates a division.
  ///
  /// - Parameter divider: What is between two fields. If it is nil, blanks and tabs separate
  ///   fields, and those at the start of a line belong to no field.
  package init(divider: FieldDivider? = nil) { self.divider = divider }

  /// Returns the fields of a line, each with what divides it from the next one, and the end without
  /// that.
  ///
  /// - Complexity: O(n)
  private func fields(of line: [UInt8]) -> [(range: Range<Int>, end: Int)] {
    var fields: [(range: Range<Int>, end: Int)] = []
    var start = divider == nil ? line.firstIndex { !Self.isBlank($0) } ?? line.count : 0
    var index = start
    while index < line.count {
      guard let length = dividerLength(in: line, at: index) else {
        index += 1
        continue
      }
      fields.append((start..<index + length, index))
      index += length
      start = index
    }
    // What follows a delimiter is a field, even if it is empty.
    if start < line.count || divider != nil { fields.append((start..<line.count, line.count)) }
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
        ? 0..<0
        : fields[indices.lowerBound].range
          .lowerBound..<fields[indices.upperBound - 1].range.upperBound
    }
    guard let last = ranges.last?.indices(of: fields.count).last, !(keepsBlanks && divider == nil)
    else { return parts }
    let part = parts[parts.count - 1]
    let end = divider == nil ? Self.end(of: part, in: line) : fields[last].end
    parts[parts.count - 1] = part.lowerBound..<end
    return parts
  }

  /// Returns the end of a part without the blanks and tabs at its end.
  private static func end(of part: Range<Int>, in line: [UInt8]) -> Int {
    line[part].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? part.lowerBound
  }

  /// Returns the length of what divides two fields at an index; nil if there is nothing of that.
  private func dividerLength(in line: [UInt8], at index: Int) -> Int? {
    if let divider { return divider.length(in: line, at: index) }
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
