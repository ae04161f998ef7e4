import ArgumentParser
import ShortlistWeb

/// The options for serving a page.
struct WebPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The address of this machine to listen on (default: 127.0.0.1, which no other machine reaches).",
      valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port (default: a free one).", valueName: "number"))
  var port: UInt16 = 0

  @Flag(help: "Open the page in the browser of this machine.")
  var open = false

  @Flag(help: "Let the page change rows: of a table in its file, of other sources in memory.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "Another origin that the page comes from, such as that of a proxy (repeatable).",
      discussion:
        "For example: --origin https://list.example. If a proxy serves the page below a path, add the path: "
        + "--origin https://example.com/list/",
      valueName: "origin"))
  var origin: [String] = []

  @Option(
    help: ArgumentHelp(
      "A file that keeps the token of the address, so that it stays (created if it is not there).",
      valueName: "file"), completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "A folder with files to be served besides; its index.html stands in place of the page.",
      valueName: "folder"), completion: .directory)
  var pages: String?

  func validate() throws {
    for origin in origin where origin.wholeMatch(of: /https?:\/\/[^\/?#]+(\/[^?#]*)?/) == nil {
      throw ValidationError("--origin \(origin) is none: an origin is like https://list.example.")
    }
    if ["0.0.0.0", "::", "[::]"].contains(host) && origin.isEmpty {
      throw ValidationError(
        "--host \(host) is every address of this machine: name the one that browsers open, as in "
          + "--origin http://192.168.1.5:\(port == 0 ? 8400 : port).")
    }
  }

  /// Checks for options that cannot be combined with a page.
  func check(
    _ query: QueryOptions, _ selection: SelectionOptions, _ source: SourceOptions
  ) throws {
    if selection.create != nil && source.table != nil && !write {
      throw ValidationError(
        "--create: rows of a table are made in its file; allow it with --write.")
    }
    if query.window != nil {
      throw ValidationError("--window is not for pages: who looks at one scrolls through all rows.")
    }
  }

  /// Returns the options of the server.
  ///
  /// - Throws: `ProgramError` if the folder cannot be read.
  func options() throws -> WebOptions {
    var options = WebOptions()
    (options.host, options.port, options.origins) = (host, port, origin)
    if let tokenFile { options.secrets = try TokenFile.secrets(tokenFile) }
    if let pages { options.files = try WebFolder.read(pages) }
    return options
  }
}
