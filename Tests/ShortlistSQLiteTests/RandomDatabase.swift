import Shortlist
import ShortlistTestSupport

/// A table of a random form with random triggers and indices, and random statements on it.
struct RandomDatabase {
  private(set) var random: SeededRandom
  /// What sets up the file, before there is a table.
  let pragmas: [String]
  /// What makes the table, and what belongs to it.
  private(set) var statements: [String] = []
  /// The types of columns that declare none.
  private(set) var schema: [ListSchema.Entry] = []

  /// What the values of a key are.
  private enum KeyKind { case integer, text, real }

  private let kind: KeyKind
  /// The columns of the key; none for the number of the row.
  private let key: [String]
  private let hasParent: Bool

  init(seed: Int) {
    var random = SeededRandom(seed: seed)
    pragmas = [
      random.chance(0.1) ? "PRAGMA encoding = 'UTF-16le'" : "PRAGMA encoding = 'UTF-8'",
      "PRAGMA page_size = \(random.pick([512, 512, 1024, 4096, 65536]))",
      "PRAGMA auto_vacuum = \(random.pick([0, 0, 1, 2]))",
      "PRAGMA journal_mode = \(random.pick(["DELETE", "TRUNCATE", "PERSIST", "WAL", "WAL"]))",
    ]
    let collation = random.pick(["", "COLLATE NOCASE", "COLLATE RTRIM", "COLLATE NOCASE"])
    let conflict = random.pick(["", "", "ON CONFLICT REPLACE", "ON CONFLICT IGNORE"])
    var storage = random.chance(0.3) ? "WITHOUT ROWID" : ""
    var columns: [String]
    var rules: [String] = []
    switch random.next(below: 10) {
    case 0:
      (kind, key, storage) = (.integer, ["k"], "")
      columns = [random.pick(["k INTEGER PRIMARY KEY", "k INTEGER PRIMARY KEY AUTOINCREMENT"])]
    case 1:
      (kind, key) = (.integer, ["k"])
      columns = ["k INT NOT NULL PRIMARY KEY \(conflict)"]
    case 2, 3:
      (kind, key) = (.text, ["k"])
      columns = ["k TEXT \(collation) NOT NULL PRIMARY KEY \(conflict)"]
    case 4:
      (kind, key) = (.real, ["k"])
      columns = ["k REAL NOT NULL PRIMARY KEY \(conflict)"]
    case 5, 6:
      (kind, key) = (.text, ["k", "l"])
      columns = ["k TEXT \(collation) NOT NULL", "l INT NOT NULL"]
      rules = ["PRIMARY KEY (\(random.pick(["k, l", "l, k"]))) \(conflict)"]
    case 7:
      (kind, key, storage) = (.integer, [], "")
      columns = []
    case 8:
      (kind, key, storage) = (.text, ["id"], "")
      columns = ["id TEXT NOT NULL UNIQUE", "found TEXT"]
      if random.chance(0.5) { rules = ["UNIQUE (id COLLATE NOCASE) \(conflict)"] }
    default:
      (kind, key) = (.text, ["k"])
      columns = ["k \(collation) NOT NULL PRIMARY KEY \(conflict)"]
      schema = [ListSchema.Entry(name: "k", type: .text)]
    }
    columns += [
      "name TEXT "
        + random.pick([
          "", "UNIQUE", "COLLATE NOCASE UNIQUE", "UNIQUE ON CONFLICT REPLACE",
          "UNIQUE ON CONFLICT IGNORE", "CHECK (length(name) < 3)",
        ]), "kind TEXT", "n INT " + random.pick(["", "DEFAULT 5", "NOT NULL DEFAULT 1", "UNIQUE"]),
      "r REAL",
    ]
    hasParent = key == ["k"] && random.chance(0.3)
    if hasParent {
      let type = kind == .integer ? "INT" : kind == .real ? "REAL" : "TEXT"
      columns.append(
        "parent \(type) REFERENCES t (k) ON DELETE \(random.pick(["CASCADE", "SET NULL"]))"
          + " ON UPDATE CASCADE \(random.pick(["", "DEFERRABLE INITIALLY DEFERRED"]))")
    }
    if random.chance(0.3) {
      columns.append(
        random.pick([
          "g INT AS (n + 1)", "g TEXT AS (name || 'x') STORED", "g INT AS (n % 3) UNIQUE",
        ]))
    }
    self.random = random
    statements = [
      "CREATE TABLE t (\((columns + rules).joined(separator: ", "))) \(storage)",
      "CREATE TABLE log (name)",
      "CREATE VIEW v AS SELECT \(key.count == 1 ? "\(key[0]) AS id, " : "")name, n FROM t",
    ]
    for _ in 0..<self.random.next(below: 3) { statements.append(index()) }
    for _ in 0..<self.random.next(below: 3) { statements.append(trigger()) }
    for _ in 0..<self.random.pick([0, 3, 20, 100]) { statements.append(insert("INSERT OR IGNORE")) }
  }

  // MARK: What is in it

  private mutating func keyValue() -> CellValue {
    switch kind {
    case .integer: .integer(random.next(below: 12))
    case .text:
      .text(random.pick(["a", "A", "b", "B", "a ", "b  ", "ab", "aB", "é", "e\u{301}", ""]))
    case .real: .number(random.pick([0, -0.0, 1.5, 2, 1e300, -3.25]))
    }
  }

  /// Values for some columns of a row.
  private mutating func values(withKey: Bool) -> [(name: String, value: CellValue)] {
    var values: [(String, CellValue)] = []
    if withKey {
      for name in key {
        values.append((name, name == "l" ? .integer(random.next(below: 3)) : keyValue()))
      }
    }
    if random.chance(0.8) { values.append(("name", .text("n\(random.next(below: 9))"))) }
    if random.chance(0.5) {
      values.append(("kind", random.pick([.text("a"), .text("b"), .text("A"), .null])))
    }
    if random.chance(0.8) { values.append(("n", .integer(random.next(below: 6)))) }
    if random.chance(0.3) {
      values.append(("r", .number(random.pick([0, 1.5, .infinity, -.infinity, 2]))))
    }
    if hasParent && random.chance(0.5) { values.append(("parent", keyValue())) }
    return values
  }

  private func literal(_ value: CellValue) -> String {
    switch value {
    case .null: "NULL"
    case .number(let number) where !number.isFinite: number < 0 ? "-9e999" : "9e999"
    case .text(let text): "'\(text)'"
    default: value.text
    }
  }

  private mutating func insert(_ verb: String) -> String {
    let values = values(withKey: kind != .integer || key != ["k"] || random.chance(0.8))
    if values.isEmpty { return "\(verb) INTO t DEFAULT VALUES" }
    let names = values.map(\.name).joined(separator: ", ")
    return
      "\(verb) INTO t (\(names)) VALUES (\(values.map { literal($0.value) }.joined(separator: ", ")))"
  }

  private mutating func condition() -> String {
    guard let name = key.first, random.chance(0.7) else {
      return random.pick(["n = \(random.next(below: 6))", "name < 'n3'", "kind IS NULL", "true"])
    }
    return "\(name) = \(literal(keyValue()))"
  }

  /// A statement that changes rows.
  mutating func change() -> String {
    let conflict = random.pick(["", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ROLLBACK"])
    switch random.next(below: 10) {
    case 0, 1: return "DELETE FROM t WHERE \(condition())"
    case 2, 3, 4:
      let sets = values(withKey: random.chance(0.3)).map { "\($0.name) = \(literal($0.value))" }
      let all = sets.isEmpty ? "kind = 'a'" : sets.joined(separator: ", ")
      return "UPDATE \(conflict) t SET \(all) WHERE \(condition())"
    case 5: return insert("INSERT") + " ON CONFLICT DO UPDATE SET kind = 'up'"
    case 6: return "UPDATE t SET kind = 'k\(random.next(below: 3))'"
    default: return insert("INSERT \(conflict)")
    }
  }

  /// A statement about the file as a whole, or what belongs to the table.
  mutating func care() -> String {
    switch random.next(below: 9) {
    case 0, 1: "VACUUM"
    case 2: "PRAGMA journal_mode = \(random.pick(["DELETE", "TRUNCATE", "WAL"]))"
    case 3: "PRAGMA wal_checkpoint(TRUNCATE)"
    case 4: random.pick(["ANALYZE", "REINDEX", "PRAGMA incremental_vacuum"])
    case 5: index()
    case 6: trigger()
    case 7: "DROP TRIGGER IF EXISTS tr\(random.next(below: 9))"
    default: "DROP INDEX IF EXISTS u\(random.next(below: 5))"
    }
  }

  /// Statements that give the table other columns, or drop, move or make it.
  mutating func reshaping() -> [String] {
    let make = statements[0].replacing("CREATE TABLE", with: "CREATE TABLE IF NOT EXISTS")
    let column = "e\(random.next(below: 3))"
    switch random.next(below: 8) {
    case 0, 1:
      let type = random.pick(["", "TEXT", "INT DEFAULT 7", "REAL NOT NULL DEFAULT 1.5"])
      return ["ALTER TABLE t ADD COLUMN \(column) \(type)"]
    case 2:
      return ["ALTER TABLE t RENAME COLUMN \(column) TO e\(random.next(below: 3))"]
    case 3: return ["ALTER TABLE t DROP COLUMN \(column)"]
    case 4: return ["DROP TABLE IF EXISTS t"]
    case 5:
      return ["DROP TABLE IF EXISTS aside", "ALTER TABLE t RENAME TO aside"]
        + (random.chance(0.5) ? ["ALTER TABLE aside RENAME TO t"] : [make, insert("INSERT")])
    case 6: return ["DROP TABLE IF EXISTS t", make, insert("INSERT"), trigger()]
    default: return [make, insert("INSERT OR IGNORE")]
    }
  }

  private mutating func index() -> String {
    random.pick([
      "CREATE INDEX IF NOT EXISTS u0 ON t (n)",
      "CREATE UNIQUE INDEX IF NOT EXISTS u1 ON t (n) WHERE kind = 'a'",
      "CREATE UNIQUE INDEX IF NOT EXISTS u2 ON t (lower(name))",
      "CREATE UNIQUE INDEX IF NOT EXISTS u3 ON t (kind COLLATE NOCASE, n)",
      "CREATE UNIQUE INDEX IF NOT EXISTS u4 ON t (r)",
    ])
  }

  private mutating func trigger() -> String {
    let moved =
      key == ["k"] && kind == .integer
      ? "UPDATE OR REPLACE t SET k = k + 10 WHERE k = NEW.k" : "DELETE FROM t WHERE n = 5"
    let number = random.next(below: 9)
    let (event, body) =
      [
        ("BEFORE INSERT ON t WHEN NEW.n = 3", "SELECT raise(ignore)"),
        ("AFTER INSERT ON t WHEN NEW.n = 2", "UPDATE t SET kind = 'trig' WHERE n = 1"),
        ("AFTER INSERT ON t", "INSERT INTO log VALUES (NEW.name)"),
        ("AFTER UPDATE OF n ON t WHEN NEW.n = 4", "DELETE FROM t WHERE n = 0"),
        ("AFTER INSERT ON t WHEN NEW.kind = 'b'", "SELECT raise(ignore)"),
        (
          "BEFORE DELETE ON t WHEN OLD.n = 2",
          "UPDATE t SET kind = 'gone' WHERE name IS OLD.name; SELECT raise(ignore)"
        ), ("AFTER INSERT ON t WHEN NEW.n = 0", moved),
        (
          "BEFORE UPDATE ON t WHEN NEW.n = 4",
          "SELECT raise(\(random.pick(["abort", "rollback", "fail"])), 'no')"
        ),
        ("AFTER INSERT ON t", "UPDATE OR REPLACE t SET name = upper(name) WHERE name = NEW.name"),
      ][number]
    return "CREATE TRIGGER IF NOT EXISTS tr\(number) \(event) BEGIN \(body); END"
  }

  /// An operation of a list, which may be one that it refuses.
  mutating func operation(on ids: [RowID], idName: String) -> RowOperation {
    let members = { (values: [(name: String, value: CellValue)]) in
      RowValues(values.map { .init($0.name, $0.value) })
    }
    if ids.isEmpty || random.chance(0.4) {
      return .insert(members(values(withKey: random.chance(0.8))))
    }
    let id = random.pick(ids)
    if random.chance(0.3) { return .delete(id) }
    let name: CellValue =
      switch id {
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      }
    return .update(members([(idName, name)] + values(withKey: false)))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { random.pick(elements) }
  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }
  mutating func next(below bound: Int) -> Int { random.next(below: bound) }
}
