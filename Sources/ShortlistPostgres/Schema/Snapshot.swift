/// Which transactions of a server a statement sees.
struct Snapshot: Hashable, Sendable {
  /// The number of the oldest transaction that was running, and of the first one that had not
  /// begun.
  let oldest, next: UInt64
  /// The transactions in between that were running.
  let running: [UInt64]

  /// Parses `pg_current_snapshot()`.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let oldest = UInt64(parts[0]), let next = UInt64(parts[1]) else {
      return nil
    }
    self.oldest = oldest
    self.next = next
    running = parts[2].split(separator: ",").compactMap { UInt64($0) }
  }

  /// Returns whether a transaction that is not older than the oldest one by half of all numbers had
  /// ended.
  func sees(_ number: UInt32) -> Bool {
    // The low bits of numbers wrap around.
    let distance = Int32(bitPattern: number &- UInt32(truncatingIfNeeded: oldest))
    if distance < 0 { return true }
    let whole = oldest + UInt64(distance)
    return whole < next && !running.contains(whole)
  }

  /// Returns the whole number of a transaction that is not older or newer than the snapshot by half
  /// of all numbers.
  func whole(_ number: UInt32) -> UInt64 {
    let distance = Int32(bitPattern: number &- UInt32(truncatingIfNeeded: next))
    return next &+ UInt64(bitPattern: Int64(distance))
  }

  /// Returns whether it sees all that another snapshot sees.
  func includes(_ other: Snapshot) -> Bool {
    next >= other.next && running.allSatisfy { $0 >= other.next || other.running.contains($0) }
  }

  /// The text that the server reads; digits, colons and commas only.
  var text: String { "\(oldest):\(next):\(running.map(String.init).joined(separator: ","))" }
}
