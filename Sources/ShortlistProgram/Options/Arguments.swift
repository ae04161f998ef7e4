/// Validation of the program's arguments.
package enum Arguments {
  /// Checks that the arguments are valid UTF-8.
  ///
  /// The standard library repairs invalid text, so the program would search for another text or
  /// open another file.
  ///
  /// - Throws: `Failure` that names the first invalid argument.
  static func check() throws {
    var arguments: [[UInt8]] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { break }
      var bytes: [UInt8] = []
      var byte = unsafe argument
      while unsafe byte.pointee != 0 {
        bytes.append(UInt8(bitPattern: unsafe byte.pointee))
        unsafe byte += 1
      }
      arguments.append(bytes)
    }
    if let problem = problem(in: arguments) { throw Failure(problem) }
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
}
