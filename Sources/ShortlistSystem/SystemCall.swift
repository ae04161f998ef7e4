/// The calls into the system that files and streams need.
package enum SystemCall: String, CaseIterable, Hashable, Sendable {
  case open, close, read, write, status, offset, poll
}
