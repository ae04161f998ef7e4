import ArgumentParser
import Shortlist
import ShortlistFiles
import Synchronization
import ShortlistTerminal

/// `shortlist index`: writes rows as an index file, which opens at once.
struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.index.rawValue,
    abstract: "Write rows as an index file, which opens at once at any size.",
    discussion: """
      An index file has the rows, types and ids that the files have now. All commands take it in \
      place of them, and read the columns when something needs them, up to --memory bytes.

        shortlist index orders.csv.gz -o orders.shortlist
        shortlist orders.shortlist --sort -amount

      Several files with the same columns become one list. Columns beyond --memory wait in a \
      file without a name, beside the index file, until they are written. Exit status: 0 written, 2 error.
      """)

  @OptionGroup(title: "Source") var source: SourceOptions

  @Option(
    name: [.customShort("o"), .customLong("out")],
    help: ArgumentHelp("The index file; another index file there is replaced.", valueName: "file"))
  var out: String

  @Flag(help: "Replace a file that is no index file, too.")
  var force = false

  func run() async throws {
    if source.table != nil { throw ProgramError("--table: an index file has rows of files") }
    let rows = try source.open()
    // A directory stands for its files.
    let inputs = (rows as? JoinedFiles)?.files.compactMap(\.path) ?? source.given
    let writer = try IndexWriter(out, inputs: inputs, replaces: force)
    if rows is any RemoteSource || rows is any RowStore {
      throw ProgramError("\(rows.name): an index file has rows of files, and not of a database")
    }
    if let file = rows as? FileSource, file.isIndexFile {
      throw ProgramError("\(rows.name) is an index file already")
    }
    let progress = IndexProgress()
    let spill = writer.spill(memory: source.memory?.bytes)
    let table = try Self.read(rows, options: source.tableOptions, spill, progress)
    let written = try Self.write(table, writer, progress)
    progress.end()
    StandardError.write(
      "shortlist: \(visible(out)): \(written.rows.grouped) rows, \(written.columns.grouped) columns, "
        + "\(IndexProgress.size(written.bytes))\n")
  }

  /// Writes the file; a signal that ends the program removes what is written of it.
  private static func write(
    _ table: RowTable, _ writer: IndexWriter, _ progress: IndexProgress
  ) throws -> IndexWriter.Summary {
    let handler = ProcessSignals.EndingHandler { progress.ending = $0 }
    defer { handler.cancel() }
    do { return try writer.write(table) { try progress.write(bytes: $0) } } catch {
      if let signal = progress.ending { ProcessSignals.endProcess(by: signal) }
      throw error
    }
  }

  /// Reads all rows.
  private static func read(
    _ rows: any RowSource, options: TableOptions, _ spill: Spill, _ progress: IndexProgress
  ) throws -> RowTable {
    var builder = TableBuilder(
      path: rows.name, options: options, workers: .cores, spill: spill)
    try rows.read(into: &builder) { builder, reached in
      try builder.check()
      progress.read(reached)
    }
    return try builder.finish()
  }
}

/// A line on a terminal that says how far the work is.
private final class IndexProgress: Sendable {
  private let isShown = isErrorTerminal
  private let signal = Mutex<CInt?>(nil)

  /// The signal that ends the program; nil if there was none.
  var ending: CInt? {
    get { signal.withLock(\.self) }
    set { signal.withLock { $0 = newValue } }
  }

  /// Shows how many rows have been read.
  func read(_ reached: LoadProgress) {
    let share = reached.totalBytes.map { total in
      total == 0 ? "" : " (\(reached.bytes * 100 / total) %)"
    }
    show("\(reached.rows.grouped) rows read\(share ?? "")")
  }

  /// Shows how many bytes have been written.
  ///
  /// - Throws: `CancellationError` if a signal ends the program.
  func write(bytes: Int) throws {
    if ending != nil { throw CancellationError() }
    show("\(Self.size(bytes)) written")
  }

  /// Removes the line.
  func end() { if isShown { StandardError.write("\r\u{1B}[K") } }

  private func show(_ text: String) {
    if isShown { StandardError.write("\r\u{1B}[K\(text)") }
  }

  /// Returns a number of bytes: in millions with one decimal place, unless there are few.
  static func size(_ bytes: Int) -> String {
    if bytes < 1_000_000 { return "\(bytes.grouped) bytes" }
    let tenths = (bytes + 50_000) / 100_000
    return "\((tenths / 10).grouped).\(tenths % 10) MB"
  }
}
