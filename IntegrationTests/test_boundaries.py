"""Random stories of lists that are longer than anything that is kept in one piece.

A list with a window is compared with one of the same rows that was opened a moment ago, at every step,
and with a slow reference at every fiftieth; what it says that changed must give what it shows. The rows
are those of a message, a CSV file and a table.

SHORTLIST_TEST_STEPS sets how many steps each story has (default 300), SHORTLIST_TEST_ROWS how many rows
(default 2000; 0 is for 70,000 to 200,000, by chance), SHORTLIST_TEST_SEED the seed (default 1). In a build
with checks the boundaries are tiny unless SHORTLIST_SIZES says otherwise, so that 2,000 rows cross all of them.
A release has the real ones, which take SHORTLIST_TEST_ROWS=0.
"""

import json
import os
import random
import sqlite3

from rpc import Mirror, Session
from support import PATIENCE, ProgramTest, until

STEPS = int(os.environ.get("SHORTLIST_TEST_STEPS", "300"))
ROWS = int(os.environ.get("SHORTLIST_TEST_ROWS", "2000"))
SIZES = os.environ.get("SHORTLIST_SIZES", "tiny")
SEED = int(os.environ.get("SHORTLIST_TEST_SEED", "1"))

NAMES = ["id", "name", "kind", "n", "price", "rare"]
TYPES = {"id": "integer", "name": "text", "kind": "text", "n": "integer", "price": "number",
         "rare": "text"}
WORDS = ["lib", "usr", "apple", "pear", "москва", "東x京", "zürich", "x1x2x"]
SEARCHES = ["", "", "l", "ap", "apple", "lib 1", "москва 12", "京 1", "zuri", "12", "9 usr",
            "abcdefghijklmnopqrstuvwxyzabcdefghi 1"]

# A row as it is written to a source; no value needs quotes in a CSV file.
TEXTS = {
    "rows": json.dumps, "sqlite": lambda row: "",
    "csv": lambda row: ",".join("" if value is None else str(value) for value in row.values())}


class Model:
    """The rows in source order."""

    def __init__(self, chance, count, text):
        self.chance = chance
        self.text = text
        self.rows = {}
        self.next = 0
        # The rows as they are written to a source.
        self.texts = {}
        for _ in range(count):
            self.insert()

    def value(self, name, id):
        chance = self.chance
        if name == "name":
            return f"{chance.choice(WORDS)}/{chance.choice(WORDS)} {id:06}"
        if name == "rare":
            return f"r{chance.randrange(9)}" if chance.random() < 0.001 else None
        if chance.random() < 0.1:
            return None
        return {"kind": lambda: chance.choice(["a", "b", "c d", "é"]),
                "n": lambda: chance.randrange(50),
                "price": lambda: chance.randrange(400) / 4}[name]()

    def insert(self):
        id = self.next
        self.next += 1
        self.rows[id] = {"id": id} | {name: self.value(name, id) for name in NAMES[1:]}
        self.texts[id] = self.text(self.rows[id])
        return {"insert": dict(self.rows[id])}

    def operations(self):
        """Random operations, done on the model."""
        operations, touched = [], set()
        for _ in range(self.chance.choice([1, 1, 3, 20, 300])):
            kind = self.chance.random()
            if kind < 0.4:
                operations.append(self.insert())
                touched.add(self.next - 1)
                continue
            id = self.chance.choice([self.chance.randrange(self.next), self.next - 1])
            if id not in self.rows or id in touched:
                continue
            touched.add(id)
            if kind < 0.6:
                del self.rows[id], self.texts[id]
                operations.append({"delete": id})
            else:
                name = self.chance.choice(NAMES[1:])
                self.rows[id][name] = self.value(name, id)
                self.texts[id] = self.text(self.rows[id])
                operations.append({"update": {"id": id, name: self.rows[id][name]}})
        return operations

    # The slow reference, for what it is easy for.

    def expected(self, query):
        """The ids that match, and whether their order is known, in order if it is."""
        rows = list(self.rows.values())
        search = query.get("search") or ""
        if search:
            rows = [row for row in rows if self.matches(row, search, query["match"])]
        test = {None: lambda row: True,
                "n:>25": lambda row: row["n"] is not None and row["n"] > 25,
                "kind:b": lambda row: row["kind"] == "b",
                "rare:*": lambda row: row["rare"] is not None,
                "NOT rare:r3 price:10..20": lambda row: row["rare"] != "r3"
                and row["price"] is not None and 10 <= row["price"] <= 20}[query.get("filters")]
        rows = [row for row in rows if test(row)]
        for key in reversed(query.get("sort") or []):
            name, descending = key["by"], key.get("order") == "descending"
            some = [row for row in rows if row[name] is not None]
            some.sort(key=lambda row: self.key(row[name]), reverse=descending)
            rows = some + [row for row in rows if row[name] is None]
        return [row["id"] for row in rows], not (search and query["match"] == "fuzzy")

    FOLDED = str.maketrans({"é": "e", "ü": "u"})

    def key(self, value):
        return value.translate(self.FOLDED) if isinstance(value, str) else value

    def matches(self, row, search, match):
        texts = [self.key(row[name]) for name in ("name", "kind", "rare") if row[name] is not None]
        if match == "prefix":
            return any(text.startswith(search) for text in texts)
        if match == "substring":
            return any(search in text for text in texts)
        if match == "fuzzy":
            return all(any(self.within(word, text) for text in texts) for word in search.split())
        raise AssertionError(match)

    @staticmethod
    def within(word, text):
        letters = iter(text)
        return all(letter in letters for letter in word)


class Boundaries(ProgramTest):
    def setUp(self):
        super().setUp()
        # Few rows cross only tiny boundaries.
        if ROWS and SIZES == "tiny":
            self.need_checks()

    def session(self):
        session = Session(self.folder, environment={"SHORTLIST_SIZES": SIZES})
        self.addCleanup(session.close)
        return session

    def open(self, session, source, model, query):
        """A list of the rows of the model."""
        if source == "rows":
            params = {"source": {"rows": Session.ENCODED}, "schema": TYPES,
                      "encoded": f"[{','.join(model.texts.values())}]"}
        elif source == "csv":
            with open(self.path("a.csv"), "w", encoding="utf-8") as file:
                file.write("\n".join([",".join(NAMES), *model.texts.values(), ""]))
            params = {"source": {"file": "a.csv"}, "schema": TYPES}
        else:
            params = {"source": {"sqlite": "a.db", "table": "t"}}
        return session.call("list.open", query=query, **params)["list"]

    def query(self, chance, source):
        search = chance.choice(SEARCHES)
        # Ties of a table are broken by its key, those of other rows by their order, which is the same.
        query = {"search": search, "match": chance.choice(["words", "prefix", "substring", "fuzzy"]),
                 "filters": chance.choice([
                     None, None, "n:>25", "kind:b", "rare:*", "NOT rare:r3 price:10..20"]),
                 "sort": chance.choice([
                     None, [{"by": "n"}], [{"by": "name", "order": "descending"}],
                     [{"by": "kind"}, {"by": "price", "order": "descending"}], [{"by": "rare"}]]),
                 "sections": chance.choice([None, None, {"by": "kind"}, {"by": "rare"}])}
        return query

    def range(self, chance):
        length = chance.choice([1, 5, 64, 500, 2047, 2048, 2049, 4096, 4097])
        kind = chance.choice(["fixed", "flexible"])
        range = {"kind": kind, "length": length, "offset": chance.choice([0, 0, 3, 70, 66_000]),
                 "pin": chance.choice(["beginning", "end"])}
        if kind == "flexible":
            range |= {"grow": chance.choice(["pinSide", "nonPinSide", "both", "inRangeOnly"]),
                      "maxLength": chance.choice([None, length + 10])}
        return range

    def story(self, source, seed):
        chance = random.Random(seed)
        model = Model(chance, ROWS or chance.randrange(70_000, 200_000), TEXTS[source])
        if source == "sqlite":
            database = sqlite3.connect(self.path("a.db"), timeout=PATIENCE, isolation_level=None)
            self.addCleanup(database.close)
            database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, "
                             "n INT, price REAL, rare TEXT)")
            database.execute("BEGIN")
            database.executemany(
                "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)",
                ([row[name] for name in NAMES] for row in model.rows.values()))
            database.execute("COMMIT")
        session = self.session()
        query = {}
        handle = self.open(session, source, model, query)
        session.call("list.window", list=handle, range=self.range(chance))
        mirror = Mirror(session, handle)
        for step in range(1, STEPS + 1):
            where = f"{source}, seed {seed}, step {step}"
            kind = chance.random()
            if kind < 0.4:
                query = self.query(chance, source)
                session.call("list.query", list=handle, **query)
            elif kind < 0.6:
                session.call("list.window", list=handle, range=self.range(chance))
            else:
                session.call("list.apply", list=handle, operations=model.operations())
            where += f", {query}"
            try:
                mirror.check()
                self.compare(session, handle, self.open(session, source, model, query), where)
            except (AssertionError, IndexError) as failure:
                raise AssertionError(f"{where}: {str(failure)[:2000]}") from failure
            if step % 50 == 0 and query.get("match") != "words" and not query.get("sections"):
                everything = self.open(session, source, model, query)
                shown = session.call("list.ids", list=everything)["ids"]
                session.call("list.close", list=everything)
                expected, isOrdered = model.expected(query)
                if not isOrdered:
                    shown, expected = sorted(shown), sorted(expected)
                self.assertTrue(shown == expected, where)
        session.end()

    def compare(self, session, handle, fresh, where):
        """Compares what a window shows with the same places of a list without one."""
        told = session.call("list.sections", list=handle)
        whole = session.call("list.sections", list=fresh)
        self.assertEqual([(section["name"], section["count"]) for section in told["sections"]],
                         [(section["name"], section["count"]) for section in whole["sections"]])
        self.assertEqual(told["total"], whole["total"])
        for section in told["sections"]:
            place = section["range"]
            self.assertEqual(place["length"], section["visible"])
            asked = {"section": section["name"]}
            ids = session.call("list.ids", list=handle, **asked)["ids"]
            all = session.call("list.ids", list=fresh, **asked)["ids"]
            start = place["fromBeginning"]
            self.assertTrue(ids == all[start:start + len(ids)], f"{where}: {asked} at {start}")
            if len(ids) <= 64:
                rows = session.call("list.rows", list=handle, **asked)["rows"]
                expected = session.call(
                    "list.rows", list=fresh, length=len(ids), **asked, **{"from": start})["rows"]
                self.assertEqual(rows, expected)
        session.call("list.close", list=fresh)

    def test_rows(self):
        self.story("rows", SEED)

    def test_csv(self):
        self.story("csv", SEED + 1)

    def test_sqlite(self):
        self.story("sqlite", SEED + 2)
