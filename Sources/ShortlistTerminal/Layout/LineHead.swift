import Synchronization

/// The first lines of a source, as far as they are read, which are no rows.
package final class LineHead: Sendable, Hashable {
  /// The number of lines.
  package let count: Int
  private let texts = Mutex<[String]>([])

  package init(count: Int) { self.count = count }

  /// The lines.
  package var lines: [String] { texts.withLock { $0 } }

  /// Adds a line.
  package func append(_ line: String) { texts.withLock { $0.append(line) } }

  package static func == (one: LineHead, other: LineHead) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
