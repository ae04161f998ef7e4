import Foundation
import ShortlistSystem

/// Validation of the program's arguments.
package enum Arguments {
  /// Checks that the arguments are there, and that they are valid UTF-8.
  ///
  /// The standard library repairs invalid text, so the program would search for another text or
  /// open another file. On Linux it reads the arguments from `/proc`.
  ///
  /// - Throws: `ProgramError` that names the first invalid argument.
  static func check() throws {
    if CommandLine.argc == 0 {
      throw ProgramError("the arguments cannot be read: mount /proc (mount -t proc proc /proc)")
    }
    var arguments: [[UInt8]] = []
    for index in 1..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      var byte = unsafe argument
      while unsafe byte.pointee != 0 {
        bytes.append(UInt8(bitPattern: unsafe byte.pointee))
        unsafe byte += 1
      }
      arguments.append(bytes)
    }
    if let problem = problem(in: arguments) { throw ProgramError(problem) }
  }

  /// Finds an argument that is not valid UTF-8.
  ///
  /// - Parameter arguments: The bytes of each, without the name of the program.
  /// - Returns: The error message for the first invalid argument; nil if there is none.
  package static func problem(in arguments: [[UInt8]]) -> String? {
    guard let index = arguments.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil })
    else { return nil }
    let text = String(decoding: arguments[index], as: UTF8.self)
    if text.hasPrefix("--"), let end = text.firstIndex(of: "=") {
      return "\(text[..<end]): \(text[text.index(after: end)...]) is not valid UTF-8"
    }
    let former = index > 0 ? String(decoding: arguments[index - 1], as: UTF8.self) : ""
    let isOption = former.hasPrefix("-") && former != "-" && former != "--"
    return "\(isOption ? former : "argument \(index + 1)"): \(text) is not valid UTF-8"
  }

  /// A text with the person's own defaults for `pick`.
  struct Defaults {
    /// The path of a file, or the name of a variable.
    let name: String
    let text: String
    /// Why the text cannot be used; nil if it can.
    var problem: String?
  }

  /// The person's own defaults: those of the configuration file, if there is one, and those of
  /// `SHORTLIST_OPTS`.
  static var sources: [Defaults] {
    let home = environment("XDG_CONFIG_HOME")
    let path = (home.isEmpty ? environment("HOME") + "/.config" : home) + "/shortlist/config"
    let file = FileManager.default.contents(atPath: path)
    // A comment may have bytes of another encoding.
    var sources = [
      Defaults(name: path, text: String(decoding: file ?? Data(), as: UTF8.self)),
      Defaults(name: "SHORTLIST_OPTS", text: environment("SHORTLIST_OPTS")),
    ]
    for place in sources.indices where !split(sources[place].text).isWhole {
      sources[place].problem = "a quote is not closed, or nothing is behind the last backslash"
    }
    if file == nil && FileManager.default.fileExists(atPath: path) {
      sources[0].problem = "it cannot be read as a file"
    }
    return sources
  }

  /// The texts of the person's own defaults.
  static var defaults: [String] { sources.map(\.text) }

  /// Returns the arguments with the person's own defaults for `pick` before the given options.
  ///
  /// The defaults are the words of the configuration file, and then those of `SHORTLIST_OPTS`.
  ///
  /// - Parameters:
  ///   - defaults: The texts with defaults.
  ///   - arguments: The arguments, without the name of the program.
  ///   - commands: The names of the other commands.
  /// - Returns: The arguments to parse.
  package static func adding(
    _ defaults: [String], to arguments: [String], commands: Set<String>
  ) -> [String] {
    if let first = arguments.first, commands.contains(first) { return arguments }
    let words = defaults.flatMap(words)
    if words.isEmpty { return arguments }
    return ["pick"] + words + arguments.dropFirst(arguments.first == "pick" ? 1 : 0)
  }

  /// Splits a text into words as a shell does: at white space, but not in quotes or behind a
  /// backslash.
  ///
  /// A line that begins with `#` is a comment.
  package static func words(of text: String) -> [String] { split(text).words }

  /// Splits a text into words, and tells whether all quotes are closed.
  private static func split(_ text: String) -> (words: [String], isWhole: Bool) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    let lines = text.split(whereSeparator: \.isNewline).filter { line in
      line.drop(while: \.isWhitespace).first != "#"
    }
    for character in lines.joined(separator: "\n") {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" && quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil && (character == "'" || character == "\"") {
        quote = character
        word = word ?? ""
      } else if quote == nil && character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return (words, quote == nil && !isEscaped)
  }
}
