import Foundation

/// A file with the token of a page's address on its first line, and what the cookie holds on its
/// second.
enum TokenFile {
  /// Reads the secrets, or creates the file with new ones, which only its owner can read.
  ///
  /// - Throws: `ProgramError` if the file cannot be read or created, or has something else.
  static func secrets(_ path: String) throws -> (token: String, pass: String) {
    let file = URL(filePath: path)
    if !FileManager.default.fileExists(atPath: file.path()) {
      let secrets = (token: random(), pass: random())
      let text = Data("\(secrets.token)\n\(secrets.pass)\n".utf8)
      let isCreated = FileManager.default.createFile(
        atPath: file.path(), contents: text, attributes: [.posixPermissions: 0o600])
      if !isCreated { throw ProgramError("--token-file \(path): cannot be created") }
      return secrets
    }
    let text: String
    do { text = try String(contentsOf: file, encoding: .utf8) } catch {
      throw ProgramError("--token-file \(path): cannot be read: \(error.localizedDescription)")
    }
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    guard (1...2).contains(lines.count), lines.allSatisfy(isSecret) else {
      throw ProgramError(
        "--token-file \(path): has no token: its first line is 22 or more letters, digits, "
          + "or - . _ ~")
    }
    return (lines[0], lines.count > 1 ? lines[1] : random())
  }

  private static func isSecret(_ text: String) -> Bool {
    text.utf8.count >= 22
      && text.utf8.allSatisfy { byte in
        let scalar = UnicodeScalar(byte)
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
          || ("0"..."9").contains(scalar) || "-._~".unicodeScalars.contains(scalar)
      }
  }

  /// 128 random bits.
  private static func random() -> String {
    (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
