import ArgumentParser
import Shortlist
import ShortlistPostgres

/// `shortlist prepare`: creates indexes for rows that stay on a PostgreSQL server.
struct PrepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.prepare.rawValue,
    abstract: "Make lists of a PostgreSQL table fast: indexes, and logical decoding.",
    discussion: """
      Creates a function shortlist_fold_… in the table's schema, the extension pg_trgm, and indexes \
      shortlist_prepared_… of the folded texts. Others can write meanwhile, unless the table has \
      partitions. On a server with wal_level = logical, it also publishes the table \
      (shortlist_prepared_…, REPLICA IDENTITY FULL), so that lists follow it by logical decoding. \
      shortlist unprepare takes all of it away.
      """)

  @OptionGroup var target: PreparedTable

  @Option(
    help: ArgumentHelp("The texts to search (default: all).", valueName: "attribute,…"))
  var search: NamesArgument?

  @Option(help: ArgumentHelp("The attributes to sort by.", valueName: "attribute,…"))
  var sort: NamesArgument?

  func run() throws {
    try target.run(
      PostgresTable.preparation(
        of: target.table, at: target.url, search: search?.names, sort: sort?.names ?? []))
  }
}

/// `shortlist unprepare`: removes what `shortlist prepare` created.
struct UnprepareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.unprepare.rawValue,
    abstract: "Remove what prepare created from a PostgreSQL database.",
    discussion: "Exit status: 0 it is removed, 1 there was nothing, 2 error.")

  @OptionGroup var target: PreparedTable

  func run() throws {
    let statements = try PostgresTable.removal(of: target.table, at: target.url)
    if statements.isEmpty { throw ExitStatus.nothing }
    try target.run(statements)
  }
}

/// The table that is prepared.
struct PreparedTable: ParsableArguments {
  @Argument(help: "The URL of a PostgreSQL database.")
  var url: String

  @Option(help: ArgumentHelp("The table.", valueName: "name"))
  var table: String

  @Flag(name: .customLong("dry-run"), help: "Write the SQL statements, and do nothing.")
  var isDryRun = false

  func validate() throws {
    if !PostgresTable.isURL(url) {
      throw ValidationError("\(url): the URL of a PostgreSQL database expected (postgresql://…)")
    }
  }

  /// Carries out statements, and says which; or writes them.
  func run(_ statements: [String]) throws {
    if isDryRun {
      for statement in statements { try StandardOutput.write(Array((statement + ";\n").utf8)) }
      return
    }
    try PostgresTable.run(statements, at: url) { statement in
      // The tables of Unicode are in the first line of the function's body.
      let line = statement.split(separator: "\n").first.map(String.init) ?? ""
      StandardError.write("shortlist: \(line)\n")
    }
  }
}
