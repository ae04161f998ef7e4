extension Changeset<RowID> {
  /// Creates a changeset from its `notation`, with any white space between changes.
  ///
  ///     try Changeset(
  ///       notation: """
  ///         +#1(toys: 7 "x y")
  ///         -0:3(17)
  ///         """)
  ///
  /// - Throws: A `NotationError` with the offset of the part that cannot be parsed.
  /// - Complexity: O(n) for n code points
  public init(notation: String) throws(NotationError) {
    var parser = NotationParser(notation)
    self = try parser.parse()
  }
}

/// A recursive-descent parser over the code points of a notation.
private struct NotationParser {
  private typealias Place = Changeset<RowID>.Place

  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var result = Changeset<RowID>()

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func parse() throws(NotationError) -> Changeset<RowID> {
    skipSpace()
    while at < scalars.count {
      try change()
      if at < scalars.count && !scalars[at].isSpace { throw error(at, "white space") }
      skipSpace()
    }
    return result
  }

  // MARK: Changes

  private mutating func change() throws(NotationError) {
    switch peek {
    case "-":
      at += 1
      if peek == "#" { try sectionDelete() } else { try rowDelete() }
    case "+":
      at += 1
      if peek == "#" { try sectionInsert() } else { try rowInsert() }
    case "#": try sectionMove()
    case "*":
      at += 1
      try rowUpdate()
    case let digit? where "0"..."9" ~= digit: try rowMove()
    default: throw error(at, "a change")
    }
  }

  private mutating func sectionDelete() throws(NotationError) {
    let from = try section()
    try expect("(", "a name in parentheses")
    result.sections.append(.delete(from: from, name: try name()))
    try expect(")", "a closing parenthesis")
  }

  private mutating func sectionInsert() throws(NotationError) {
    let to = try section()
    try expect("(", "a name and ids in parentheses")
    let name = try name()
    try expect(":", "a colon")
    skipSpace()
    var ids: [RowID] = []
    while peek != ")" {
      if at == scalars.count { throw error(at, "a closing parenthesis") }
      ids.append(try id())
      if peek != ")" && peek?.isSpace == false { throw error(at, "white space") }
      skipSpace()
    }
    at += 1
    result.sections.append(.insert(to: to, name: name, ids: ids))
  }

  private mutating func sectionMove() throws(NotationError) {
    let from = try section()
    try expect(">", "the position that it moves to")
    let to = try section()
    try expect("(", "a name in parentheses")
    result.sections.append(.move(from: from, to: to, name: try name()))
    try expect(")", "a closing parenthesis")
  }

  private mutating func rowDelete() throws(NotationError) {
    let from = try place()
    result.rows.append(.delete(try idInParentheses(), from: from))
  }

  private mutating func rowInsert() throws(NotationError) {
    let to = try place()
    result.rows.append(.insert(try idInParentheses(), to: to))
  }

  private mutating func rowUpdate() throws(NotationError) {
    let from = try place()
    if peek == ">" {
      try rowMove(from: from, isUpdated: true)
    } else {
      result.rows.append(.update(try idInParentheses(), from: from))
    }
  }

  private mutating func rowMove() throws(NotationError) {
    let from = try place()
    if peek != ">" { throw error(at, "the place that it moves to") }
    try rowMove(from: from, isUpdated: false)
  }

  private mutating func rowMove(from: Place, isUpdated: Bool) throws(NotationError) {
    at += 1
    let to = try place()
    result.rows.append(.move(try idInParentheses(), from: from, to: to, updated: isUpdated))
  }

  // MARK: Parts

  private mutating func section() throws(NotationError) -> Int {
    try expect("#", "# and a position")
    return try position()
  }

  private mutating func place() throws(NotationError) -> Place {
    let section = try position()
    try expect(":", "a colon and the position of a row")
    return Place(section: section, row: try position())
  }

  private mutating func position() throws(NotationError) -> Int {
    let start = at
    while let scalar = peek, "0"..."9" ~= scalar { at += 1 }
    guard let position = Int(string(start..<at)) else { throw error(start, "a position") }
    return position
  }

  private mutating func name() throws(NotationError) -> String {
    if peek == "\"" { return try quoted() }
    let start = at
    while let scalar = peek, scalar.isBareInNotation { at += 1 }
    if start == at { throw error(at, "a name") }
    return string(start..<at)
  }

  private mutating func idInParentheses() throws(NotationError) -> RowID {
    try expect("(", "an id in parentheses")
    let id = try id()
    try expect(")", "a closing parenthesis")
    return id
  }

  private mutating func id() throws(NotationError) -> RowID {
    if peek == "\"" { return .text(try quoted()) }
    let start = at
    while let scalar = peek, scalar.isBareInNotation || scalar == "+" { at += 1 }
    let bytes = Array(string(start..<at).utf8)
    if let integer = NumberText.integer(bytes.span) { return .integer(integer) }
    if let number = NumberText.number(bytes.span) { return RowID(number) }
    throw error(start, "a number or a quoted text")
  }

  private mutating func quoted() throws(NotationError) -> String {
    at += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek, scalar != "\"" {
      try text.append(scalar == "\\" ? escape() : scalar)
      at += 1
    }
    try expect("\"", "a closing quote")
    return String(text)
  }

  /// Parses an escape and returns its code point; leaves `at` at its last character.
  private mutating func escape() throws(NotationError) -> Unicode.Scalar {
    let start = at
    at += 1
    switch peek {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case let scalar? where scalar == "\"" || scalar == "\\": return scalar
    case "u":
      at += 1
      let digits = scalars[at...].dropFirst().prefix { $0 != "}" && $0 != "\"" }
      guard peek == "{", digits.endIndex < scalars.count, scalars[digits.endIndex] == "}",
        let scalar = UInt32(string(digits.indices), radix: 16).flatMap(Unicode.Scalar.init)
      else { break }
      at = digits.endIndex
      return scalar
    default: break
    }
    throw error(start, #"\", \\, \n, \r, \t or \u{…}"#)
  }

  // MARK: Code points

  private var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  private mutating func expect(_ scalar: Unicode.Scalar, _ expected: String) throws(NotationError) {
    if peek != scalar { throw error(at, expected) }
    at += 1
  }

  private mutating func skipSpace() {
    while let scalar = peek, scalar.isSpace { at += 1 }
  }

  private func string(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  private func error(_ place: Int, _ expected: String) -> NotationError {
    let offset = scalars[..<place].reduce(0) { $0 + UTF8.width($1) }
    let word = scalars[place...].prefix { !$0.isSpace }
    let found = word.isEmpty && place < scalars.count ? "white space" : string(word.indices)
    return NotationError(offset: offset, expected: expected, found: found)
  }
}
