import Foundation
import ShortlistCore
import ShortlistFiles

/// A followed file, with attributes that are all texts, and a hand that writes to it.
final class Follower {
  let path: String
  let source: FollowedFile
  /// The attributes looked at.
  private let names: [String]
  /// The attributes as a table has them: those found at first, then the others asked for.
  private var schema: ListSchema

  convenience init(
    _ path: String, as format: FileFormat, names: [String], isLossy: Bool = false
  ) throws {
    self.init(
      path, names: names,
      try FollowedFile(
        path: path, format: format, invalidUTF8: isLossy ? .replaced : .refused))
  }

  init(_ path: String, names: [String], _ source: FollowedFile) {
    self.path = path
    self.names = names
    self.source = source
    schema = ListSchema(names.map { .init(name: $0, type: .text) })
  }

  /// Reads what is there first.
  func opened() throws -> [[String]] {
    var recorder = Recorder()
    try source.read(rowsInto: &recorder) { _, _ in }
    let others = names.filter { !recorder.names.contains($0) }
    schema = ListSchema((recorder.names + others).map { .init(name: $0, type: .text) })
    return recorder.rows.map { row in
      precondition(row.isEnded)
      return names.map { row.cells[$0]?.text ?? "" }
    }
  }

  /// Reads what was appended.
  func next() throws -> Batch {
    var rows = AppendedRows(schema: schema)
    let goesOn = try source.readAppended(into: &rows)
    let columns = names.map { schema.index(of: $0) }
    let texts = rows.rows.map { row in columns.map { $0.map { row[$0].textOrNothing } ?? "" } }
    return Batch(texts, isAnew: rows.isAnew, goesOn: goesOn)
  }

  /// Appends to the file that is at the path now.
  func append(_ bytes: some Sequence<UInt8>) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }
}

/// What one look at a followed file brings.
struct Batch: Equatable {
  var rows: [[String]]
  var isAnew: Bool
  var goesOn: Bool

  init(_ rows: [[String]], isAnew: Bool = false, goesOn: Bool = true) {
    self.rows = rows
    self.isAnew = isAnew
    self.goesOn = goesOn
  }
}

extension CellValue {
  /// A text, or "" for null.
  fileprivate var textOrNothing: String {
    switch self {
    case .null: ""
    case .text(let text): text
    default: preconditionFailure("\(self) is no text")
    }
  }
}

/// A pipe at a path, and its writing end.
final class NamedPipe {
  let path: String
  private let folder: TemporaryFolder
  private var descriptor: CInt

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/pipe"
    // Open for both, it needs nobody at the other end yet.
    guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    descriptor = unsafe open(path, O_RDWR)
  }

  deinit { close() }

  func write(_ text: String) { write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
    precondition(count == bytes.count)
  }

  func close() {
    if descriptor >= 0 { Foundation.close(descriptor) }
    descriptor = -1
  }
}
