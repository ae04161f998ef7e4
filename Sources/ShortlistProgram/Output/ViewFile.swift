import Shortlist
import ShortlistSystem
import ShortlistTerminal
import Synchronization

/// A file with the rows that a screen shows, or with the command line that shows them.
struct ViewFile {
  /// The command line for what is shown.
  let command: @Sendable (ViewReport) -> String

  /// Writes a file; its ending tells what.
  ///
  /// - Returns: What was written: `39 rows`.
  /// - Throws: `ViewWriter.FileExistsError`, `ProgramError`, the errors of the list.
  func write(_ request: FileRequest, from list: any ListProtocol) async throws -> String {
    let ending = request.path.split(separator: ".").last?.lowercased() ?? ""
    let formats: [String: OutputFormat] = [
      "csv": .csv, "json": .json, "jsonl": .jsonl, "txt": .lines,
    ]
    guard ending == "sh" || formats[ending] != nil else {
      throw ProgramError("the name of the file ends with .csv, .json, .jsonl, .txt or .sh")
    }
    let file = try create(request)
    defer { file.close() }
    guard let format = formats[ending] else {
      try write(Array("#!/bin/sh\n\(command(request.view))\n".utf8), in: file)
      return "the command line"
    }
    let schema = await list.schema
    let names = request.view.columns ?? schema.entries.map(\.name)
    var rows = RowWriter(
      format: format, names: names, columns: names.compactMap { schema.index(of: $0) },
      isTerminal: false, terminator: UInt8(ascii: "\n"))
    rows.output = { try write($0, in: file) }
    let writer = Mutex((rows: rows, count: 0))
    if request.isForSelected {
      let selected = try await list.selectedRows(first: .max)
      try writer.withLock { writer in
        for row in selected { try writer.rows.write(id: row.id, row.values) }
        writer.count = selected.count
      }
    } else {
      let visible = try await list.snapshot(SnapshotRequest(), ifRevision: nil).visible
      try await list.forEachBatch(of: 0..<visible) { lines in
        try writer.withLock { writer in
          for line in lines { try writer.rows.write(id: line.id, line.values) }
          writer.count += lines.count
        }
      }
    }
    return try writer.withLock { writer in
      try writer.rows.finish()
      return "\(writer.count.grouped) row\(writer.count == 1 ? "" : "s")"
    }
  }

  private func create(_ request: FileRequest) throws -> FileDescriptor {
    do throws(Errno) {
      return try FileDescriptor.create(expanded(request.path), replaces: request.replaces)
    } catch {
      if error == .exists { throw ViewWriter.FileExistsError() }
      throw ProgramError("it cannot be written: \(error.reason)")
    }
  }

  /// Returns a path with the home folder in place of `~`.
  private func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? environment("HOME") + path.dropFirst() : path
  }

  private func write(_ bytes: [UInt8], in file: FileDescriptor) throws {
    do throws(Errno) { try file.write(bytes) } catch {
      throw ProgramError("it cannot be written: \(error.reason)")
    }
  }
}
