import ShortlistCore

/// A pattern of a `.gitignore` file.
///
/// The syntax is that of gitignore(5).
struct IgnorePattern: Sendable {
  private enum Token: Sendable {
    case byte(UInt8)
    /// `?`: a byte other than a slash.
    case any
    /// `*`: any number of bytes other than a slash.
    case star
    /// `**/`: any number of whole directories.
    case directories
    /// `**` at the end: everything inside.
    case everything
    /// `[…]`: one of some bytes, or none of them.
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  /// What a pattern without a slash mostly is, which is quicker to compare.
  private enum Form: Sendable {
    case name([UInt8])
    case suffix([UInt8])
    case general([Token])
  }

  /// Whether the pattern includes again what an earlier one excluded.
  let isNegated: Bool
  private let needsDirectory: Bool
  /// Whether the pattern is about a path, and not about a name in any directory.
  private let isAnchored: Bool
  private let form: Form

  /// Parses a line; nil if it is blank or a comment.
  init?(line: ArraySlice<UInt8>) {
    var line = Self.trimmed(line)
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    isNegated = first == UInt8(ascii: "!")
    if isNegated { line = line.dropFirst() }
    needsDirectory = line.last == Byte.slash
    if needsDirectory { line = line.dropLast() }
    isAnchored = line.contains(Byte.slash)
    if line.first == Byte.slash { line = line.dropFirst() }
    if line.isEmpty { return nil }
    let tokens = Self.tokens(of: line)
    let bytes = tokens.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
    if !isAnchored && bytes.count == tokens.count {
      form = .name(bytes)
    } else if !isAnchored, case .star? = tokens.first, bytes.count == tokens.count - 1 {
      form = .suffix(bytes)
    } else {
      form = .general(tokens)
    }
  }

  /// Returns the line without the return at its end and without blanks there that are not escaped.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    if line.last == Byte.carriageReturn { line = line.dropLast() }
    while line.last == Byte.space && line.dropLast().last != Byte.backslash {
      line = line.dropLast()
    }
    return line
  }

  private static func tokens(of line: ArraySlice<UInt8>) -> [Token] {
    var tokens: [Token] = []
    var rest = line
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "?"): tokens.append(.any)
      case Byte.backslash: tokens.append(.byte(rest.popFirst() ?? byte))
      case UInt8(ascii: "["): tokens.append(set(from: &rest) ?? .byte(byte))
      case UInt8(ascii: "*"):
        let before = line[..<(rest.startIndex - 1)].last
        let isWhole = before == nil || before == Byte.slash
        guard rest.first == byte else {
          tokens.append(.star)
          continue
        }
        rest = rest.drop { $0 == byte }
        if isWhole && rest.first == Byte.slash {
          rest = rest.dropFirst()
          tokens.append(.directories)
        } else if isWhole && rest.isEmpty {
          tokens.append(.everything)
        } else {
          tokens.append(.star)
        }
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// Parses a set after its bracket; nil if it has no end.
  private static func set(from rest: inout ArraySlice<UInt8>) -> Token? {
    var text = rest
    let isNegated = text.first.map { [UInt8(ascii: "!"), UInt8(ascii: "^")].contains($0) } == true
    if isNegated { text = text.dropFirst() }
    var ranges: [ClosedRange<UInt8>] = []
    while let byte = text.popFirst() {
      if byte == UInt8(ascii: "]") && !ranges.isEmpty {
        rest = text
        return .set(ranges, isNegated: isNegated)
      }
      let first = byte == Byte.backslash ? text.popFirst() ?? byte : byte
      var last = first
      let next = text.dropFirst().first
      if text.first == UInt8(ascii: "-"), let next, next != UInt8(ascii: "]") {
        text = text.dropFirst(2)
        last = next == Byte.backslash ? text.popFirst() ?? next : next
      }
      // A range that is the wrong way round holds nothing, but the set is not empty.
      ranges.append(first <= last ? first...last : Byte.slash...Byte.slash)
    }
    return nil
  }

  /// Matches the pattern against a file.
  ///
  /// - Parameters:
  ///   - path: The path from the directory of the `.gitignore` file on.
  ///   - name: The last part of the path.
  ///   - isDirectory: Whether the file is a directory.
  /// - Returns: Whether they match.
  func matches(_ path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isDirectory: Bool) -> Bool {
    if needsDirectory && !isDirectory { return false }
    switch form {
    case .name(let own): return name.elementsEqual(own)
    case .suffix(let end): return name.suffix(end.count).elementsEqual(end)
    case .general(let tokens): return Self.matches(tokens, isAnchored ? path : name)
    }
  }

  /// Matches greedily, in a time that grows with the product of both lengths.
  ///
  /// A `*` stays within its directory, so where a directory cannot be matched, only the last `**/`
  /// can help: it takes in one directory more.
  private static func matches(_ tokens: [Token], _ path: ArraySlice<UInt8>) -> Bool {
    var token = 0
    var position = path.startIndex
    var star: (token: Int, position: Int)?
    var directories: (token: Int, position: Int)?
    while true {
      if token < tokens.count {
        switch tokens[token] {
        case .everything: return position < path.endIndex
        case .star:
          star = (token, position)
          token += 1
          continue
        case .directories:
          directories = (token, position)
          star = nil
          token += 1
          continue
        case let one where position < path.endIndex && matches(one, path[position]):
          if path[position] == Byte.slash { star = nil }
          token += 1
          position += 1
          continue
        default: break
        }
      } else if position == path.endIndex {
        return true
      }
      if let last = star, last.position < path.endIndex, path[last.position] != Byte.slash {
        star = (last.token, last.position + 1)
        (token, position) = (last.token + 1, last.position + 1)
      } else if let last = directories,
        let slash = path[last.position...].firstIndex(of: Byte.slash)
      {
        directories = (last.token, slash + 1)
        star = nil
        (token, position) = (last.token + 1, slash + 1)
      } else {
        return false
      }
    }
  }

  private static func matches(_ token: Token, _ byte: UInt8) -> Bool {
    switch token {
    case .byte(let own): byte == own
    case .any: byte != Byte.slash
    case .set(let ranges, let isNegated):
      byte != Byte.slash && ranges.contains { $0.contains(byte) } != isNegated
    case .star, .directories, .everything: false
    }
  }
}
