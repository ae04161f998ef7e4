import Foundation

/// A file of searches, a line each, with the last one at the end.
struct HistoryFile {
  let path: String
  /// The most lines that are kept.
  let limit: Int

  /// The searches; none if there is no such file.
  var searches: [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").suffix(limit)
    return lines.map(String.init)
  }

  /// Adds a search, unless it is empty or the last one.
  ///
  /// - Throws: `ProgramError` if the file cannot be written.
  func add(_ search: String) throws {
    let known = searches
    if search.isEmpty || search == known.last { return }
    let lines = (known + [search]).suffix(limit).map { $0 + "\n" }
    do {
      try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw ProgramError("--history: \(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
