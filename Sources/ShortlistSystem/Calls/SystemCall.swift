/// The system calls for files and streams.
package enum SystemCall: String, CaseIterable, Hashable, Sendable {
  case open, close, read, write, status, offset, poll, sync, rename
}
