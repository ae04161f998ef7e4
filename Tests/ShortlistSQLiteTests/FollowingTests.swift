import GRDB
import Shortlist
import ShortlistSQLite
import ShortlistTestSupport
import Testing

@Suite("Following what others commit")
struct FollowingTests {
  @Test(
    "each changeset is exact, and the end is what a fresh open shows",
    arguments: [false, true], 1...6)
  func randomCommits(journal: Bool, seed: Int) async throws {
    let isWAL = seed % 2 == 0
    var random = SeededRandom(seed: seed)
    let file = try Fixture(
      """
      CREATE TABLE t (id TEXT PRIMARY KEY, name TEXT UNIQUE, kind TEXT, n INT,
      parent TEXT REFERENCES t (id) ON DELETE CASCADE ON UPDATE CASCADE)
      """, isWAL: isWAL)
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    query.sort = [SortKey("n")]
    let list = try await file.open(journal: journal, query: query)
    var updates = list.updates.makeAsyncIterator()
    var shown: [Changeset<RowID>.Section] = []
    for step in 0..<40 {
      // What the transaction does may be nothing in the end; a row that only it has ends it.
      var statements = (0..<random.pick([1, 1, 3, 10])).map { _ in statement(&random) }
      statements.append("INSERT OR REPLACE INTO t VALUES ('last', 'last', 'z', \(step), NULL)")
      for statement in statements {
        do { try file.run(statement) } catch let error as DatabaseError {
          #expect(error.resultCode == .SQLITE_CONSTRAINT)
        }
      }
      let last: [CellValue] = [.text("last"), .text("last"), .text("z"), .integer(step), .null]
      while true {
        let update = try #require(await updates.next())
        #expect(update.cause == .others)
        if case .changes(let changes)? = update.changes { changes.apply(to: &shown) }
        // It may be further than what it has told so far.
        if try await list.shownRows.joined().contains(last), await list.revision == update.revision
        {
          break
        }
      }
      let fresh = try await file.open(query: query)
      let note = "journal \(journal), WAL \(isWAL), seed \(seed), step \(step)"
      #expect(shown == (try await list.shownSections), "\(note)")
      #expect(try await list.shownSections == fresh.shownSections, "\(note)")
      #expect(try await list.shownRows == fresh.shownRows, "\(note)")
    }
  }

  private func statement(_ random: inout SeededRandom) -> String {
    func id() -> String { "'k\(random.next(below: 9))'" }
    let name = "'n\(random.next(below: 9))'"
    let kind = random.pick(["'a'", "'b'", "NULL"])
    let n = random.next(below: 4)
    let parent = random.chance(0.5) ? "NULL" : "(SELECT id FROM t WHERE id < \(id()) LIMIT 1)"
    switch random.next(below: 6) {
    case 0: return "DELETE FROM t WHERE id = \(id())"
    case 1: return "UPDATE OR REPLACE t SET name = \(name), n = \(n) WHERE id = \(id())"
    case 2: return "UPDATE t SET id = \(id()) WHERE id = \(id())"
    case 3: return "UPDATE t SET kind = \(kind)"
    default:
      return "INSERT OR REPLACE INTO t VALUES (\(id()), \(name), \(kind), \(n), \(parent))"
    }
  }

  @Test(
    "own writes and those of others come in the order of their commits", arguments: [false, true])
  func interleaved(journal: Bool) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)", isWAL: true)
    let lists = [try await file.open(journal: journal), try await file.open(journal: journal)]
    for round in 1...30 {
      let list = lists[round % 2]
      _ = try await list.apply([
        .insert(["id": .integer(round + 1), "n": .integer(round)]),
        .update(["id": .integer(1), "n": .integer(round)]),
      ])
      // It has seen what the other one did before.
      #expect(await list.count == round + 1)
    }
    for list in lists { await list.waitForCount(31) }
    #expect(try await lists[0].all == lists[1].all)
  }
}

extension LiveList {
  var shownRows: [[[CellValue]]] {
    get async throws {
      var all: [[[CellValue]]] = []
      for section in try await sections().sections {
        all.append(try await rows(section: section.name, length: 1000).rows)
      }
      return all
    }
  }

  var shownSections: [Changeset<RowID>.Section] {
    get async throws {
      var all: [Changeset<RowID>.Section] = []
      for section in try await sections().sections {
        all.append(.init(name: section.name, ids: try await ids(section: section.name).ids))
      }
      return all
    }
  }
}
