/// The names of the commands.
enum CommandName: String, CaseIterable {
  case pick, filter, facets, index, serve, rpc
  case removeJournal = "remove-journal"
  case prepare, unprepare
}
