import ArgumentParser
import Shortlist

/// `shortlist serve`: shows the list as a web page.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: CommandName.serve.rawValue,
    abstract: "Show the list as a page in a browser.",
    discussion: """
      The address to be opened is told on standard output. Whoever has it can look at the rows, and \
      nobody else; only this machine is listened to unless --host says otherwise. Every page that is \
      opened searches and selects by itself. Ctrl-C ends the program.

      Documentation/Web.md tells how to put it behind a proxy, and how to put the list into a page \
      of one's own.
      """)

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var following: FollowOptions
  @OptionGroup(title: "Query") var query: QueryOptions
  @OptionGroup(title: "Page") var page: WebPageOptions
  @OptionGroup(title: "Page") var columns: ColumnOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions

  func validate() throws {
    try selection.check(limits)
    try page.check(query, selection, source)
  }

  func run() async throws {
    let givingBack = Task.detached(priority: .background) {
      await ProcessMemory.releaseFreeMemory()
    }
    defer { givingBack.cancel() }
    let rows: any RowSource = try following.follow ? source.openFollowed() : source.open()
    let remote = try await source.remote(rows, query.query(by: .auto))
    if let notice = remote?.notice { StandardError.write("shortlist: \(notice)\n") }
    let session = WebSession(
      rows, source: source,
      query: query.query(follows: following.follow),
      columns: columns.columns?.names, facets: columns.facets?.names, limits: limits,
      selection: selection, isWritable: page.write, isPicking: false)
    _ = try await session.serve(try page.options()) { [page] address in
      try? StandardOutput.write(Array("\(address)\n".utf8))
      if page.open { Browser.open(address) }
    }
  }
}

/// The attributes to show.
struct ColumnOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The attributes shown, in this order (default: all).", valueName: "attribute,…"))
  var columns: NamesArgument?

  @Option(
    help: ArgumentHelp(
      "The attributes whose values can be filtered by (default: those with values that repeat).",
      valueName: "attribute,…"))
  var facets: NamesArgument?
}
