import ArgumentParser
import Shortlist
import ShortlistFiles
import ShortlistPostgres
import ShortlistRPC
import ShortlistSQLite

/// `shortlist rpc`: serves the protocol on standard input and output.
struct RPCCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.rpc.rawValue,
    abstract: "Let a program drive lists through messages.",
    discussion: """
      JSON-RPC 2.0, one message a line: requests on standard input, answers on standard output. \
      Documentation/Protocol.md lists the methods.
      """)

  @Option(
    help: ArgumentHelp(
      "The memory for the columns of each index file, such as 512M or 2G.",
      discussion: "By default, each one uses up to a quarter of the machine's memory.",
      valueName: "size"),
    transform: { text in try ProgramError.parsing("--memory") { try MemoryArgument(text) } })
  var memory: MemoryArgument?

  func run() async throws {
    let memory = memory?.bytes
    let givingBack = Task.detached(priority: .background) {
      await ProcessMemory.releaseFreeMemory()
    }
    defer { givingBack.cancel() }
    try await Server { request in
      switch request {
      case .rows(let rows): return JSONRowsSource(rows)
      case .sqlite(let path, let table, let journal, let synchronous):
        guard let synchronous = synchronous.map(Synchronous.init(rawValue:)) ?? .full else {
          throw InvalidRequestError("synchronous must be full or normal")
        }
        return SQLiteTable(
          path: path, table: table, keepsJournal: journal, synchronous: synchronous,
          onLock: { StandardError.reportLocked(path) })
      case .postgres(let url, let table, let journal, let staysRemote):
        return PostgresTable(
          url: url, table: table, keepsJournal: journal,
          fetch: staysRemote.map { $0 ? .visible : .all } ?? .automatic)
      case .file(let path, let format, let isFollowed):
        // Standard input carries the messages, so `-` names a file here.
        let file = path == "-" ? "./-" : path
        if FileSource.isIndexFile(file) {
          if isFollowed {
            throw InvalidRequestError("follow: \(path) is an index file, which does not grow")
          }
          var index = FileSource(path: file, format: .csv)
          index.memory = memory
          return index
        }
        guard let format = format ?? FileFormat(path: path) else {
          throw InvalidRequestError("format must be csv, tsv, jsonl, json or lines")
        }
        if isFollowed { return try FollowedFile(path: file, format: format) }
        let source = FileSource(path: file, format: format)
        if source.isPipeOrDevice {
          throw SourceError(
            path: path, reason: "is a pipe or a device, which may have no end: it needs follow")
        }
        return source
      }
    }.serve()
  }
}
