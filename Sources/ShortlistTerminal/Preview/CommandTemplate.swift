package import Shortlist

/// A command line with placeholders for rows and for the search.
///
/// The placeholders are those of fzf; everything else in braces stays as it is:
///
/// | placeholder | stands for |
/// | --- | --- |
/// | `{}` | the row |
/// | `{1}`, `{-1}`, `{2..}`, `{1,3}` | fields of a line (`LineFields`), columns of a table |
/// | `{name}` | the attribute of that name |
/// | `{n}` | the index of a line, from 0; the id of a row of a table |
/// | `{q}`, `{q:1}`, `{q:2..}` | the search, words of it |
/// | `{+}`, `{+1}`, `{+name}`, `{+n}` | the same of each picked row, or else of this one |
/// | `{*}`, `{*1}`, `{*name}`, `{*n}` | the same of each row that matches |
/// | `{f}`, `{+f}`, `{*f1}` | the path of a file that has the same, in lines |
/// | `{r}`, `{r1}` | the same without quotes |
/// | `\{}` | `{}` itself |
///
/// What takes the place of one is quoted for the shell, unless it has the flag `r`.
package struct CommandTemplate: Hashable, Sendable {
  /// What a placeholder stands for in a row.
  private enum Content: Hashable, Sendable {
    case row, index, attribute(Int)
    case fields([FieldRange])
  }

  private enum Part: Hashable, Sendable {
    case text(String)
    case search([FieldRange]?)
    case rows(Content, Set<Flag>)
  }

  /// The letters before what a placeholder stands for.
  package enum Flag: Character, Sendable {
    case picked = "+"
    case matching = "*"
    case space = "s"
    case raw = "r"
    case file = "f"
  }

  /// A row that a placeholder stands for.
  package typealias Row = (id: RowID, values: [CellValue])

  private var parts: [Part] = []
  /// The indices of the columns of a table; nil for lines.
  private let columns: [Int]?
  private let fields: LineFields
  private let place: Int?

  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - text: The command line.
  ///   - schema: The attributes of the rows; lines have only one.
  ///   - columns: The attributes that are shown; nil for all.
  ///   - fields: How lines are divided into fields.
  ///   - place: The index of the value with the line number; nil if the row's id is the line
  ///     number.
  package init(
    _ text: String, schema: ListSchema, columns: [String]? = nil,
    fields: LineFields = LineFields(), place: Int? = nil
  ) {
    self.fields = fields
    self.place = place
    let isTable = schema.entries.count > 1
    self.columns =
      isTable
      ? columns?.compactMap { schema.index(of: $0) } ?? Array(schema.entries.indices) : nil
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let isEscaped = open > rest.startIndex && rest[rest.index(before: open)] == "\\"
      let inner = rest[open...].dropFirst().prefix { $0 != "}" && $0 != "{" }
      let close = inner.endIndex
      guard close < rest.endIndex, rest[close] == "}", let part = Self.part(inner, schema) else {
        plain += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      plain += rest[..<open]
      if isEscaped {
        plain.removeLast()
        plain += rest[open...close]
      } else {
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(part)
      }
      rest = rest[close...].dropFirst()
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
  }

  /// Returns the placeholder of a text in braces; nil if it is none.
  private static func part(_ text: Substring, _ schema: ListSchema) -> Part? {
    if text == "q" { return .search(nil) }
    if text.hasPrefix("q:") { return FieldRange.ranges(text.dropFirst(2)).map { .search($0) } }
    var (rest, flags) = (text, Set<Flag>())
    while true {
      if rest.isEmpty { return .rows(.row, flags) }
      if rest == "n" { return .rows(.index, flags) }
      if let index = schema.index(of: String(rest)) { return .rows(.attribute(index), flags) }
      if rest == "nf" { return .rows(.index, flags.union([.file])) }
      if let ranges = FieldRange.ranges(rest) { return .rows(.fields(ranges), flags) }
      guard let flag = rest.first.flatMap(Flag.init), flags.insert(flag).inserted else {
        return nil
      }
      rest = rest.dropFirst()
    }
  }

  /// Whether the command depends on the search.
  package var usesSearch: Bool {
    parts.contains { if case .search = $0 { true } else { false } }
  }

  /// Whether the command depends on the row at the cursor, on the picked or on the matching rows.
  package var usesRows: Bool {
    parts.contains { if case .rows = $0 { true } else { false } }
  }

  /// Whether the command depends on the picked or on the matching rows.
  package func uses(_ flag: Flag) -> Bool { most(flag) > 0 }

  /// The most picked or matching rows that the command can be about: 0 if it is about none, fewer
  /// if they are words of the command line than if they are lines of files.
  package func most(_ flag: Flag) -> Int {
    let flags = parts.compactMap { part -> Set<Flag>? in
      if case .rows(_, let flags) = part { flags.contains(flag) ? flags : nil } else { nil }
    }
    if flags.isEmpty { return 0 }
    return flags.allSatisfy { $0.contains(.file) } ? Self.mostInFiles : Self.mostWords
  }

  private static let mostWords = 10_000
  package static let mostInFiles = 1_000_000

  /// Returns the command line with the placeholders filled in.
  ///
  /// - Parameters:
  ///   - row: The row at the cursor; nil if there is none.
  ///   - picked: The picked rows; if there are none, `row` takes their place.
  ///   - matching: The rows that match.
  ///   - search: The typed text.
  ///   - write: Writes a file, and returns its path.
  /// - Returns: The bytes for the shell, without NUL.
  package func command(
    row: Row?, picked: [Row] = [], matching: [Row] = [], search: String,
    writing write: ([UInt8]) throws -> String
  ) rethrows -> [UInt8] {
    let current = row.map { [$0] } ?? []
    var command = ""
    for part in parts {
      switch part {
      case .text(let text): command += text
      case .search(let ranges):
        let words = ranges.map { fields($0, of: search, by: LineFields(), keepsSpace: false) }
        command += Self.quoted(words ?? search)
      case .rows(let content, let flags):
        let rows =
          flags.contains(.matching)
          ? matching : flags.contains(.picked) && !picked.isEmpty ? picked : current
        let keepsSpace = flags.contains(.space)
        let texts = rows.map { text(content, of: $0, keepsSpace: keepsSpace) }
        if flags.contains(.file) {
          let lines = texts.flatMap { KeptBytes.bytes(of: $0) + [UInt8(ascii: "\n")] }
          command += Self.quoted(try write(lines))
        } else {
          command += texts.map { flags.contains(.raw) ? $0 : Self.quoted($0) }
            .joined(separator: " ")
        }
      }
    }
    // An argument ends at a NUL.
    return KeptBytes.bytes(of: command).filter { $0 != 0 }
  }

  /// Returns the command line with the placeholders filled in, and with empty files.
  package func command(row: Row?, picked: [Row] = [], search: String) -> [UInt8] {
    command(row: row, picked: picked, search: search) { _ in "/dev/null" }
  }

  /// Returns the text of a row.
  package func text(of row: Row) -> String { text(.row, of: row, keepsSpace: false) }

  private func text(_ content: Content, of row: Row, keepsSpace: Bool) -> String {
    func cell(_ index: Int) -> String {
      row.values.indices.contains(index) ? row.values[index].text : ""
    }
    switch content {
    case .row: return columns.map { $0.map(cell).joined(separator: "\t") } ?? cell(0)
    case .index:
      guard columns == nil else { return row.id.description }
      if let number = place.flatMap({ Int(cell($0)) }) { return String(number &- 1) }
      if case .integer(let number) = row.id { return String(number &- 1) }
      return row.id.description
    case .attribute(let index): return cell(index)
    case .fields(let ranges):
      if let columns {
        let places = ranges.flatMap { $0.indices(of: columns.count) }
        return places.map { cell(columns[$0]) }.joined(separator: "\t")
      }
      return self.fields(ranges, of: cell(0), by: fields, keepsSpace: keepsSpace)
    }
  }

  /// Returns fields of a text.
  private func fields(
    _ ranges: [FieldRange], of text: String, by fields: LineFields, keepsSpace: Bool
  ) -> String {
    let line = Array(text.utf8)
    let joined = fields.parts(ranges, of: line, keepsBlanks: keepsSpace).flatMap { line[$0] }
    return String(decoding: keepsSpace ? joined[...] : LineFields.trimmed(joined), as: UTF8.self)
  }

  /// Returns a text in single quotes, as one word for a shell.
  package static func quoted(_ text: String) -> String {
    let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: "'\\''") + "'"
  }
}
