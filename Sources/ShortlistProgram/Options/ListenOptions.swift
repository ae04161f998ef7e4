import ArgumentParser
import Shortlist
import ShortlistTerminal

/// Other programs that read and drive the screen.
struct ListenOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let programs of this user drive the screen through a Unix socket.",
      discussion: """
        They speak the protocol of shortlist rpc, and can read and change the search and what is \
        picked, and carry out the actions of --bind. The socket is removed at the end.
        """, valueName: "path"),
    completion: .file())
  var listen: String?

  func check(_ screen: ScreenOptions, isOnPage: Bool) throws {
    if listen != nil && (isOnPage || screen.plain) {
      throw ValidationError("--listen: there is no screen with \(isOnPage ? "--web" : "--plain")")
    }
  }

  /// Begins to listen; returns the link to the screen, or nil if programs are not to drive it.
  func start(_ list: any ListProtocol, creates: String?) throws -> ScreenLink? {
    guard let listen else { return nil }
    let link = ScreenLink()
    try ScreenListener(path: listen, link: link, creates: creates, list: list).start()
    return link
  }
}
