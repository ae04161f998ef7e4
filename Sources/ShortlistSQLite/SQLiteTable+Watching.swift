import Dispatch
import GRDB
import Synchronization

extension SQLiteTable {
  /// Looks every now and then whether another connection has committed.
  func watch(_ open: OpenTable) {
    Self.look(newsSource, open, told: nil)
  }

  /// How long after a look the next one is.
  private static let pause = DispatchTimeInterval.milliseconds(40)

  private static func look(
    _ news: AsyncStream<Void>.Continuation, _ open: OpenTable, told: Int?
  ) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) { [weak open] in
      guard let open else { return }
      open.queue.asyncWriteWithoutTransaction { database in
        let version = try? database.integer("PRAGMA data_version")
        let known = open.position.withLock { $0.dataVersion }
        if version != known && version != told { news.yield() }
        look(news, open, told: version)
      }
    }
  }
}
