import ArgumentParser
import Shortlist
import ShortlistTerminal
import Synchronization

/// `shortlist filter`: prints the matching rows.
struct FilterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.filter.rawValue,
    abstract: "Put out the rows that match, without a screen.",
    discussion: """
      The rows come out in the order of the list. Exit status: 0 some rows came out, 1 none \
      matched, 2 error. When who reads the rows stops, as head does, the signal of a broken pipe ends \
      the program (141 in a shell).
      """)

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var lines: LineOptions
  @OptionGroup(title: "Query") var query: QueryOptions
  @OptionGroup(title: "Result") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Figures") var stats: StatsOptions

  func run() async throws {
    let settings = lines.settings(delimiter: source.delimiter)
    var command = self
    command.output.columns = output.columns ?? settings.writtenAttributes
    command.query.matching.searched = query.matching.searched ?? settings.searchedAttributes
    try await command.filter(settings)
  }

  private func filter(_ lines: LineSettings) async throws {
    let list = try await source.openList(
      lines.prepare(source.open()), query: lines.ordered(query.query()))
    try await stats.report(on: list) {
      try await RowsToWrite(window: query.window, limits: limits, output: output)
        .write(from: list) { rows, schema in
          try self.lines.accepted(rows, lines, schema: schema)
        }
    }
  }
}

/// The rows of a list that are put out without a screen.
struct RowsToWrite {
  let window: WindowSpec?
  let limits: LimitOptions
  let output: OutputOptions

  /// Writes the rows, each as `change` makes it.
  ///
  /// - Throws: `ExitStatus.nothing` if there are none, or fewer than the minimum.
  func write(
    from list: any ListProtocol,
    _ change:
      @escaping @Sendable ([(id: RowID, values: [CellValue])], ListSchema) throws -> [(
        id: RowID, values: [CellValue]
      )]
  ) async throws {
    if let window {
      _ = try await list.setRange(window.range, section: nil, revises: false, ifRevision: nil)
    }
    let schema = await list.schema
    let writer = Mutex(try output.writer(schema: schema))
    let visible = try await list.snapshot(SnapshotRequest(), ifRevision: nil).visible
    if visible == 0 || visible < limits.min { throw ExitStatus.nothing }
    let wanted = limits.max == 0 ? visible : min(limits.max, visible)
    try await list.forEachBatch(of: 0..<wanted) { lines in
      let rows = try change(lines.map { ($0.id, $0.values) }, schema)
      try writer.withLock { writer in
        for row in rows { try writer.write(id: row.id, row.values) }
      }
    }
    try writer.withLock { try $0.finish() }
  }
}
