import FaultySQLite
import Foundation
import Shortlist
import ShortlistSQLite
import ShortlistTestSupport
import Synchronization
import Testing

/// Calls of SQLite into the system that fail, one after the other, and power failures.
///
/// Each test is a process of its own, because SQLite is taken over in it.
/// `SHORTLIST_SQLITE_FAULTS=1000000` tries every call.
@Suite(.serialized) struct FaultsTests {
  @Test(arguments: ["DELETE", "WAL"], [false, true])
  func `after any call that failed a list is right`(mode: String, journal: Bool) async {
    await #expect(processExitsWith: .success) { [mode, journal] in
      let world = try FaultyWorld(mode, journal)
      let kinds = [
        FAULTY_READ, FAULTY_WRITE, FAULTY_SYNC, FAULTY_LOCK, FAULTY_TRUNCATE, FAULTY_OPEN,
        FAULTY_DELETE, FAULTY_SHARED_MEMORY, FAULTY_ALLOCATION,
      ]
      for kind in kinds {
        let calls = try await world.story(kind, at: Int.max / 2)
        // Only a log has shared memory, and takes no files away.
        let isNeeded = kind == FAULTY_SHARED_MEMORY ? mode == "WAL" : true
        #expect(calls > 0 || !isNeeded || kind == FAULTY_TRUNCATE || kind == FAULTY_DELETE)
        let step = max(1, calls / world.amount)
        for first in stride(from: 0, to: calls, by: step) {
          _ = try await world.story(kind, at: first)
        }
      }
    }
  }

  @Test(arguments: ["DELETE", "WAL"], [false, true])
  func `a power failure loses nothing that was acknowledged`(mode: String, journal: Bool) async {
    await #expect(processExitsWith: .success) { [mode, journal] in
      try await FaultyWorld(mode, journal).powerFailures()
    }
  }
}

/// Files whose calls fail, and what happens to them.
private final class FaultyWorld {
  /// What a table has: texts by id.
  typealias Rows = [Int: String]

  let amount: Int
  private let folder: String
  private let mode: String
  private let journal: Bool
  private var files = 0

  init(_ mode: String, _ journal: Bool) throws {
    // As SQLite will name it.
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "shortlist-faults-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder + "/watched", withIntermediateDirectories: true)
    self.mode = mode
    self.journal = journal
    amount = ProcessInfo.processInfo.environment["SHORTLIST_SQLITE_FAULTS"].flatMap(Int.init) ?? 6
    let result = unsafe faulty_install(folder + "/watched")
    try #require(result == 0)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A new file with a table.
  private func makeFile() throws -> (path: String, rows: Rows) {
    files += 1
    let path = "\(folder)/watched/\(files).db"
    let result = unsafe faulty_run(
      path,
      """
      PRAGMA journal_mode = \(mode); CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 40)
      INSERT INTO t SELECT i, 'row ' || i FROM c;
      """)
    try #require(result == 0)
    return (path, Dictionary(uniqueKeysWithValues: (1...40).map { ($0, "row \($0)") }))
  }

  private func open(_ path: String) async throws -> LiveList {
    try await LiveList.open(SQLiteTable(path: path, table: "t", keepsJournal: journal))
  }

  private func rows(of list: LiveList) async throws -> Rows {
    var rows: Rows = [:]
    for row in try await list.rows(length: 1_000_000).rows {
      guard case .integer(let id) = row[0], case .text(let name) = row[1] else {
        Issue.record("\(row)")
        continue
      }
      rows[Int(id)] = name
    }
    return rows
  }

  /// A change of some rows, by the list or by another program.
  private struct Step {
    var isOwn: Bool
    var changed: Rows
    var deleted: Int?

    func applied(to rows: Rows) -> Rows {
      var rows = rows.merging(changed) { $1 }
      if let deleted { rows[deleted] = nil }
      return rows
    }
  }

  private let steps = [
    Step(isOwn: true, changed: [100: "own"]),
    Step(isOwn: true, changed: [1: "own too"], deleted: 2),
    Step(isOwn: false, changed: [200: "other", 3: "of others"], deleted: 4),
    Step(isOwn: true, changed: [101: "own again"]),
    Step(isOwn: true, changed: [5: String(repeating: "long ", count: 3000)]),
  ]

  /// Does a step; a row of a step is an update up to 40, above an insert.
  private func take(_ step: Step, _ list: LiveList, _ path: String) async throws {
    if step.isOwn {
      var operations = step.changed.sorted { $0.key < $1.key }.map { id, name -> RowOperation in
        let values: RowValues = ["id": .integer(id), "name": .text(name)]
        return id > 40 ? .insert(values) : .update(values)
      }
      if let deleted = step.deleted { operations.append(.delete(.integer(deleted))) }
      _ = try await list.apply(operations)
    } else {
      let statements = step.changed.map { "INSERT OR REPLACE INTO t VALUES (\($0), '\($1)');" }
      let deletion = step.deleted.map { "DELETE FROM t WHERE id = \($0);" } ?? ""
      let result = unsafe faulty_run(path, "BEGIN;" + statements.joined() + deletion + "COMMIT;")
      #expect(result == 0, "another program could not write")
      if result != 0 { throw CancellationError() }
    }
  }

  // MARK: Faults

  /// A list is opened and changed, by itself and by another program, while a call fails.
  ///
  /// - Returns: How many such calls there were.
  func story(_ kind: Int, at first: Int) async throws -> Int {
    let (path, start) = try makeFile()
    var possible: Set<Rows> = [start]
    // GRDB ends the process if there is no memory while it opens a connection.
    let isMemory = kind == Int(FAULTY_ALLOCATION)
    if !isMemory { faulty_arm(Int32(kind), first, 1) }
    var list: LiveList?
    do { list = try await open(path) } catch {
      // The error names the file.
      #expect("\(error)".contains(path), "\(kind), \(first): \(error)")
    }
    if isMemory { faulty_arm(Int32(kind), first, 1) }
    let failure = Flag()
    var listening: Task<Void, Never>?
    if let list {
      listening = Task {
        for await update in list.updates {
          if case .failed = update.loading { failure.set() }
        }
      }
      for step in steps {
        let applied = Set(possible.map(step.applied))
        // A write that was refused may have been done if the error came late, but wholly or not at
        // all.
        do {
          try await take(step, list, path)
          possible = applied
        } catch { possible.formUnion(applied) }
      }
      // Others commit while the list does nothing but follow.
      let step = Step(isOwn: false, changed: [201: "followed"])
      try await take(step, list, path)
      possible = Set(possible.map(step.applied))
      let end = ContinuousClock.now + Environment.patience
      while try await rows(of: list)[201] == nil, !failure.isSet, .now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let calls = faulty_disarm()
    let fresh = try await rows(of: open(path))
    #expect(possible.contains(fresh), "kind \(kind), call \(first), \(mode), \(journal)")
    if let list {
      let end = ContinuousClock.now + Environment.patience
      while try await rows(of: list) != fresh, !failure.isSet, .now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      let shown = try await rows(of: list)
      #expect(
        shown == fresh || failure.isSet,
        "the list is not what the file is: kind \(kind), call \(first), \(mode), \(journal)")
    }
    listening?.cancel()
    return calls
  }

  // MARK: Power failures

  /// A list is changed, and the power fails at any moment.
  func powerFailures() async throws {
    let (path, start) = try makeFile()
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    faulty_record(1)
    let list = try await open(path)
    var states = [start]
    // How much was written when the state was acknowledged.
    var acknowledged = [0]
    for round in 0..<3 {
      for var step in steps {
        step.changed = Dictionary(
          uniqueKeysWithValues: step.changed.map { id, name in
            (id > 40 ? id + 10 * round : id, "\(name) \(round)")
          })
        step.deleted = step.deleted.map { $0 + 10 * (round + 1) }
        states.append(step.applied(to: states[states.count - 1]))
        try await take(step, list, path)
        // Only our own writes promise anything.
        acknowledged.append(step.isOwn ? faulty_event_count() : Int.max)
      }
      // What is in a write-ahead log is brought into the file, which may be stopped in the middle
      // too.
      let result = unsafe faulty_run(path, "PRAGMA wal_checkpoint(TRUNCATE)")
      try #require(result == 0)
    }
    try await list.saveSelection(as: "kept")
    let kept = faulty_event_count()
    faulty_record(0)
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of power failures: \(seed)")
    var random = SeededRandom(seed: seed)
    let moments = faulty_event_count()
    try #require(moments > 50)
    var disk = Disk([path: Array(content)])
    let step = max(1, moments / (amount * 12))
    for moment in 0...moments {
      if moment > 0 { unsafe disk.take(faulty_event_at(moment - 1)) }
      guard moment % step == 0 || acknowledged.contains(moment) || moment == kept else { continue }
      for way in Disk.Way.allCases {
        // A place of its own: the connection of another list may end later, and clean up after
        // itself.
        files += 1
        let place = "\(folder)/lost-\(files)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for (name, bytes) in disk.afterPowerFailure(way, &random) {
          let name = (name as NSString).lastPathComponent
          try Data(bytes).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        let lost = try await open(place + "/" + (path as NSString).lastPathComponent)
        let rows = try await rows(of: lost)
        let least = acknowledged.lastIndex { $0 <= moment } ?? 0
        #expect(
          states[least...].contains(rows),
          "acknowledged: \(least), found: \(states.firstIndex(of: rows) ?? -1), \(way), \(moment)")
        if moment >= kept { _ = try await lost.loadSelection("kept") }
      }
    }
  }
}

/// A disk that knows what of it was synced.
private struct Disk {
  /// What becomes of writes that were not synced.
  enum Way: CaseIterable { case noneIsKept, allAreKept, someAreKept }

  private final class Node {
    var durable: [UInt8] = []
    var pending: [Change] = []
    var isNameSynced = false
  }

  private enum Change {
    case written(Int, [UInt8])
    case cutOff(Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .written(let offset, let written):
        let end = offset + written.count
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(offset..<end, with: written)
      case .cutOff(let size): bytes.removeSubrange(min(size, bytes.count)...)
      }
    }
  }

  private var live: [String: Node] = [:]
  private var durable: [String: Node] = [:]
  /// Files that were made or removed since the folder was synced, in order.
  private var pending: [(path: String, node: Node?)] = []

  init(_ files: [String: [UInt8]]) {
    for (path, bytes) in files {
      let node = Node()
      node.durable = bytes
      node.isNameSynced = true
      live[path] = node
    }
    durable = live
  }

  /// Takes what was done to a file.
  @unsafe mutating func take(_ event: faulty_event) {
    // The texts and bytes of an event stay where they are until the recording begins anew.
    let path = unsafe String(cString: event.path)
    let length = unsafe Int(event.length)
    switch unsafe Int(event.kind) {
    case Int(FAULTY_CREATED):
      live[path] = Node()
      pending.append((path, live[path]))
    case Int(FAULTY_WRITTEN):
      let bytes = unsafe Array(UnsafeBufferPointer(start: event.bytes, count: length))
      live[path]?.pending.append(.written(unsafe Int(event.offset), bytes))
    case Int(FAULTY_TRUNCATED): live[path]?.pending.append(.cutOff(length))
    case Int(FAULTY_SYNCED):
      guard let node = live[path] else { return }
      for change in node.pending { change.apply(to: &node.durable) }
      node.pending = []
      // SQLite syncs the folder too when it first syncs a journal that it made.
      if !node.isNameSynced { syncNames() }
      node.isNameSynced = true
    default:
      live[path] = nil
      pending.append((path, nil))
      if unsafe event.isSynced != 0 { syncNames() }
    }
  }

  private mutating func syncNames() {
    for (path, node) in pending { durable[path] = node }
    pending = []
  }

  /// The files that are there when the power is back.
  func afterPowerFailure(_ way: Way, _ random: inout SeededRandom) -> [String: [UInt8]] {
    let most = pending.count
    let names = way == .noneIsKept ? 0 : way == .allAreKept ? most : random.next(below: most + 1)
    var files = durable
    for (path, node) in pending.prefix(names) { files[path] = node }
    var random = random
    return files.mapValues { node in
      var bytes = node.durable
      for change in node.pending
      where way == .allAreKept || way == .someAreKept && random.next(below: 2) == 0 {
        change.apply(to: &bytes)
      }
      return bytes
    }
  }
}

/// Something that has happened.
private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
