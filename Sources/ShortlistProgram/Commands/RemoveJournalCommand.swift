import ArgumentParser
import ShortlistPostgres
import ShortlistSQLite

/// `shortlist remove-journal`: removes what `--journal` added to an SQLite file or a database.
struct RemoveJournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.removeJournal.rawValue,
    abstract: "Remove from an SQLite file or a PostgreSQL database what --journal put into it.",
    discussion: "Exit status: 0 it is removed, 1 there was none, 2 error.")

  @Argument(
    help: "The SQLite file, or the URL of a PostgreSQL database.",
    completion: .file(extensions: ["db", "sqlite", "sqlite3"]))
  var file: String

  @Option(help: ArgumentHelp("The table.", valueName: "name"))
  var table: String

  func run() throws {
    let isRemoved =
      try PostgresTable.isURL(file)
      ? PostgresTable.removeJournal(from: file, table: table)
      : SQLiteTable.removeJournal(fromFile: file, table: table)
    if !isRemoved { throw ExitStatus.nothing }
  }
}
