import NIOCore

/// The receiver of the messages of a page.
protocol PageDelegate: Sendable {
  /// Called when the socket of the page is open.
  func open(on channel: any Channel)
  /// Called with each message; no further messages are read until `PageOutput.readMore` is written.
  func receive(_ message: [UInt8])
  /// Called, possibly more than once, when the socket is closed or closing.
  func leave()
}
