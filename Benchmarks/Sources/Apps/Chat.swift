import Foundation
import Shortlist
import ShortlistSQLite

/// A chat that shows the latest messages of a table, which another program writes to.
struct Chat {
  private let path: String
  private let messages: Int
  private let mode: String
  private let keepsJournal: Bool

  /// Creates the table.
  init(messages: Int, mode: String, keepsJournal: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("chat.db").path
    (self.messages, self.mode, self.keepsJournal) = (messages, mode, keepsJournal)
    try Self.python(Self.making, path, mode, String(messages)).waitUntilExit()
  }

  /// Follows commits, and compares what it shows in the end with the table.
  ///
  /// Each update is applied to the rows that the updates before gave. At each revision that is
  /// still the current one, they must equal the rows that the list has.
  func follow(commits: Int) async throws {
    defer {
      try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }
    let list = try await PickList(
      sqlite: path, table: "messages", keepsJournal: keepsJournal,
      query: {
        var query = ListQuery()
        query.sort = [SortKey("sent")]
        return query
      }(), window: .flexible(length: 50, from: .end))
    var updates = list.updates.makeAsyncIterator()
    let writer = try Self.python(Self.writing, path, String(commits), String(messages))
    let output = Pipe.output(of: writer)
    var sections: [PickListSection<ListRecord>] = []
    var (count, compared, changes, resets) = (0, 0, 0, 0)
    var last: RowID?
    // The writer's last message ends the chat.
    repeat {
      guard let update = try await updates.next(isolation: #isolation) else { break }
      count += 1
      switch update.changes {
      case .changes(let changeset): changes += changeset.rows.count
      case .reset: resets += 1
      case nil: break
      }
      update.apply(to: &sections)
      let now = try await list.visibleSections
      if try await list.windows.revision == update.revision {
        compared += 1
        precondition(Self.rows(now) == Self.rows(sections), "revision \(update.revision)")
      }
      last = sections.last?.rows.last?.id
    } while last != .integer(Self.lastMessage)
    writer.waitUntilExit()
    let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    let shown = sections.flatMap(\.items).map { $0["id"] }
    let expected = try Self.latest(path, shown.count)
    precondition(
      shown == expected.map(CellValue.integer), "what is shown is not the end of the table")
    print(
      """
      chat, \(mode)\(keepsJournal ? ", journal" : ""): \(commits) commits in \
      \(String(format: "%.1f", seconds)) s; \(count) updates, \(changes) changes of rows, \
      \(resets) without a changeset; \(compared) compared, all equal; \(shown.count) shown
      """)
  }

  private static func rows(_ sections: [PickListSection<ListRecord>]) -> [[ListRecord]] {
    sections.map(\.items)
  }

  // MARK: The other program

  /// The id of the message that is written last.
  private static let lastMessage = 1_000_000_000

  private static func python(_ script: String, _ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    process.standardOutput = Pipe()
    try process.run()
    return process
  }

  /// The ids of the last messages of the table, in their order.
  private static func latest(_ path: String, _ count: Int) throws -> [Int] {
    let process = try python(Self.reading, path, String(count))
    let output = Pipe.output(of: process).readDataToEndOfFile()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
  }

  private static let making = """
    import sqlite3, sys
    database = sqlite3.connect(sys.argv[1])
    database.execute(f"PRAGMA journal_mode={sys.argv[2]}")
    database.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, sent REAL, text TEXT)")
    database.executemany("INSERT INTO messages VALUES (?, ?, ?)",
                         ((n, n, f"message {n}") for n in range(int(sys.argv[3]))))
    database.commit()
    """

  /// The writer, whose commits come one or two milliseconds apart.
  ///
  /// Seven of ten insert a message, some of them a late one; the others edit, move or delete one.
  private static let writing = """
    import random, sqlite3, sys, time
    chance = random.Random(1)
    count, last = int(sys.argv[2]), int(sys.argv[3])
    database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
    database.execute("PRAGMA synchronous=OFF")
    start = time.monotonic()
    for step in range(count - 1):
        time.sleep(0.001)
        old = chance.randrange(last - 60, last)
        kind = chance.random()
        if kind < 0.7:
            sent = last - 10 * chance.random() if kind < 0.1 else last
            database.execute("INSERT INTO messages VALUES (?, ?, ?)", (last, sent, f"message {last}"))
            last += 1
        elif kind < 0.8:
            database.execute("UPDATE messages SET text = text || '!' WHERE id = ?", (old,))
        elif kind < 0.9:
            database.execute("UPDATE messages SET sent = sent - 5 WHERE id = ?", (old,))
        else:
            database.execute("DELETE FROM messages WHERE id = ?", (old,))
    database.execute("INSERT INTO messages VALUES (1000000000, 1000000000, 'the end')")
    print(time.monotonic() - start)
    """

  private static let reading = """
    import sqlite3, sys
    rows = sqlite3.connect(sys.argv[1]).execute(
        "SELECT id FROM messages ORDER BY sent DESC, id DESC LIMIT ?", (int(sys.argv[2]),)).fetchall()
    for row in reversed(rows):
        print(row[0])
    """
}

extension Pipe {
  fileprivate static func output(of process: Process) -> FileHandle {
    (process.standardOutput as? Pipe)?.fileHandleForReading ?? .nullDevice
  }
}
