import Foundation
import ShortlistCore
import ShortlistFiles

/// A followed file, with attributes that are all texts, and a hand that writes to it.
struct Follower {
  let path: String
  let source: FollowedFile
  let schema: Schema

  init(
    _ path: String, as format: FileFormat, names: [String], isLossy: Bool = false
  ) throws {
    self.path = path
    source = try FollowedFile(path: path, format: format, isLossy: isLossy)
    schema = Schema(names.map { .init(name: $0, type: .text) })
  }

  /// Reads what is there first, in the order of the schema.
  func opened() throws -> [[String]] {
    var recorder = Recorder()
    try source.read(rowsInto: &recorder) { _, _ in }
    return recorder.rows.map { row in
      precondition(row.isEnded)
      return schema.entries.map { row.cells[$0.name]?.text ?? "" }
    }
  }

  /// Reads what was appended.
  func next() throws -> Batch {
    var rows = AppendedRows(schema: schema)
    let goesOn = try source.readAppended(into: &rows)
    return Batch(rows.rows.map { $0.map(\.textOrNothing) }, isAnew: rows.isAnew, goesOn: goesOn)
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

extension Value {
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

  func write(_ text: String) {
    let bytes = Array(text.utf8)
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
