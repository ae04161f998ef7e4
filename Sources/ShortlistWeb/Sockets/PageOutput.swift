/// What can be written to the socket of a page.
enum PageOutput: Sendable {
  /// Messages to the page.
  case messages([[UInt8]])
  /// A request to read further messages; one for each message received.
  case readMore
  /// The end of the output, after which the socket is closed.
  case end(CloseReason)
}
