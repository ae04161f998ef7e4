import Foundation
import GRDB
import Workloads

/// Files with the same table.
struct Files {
  let folder: String
  let rows: Int
  private let original: String

  /// Makes the first file.
  init(folder: String, rows: Int) throws {
    (self.folder, self.rows, original) = (folder, rows, folder + "/original.db")
    let queue = try DatabaseQueue(path: original)
    var random = SeededRandom(seed: 1)
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, n INT, x REAL)")
      let statement = try database.makeStatement(sql: "INSERT INTO t VALUES (?, ?, ?, ?, ?)")
      for id in 1...rows {
        let (n, x) = (random.next(below: 1_000_000), Double(random.next(below: 1 << 40)) / 1000)
        try statement.execute(
          arguments: [id, "name \(n)", ["a", "b", "c", "d"][random.next(below: 4)], n, x])
      }
    }
    try queue.close()
  }

  /// Another file with the table as it was made.
  func copy(_ name: String, isWAL: Bool) throws -> String {
    let path = folder + "/" + name + ".db"
    for end in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + end)
    }
    try FileManager.default.copyItem(atPath: original, toPath: path)
    if isWAL { try Self.open(path).close(checked: "PRAGMA journal_mode = WAL") }
    return path
  }

  /// A connection with the same settings as that of a list.
  static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}

extension DatabaseQueue {
  /// Runs a last statement.
  fileprivate func close(checked sql: String) throws {
    try writeWithoutTransaction { try $0.execute(sql: sql) }
    try close()
  }
}
