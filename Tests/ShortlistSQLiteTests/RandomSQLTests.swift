import GRDB
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistSQLite

/// Random statements of several writers beside lists, compared with a fresh open after each.
@Suite struct RandomSQLTests {
  @Test(.timeLimit(.minutes(60)))
  func `lists show what the file has, whoever writes to it`() async throws {
    let first = Environment.number("SHORTLIST_SEED") ?? 1
    let count = Environment.number("SHORTLIST_SQL") ?? 100
    var steps = 0
    for seed in first..<first + count {
      var scenario = try await Scenario(seed: seed)
      do { steps += try await scenario.run() } catch {
        Issue.record("seed \(seed), \(scenario.last): \(error)")
      }
    }
    print("random SQL: \(count) scenarios, \(steps) comparisons")
  }
}

/// A list over a random table, and what has been told of it.
private struct Follower {
  let list: LiveList
  let table: String
  let query: ListQuery
  let schema: [ListSchema.Entry]
  /// What the changes that were told give; nil after a reset.
  var mirror: [Changeset<RowID>.Section]?
  var revision = 1
  /// Whether the table may have been gone since the list was last compared.
  var mayStop = false

  init(
    _ file: Fixture, _ table: String, _ schema: [ListSchema.Entry], journal: Bool, query: ListQuery
  )
    async throws
  {
    (self.table, self.schema, self.query) = (table, schema, query)
    list = try await file.open(table, schema: schema, journal: journal, query: query)
    mirror = try await list.shownSections
  }

  /// Takes over what was told up to a revision.
  mutating func take(through last: Int, _ note: Comment) {
    for update in list.updates.drain(through: last) {
      #expect(update.previousRevision == revision, note)
      take(update.changes)
      if case .stopped(let error) = update.loading, !mayStop {
        Issue.record("stopped: \(error); \(note)")
      }
      revision = update.revision
    }
  }

  mutating func take(_ changes: VisibleChanges<RowID>?) {
    switch changes {
    case .changes(let changes):
      if var shown = mirror {
        changes.apply(to: &shown)
        mirror = shown
      }
    case .reset: mirror = nil
    case nil: break
    }
  }
}

private struct Scenario {
  private let seed: Int
  private var database: RandomDatabase
  private let file: Fixture
  private let second: DatabaseQueue
  private var followers: [Follower] = []
  /// What was done last.
  private(set) var last = "opening"

  init(seed: Int) async throws {
    self.seed = seed
    database = RandomDatabase(seed: seed)
    file = try Fixture()
    for statement in database.pragmas { try file.run(statement) }
    for statement in database.statements { try? file.run(statement) }
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(Environment.patience.components.seconds))
    configuration.foreignKeysEnabled = database.chance(0.7)
    second = try DatabaseQueue(path: file.path, configuration: configuration)
    for table in ["t", database.pick(["t", "v"])] {
      var query = ListQuery()
      if database.chance(0.5) { query.sort = [SortKey("n")] }
      if table == "t" && database.chance(0.3) { query.sections = SectionRule(by: "kind") }
      let journal = database.chance(0.5)
      let schema = database.schema.map {
        ListSchema.Entry(name: table == "v" ? "id" : $0.name, type: $0.type)
      }
      followers.append(try await Follower(file, table, schema, journal: journal, query: query))
    }
  }

  private var note: Comment { "seed \(seed), after \(last)" }

  /// Takes some steps.
  ///
  /// - Returns: How often lists were compared.
  mutating func run() async throws -> Int {
    var comparisons = 0
    for _ in 0..<database.pick([4, 8, 12]) {
      switch database.next(below: 9) {
      case 0: try care()
      case 1, 2, 3: try await write(followers.indices.filter { followers[$0].table == "t" })
      case 4: try await writeAtOnce()
      case 5: reshape()
      default: commit(by: database.chance(0.5) ? file.other : second)
      }
      for index in followers.indices { comparisons += try await compare(index) ? 1 : 0 }
    }
    return comparisons
  }

  /// Commits what another connection does; what it refuses is nothing to this test.
  private mutating func commit(by queue: DatabaseQueue) {
    let statements = (0..<database.pick([1, 1, 2, 5])).map { _ in database.change() }
    last = statements.joined(separator: "; ")
    let isKept = database.chance(0.9)
    try? queue.inDatabase { connection in
      if statements.count == 1 { return try connection.execute(sql: statements[0]) }
      try connection.inTransaction {
        for statement in statements { try? connection.execute(sql: statement) }
        return isKept ? .commit : .rollback
      }
    }
  }

  private mutating func care() throws {
    last = database.care()
    // A connection that reads can be in the way.
    try? file.other.inDatabase { try $0.execute(sql: last) }
  }

  /// Gives the table other columns, or drops, moves or makes it.
  private mutating func reshape() {
    let statements = database.reshaping()
    last = statements.joined(separator: "; ")
    let isAtOnce = database.chance(0.5)
    for index in followers.indices { followers[index].mayStop = true }
    try? file.other.inDatabase { connection in
      if isAtOnce { try connection.beginTransaction() }
      for statement in statements { try? connection.execute(sql: statement) }
      if isAtOnce { try connection.commit() }
    }
  }

  /// Has a list write.
  private mutating func write(_ indices: [Int]) async throws {
    let index = database.pick(indices)
    let list = followers[index].list
    let ids = try await list.allRowIDs
    let idName = await list.idName
    let operations = (0..<database.pick([1, 1, 1, 3])).map { _ in
      database.operation(on: ids, idName: idName)
    }
    last = "\(operations)"
    do {
      let outcome = try await list.apply(operations)
      take(outcome, index)
      let inserts = operations.filter { if case .insert = $0 { true } else { false } }
      #expect(outcome.inserted.count == inserts.count, note)
      if operations.count == 1 {
        let found = try await list.locate(outcome.inserted).positions
        #expect(found.allSatisfy { $0 != nil }, "\(outcome.inserted), \(note)")
      }
    } catch is WriteError {}
  }

  private mutating func take(_ outcome: ApplyOutcome<RowID>, _ index: Int) {
    followers[index].take(through: outcome.revision, note)
    followers[index].take(outcome.changes)
    if case .changes? = outcome.changes {
      #expect(followers[index].revision == outcome.revision - 1, note)
    }
    followers[index].revision = outcome.revision
  }

  /// Has a list and another connection write at the same time.
  private mutating func writeAtOnce() async throws {
    let statements = (0..<6).map { _ in database.change() }
    let other = second
    async let committed: Void = Task.detached {
      for statement in statements { try? other.inDatabase { try $0.execute(sql: statement) } }
    }.value
    for _ in 0..<3 { try await write([0]) }
    await committed
    last += "; at the same time \(statements)"
  }

  /// Compares a list with a fresh one, and with what was told of it; false if there is none.
  private mutating func compare(_ index: Int) async throws -> Bool {
    let follower = followers[index]
    let list = follower.list
    if follower.table == "t" && database.chance(0.6) {
      // It takes in what others have committed, and changes nothing.
      do { take(try await list.apply([]), index) } catch is WriteError {}
    }
    // Not what has two rows with the same key, by a unique rule that is gone.
    guard
      let fresh = try? await file.open(
        follower.table, schema: follower.schema, query: follower.query)
    else {
      followers[index].mayStop = true
      return false
    }
    let (sections, rows) = (try await fresh.shownSections, try await fresh.shownRows)
    let end = ContinuousClock.now + Environment.patience
    while true {
      let (now, shown) = (try await list.shownSections, try await list.shownRows)
      if now == sections && shown == rows { break }
      if ContinuousClock.now > end {
        Issue.record(
          "\(follower.table), \(note): \(shown) instead of \(rows); \(database.statements)")
        throw CancellationError()
      }
      await Task.yield()
    }
    followers[index].take(through: .max, note)
    #expect((followers[index].mirror ?? sections) == sections, "\(follower.table), \(note)")
    (followers[index].mirror, followers[index].mayStop) = (sections, false)
    return true
  }
}

extension LiveList {
  /// The ids of all rows, also of those in other sections.
  fileprivate var allRowIDs: [RowID] { get async throws { try await shownSections.flatMap(\.ids) } }

  /// What an update names a row by.
  fileprivate var idName: String {
    let names = schema.entries.map(\.name)
    return names.contains("id")
      ? "id" : names.contains("l") ? "id" : names.contains("k") ? "k" : "id"
  }
}
