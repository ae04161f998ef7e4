import ArgumentParser
import ShortlistSQLite

/// `shortlist remove-journal`: removes what `--journal` added to an SQLite file.
struct RemoveJournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-journal",
    abstract: "Remove from an SQLite file what --journal put into it.",
    discussion: "Exit status: 0 it is removed, 1 there was none, 2 error.")

  @Argument(help: "The SQLite file.", completion: .file(extensions: ["db", "sqlite", "sqlite3"]))
  var file: String

  @Option(help: ArgumentHelp("The table.", valueName: "name"))
  var table: String

  func run() throws {
    if try !SQLiteTable.removeJournal(fromFile: file, table: table) { throw ExitStatus.nothing }
  }
}
