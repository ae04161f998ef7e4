"""Tables of SQLite files: what others commit, what must outlast the end of the program, bad input.

SHORTLIST_TEST_TRANSACTIONS sets how many transactions are committed beside a list (default 400), and
SHORTLIST_TEST_KILLS how often the program is killed (default 16, in each of four forms a quarter of them).
SHORTLIST_SEED makes other transactions.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import time
import unittest

from rpc import Mirror, Refused, Session
from support import PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment, until

TRANSACTIONS = int(os.environ.get("SHORTLIST_TEST_TRANSACTIONS", "400"))
KILLS = int(os.environ.get("SHORTLIST_TEST_KILLS", "16"))
SEED = int(os.environ.get("SHORTLIST_SEED", "0"))


class TableTest(ProgramTest):
    def database(self, *statements, name="a.db", wal=False):
        """Another connection to a file, on which statements are run at first."""
        database = sqlite3.connect(self.path(name), timeout=PATIENCE, isolation_level=None)
        self.addCleanup(database.close)
        if wal:
            database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA foreign_keys = ON")
        for statement in statements:
            database.execute(statement)
        return database

    def session(self, **options):
        session = Session(self.folder, **options)
        self.addCleanup(session.close)
        return session

    def filter(self, *arguments, table="t", file="a.db"):
        return self.run_program("filter", file, "--table", table, *arguments)


class Foreign(TableTest):
    """Another process writes while a list with sections and windows is open."""

    NAMES = ["ann", "bob", "cid", "dora", "eve", "fay", "gus", "hal", "ida", "jo", "kim", "leo"]

    def operation(self, random):
        """A random statement with its parameters."""
        id, other = random.randint(1, 40), random.randint(1, 40)
        name, kind = random.choice(self.NAMES) + str(random.randint(0, 2)), random.choice("abcd")
        parent = random.choice([None, other])
        return random.choice([
            ("INSERT OR IGNORE INTO t VALUES (?, ?, ?, ?, NULL)", (id, name, kind, other)),
            ("INSERT INTO t (name, kind, n) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
             (name, kind, other)),
            ("INSERT OR REPLACE INTO t VALUES (?, ?, ?, ?, NULL)", (id, name, kind, other)),
            ("UPDATE OR REPLACE t SET name = ? WHERE id = ?", (name, id)),
            ("UPDATE t SET n = n + ? WHERE id = ?", (other, id)),
            ("UPDATE t SET kind = ? WHERE id = ?", (kind, id)),
            ("UPDATE t SET kind = NULL WHERE n > ?", (random.randint(30, 80),)),
            ("UPDATE t SET parent = (SELECT id FROM t WHERE id = ?) WHERE id = ?", (parent, id)),
            ("UPDATE OR IGNORE t SET id = ? WHERE id = ?", (other, id)),
            ("DELETE FROM t WHERE id = ?", (id,)),
        ])

    def follow(self, journal, wal, seed):
        database = self.database(
            """CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, kind TEXT, n INT,
            parent INT REFERENCES t (id) ON DELETE CASCADE ON UPDATE CASCADE)""",
            """CREATE TRIGGER noted AFTER UPDATE OF kind ON t WHEN NEW.kind = 'd' BEGIN
            UPDATE t SET n = n + 1 WHERE kind = 'a'; END""",
            name=f"{seed}.db", wal=wal)
        chance = random.Random(seed)
        session = self.session()
        query = {"sections": {"by": "kind"}, "sort": [{"by": "n"}]}
        handle = session.open("t", f"{seed}.db", journal=journal, query=query)
        session.call("list.window", list=handle, range={
            "kind": "flexible", "length": 4, "offset": 1, "grow": "both", "maxLength": 6})
        session.call("list.window", list=handle, section="b", range={
            "kind": "fixed", "length": 3, "pin": "end"})
        mirror = Mirror(session, handle)

        def expected():
            return {row[0]: row for row in database.execute("SELECT * FROM t")}

        def shown(list):
            sections, _ = session.of_sections(list, "list.rows", length=1000)
            return [row for _, answer in sections for row in answer["rows"]]

        everything = session.open("t", f"{seed}.db", journal=journal)

        def caught_up(list=everything):
            return {row["id"]: tuple(row.values()) for row in shown(list)} == expected()

        for number in range(TRANSACTIONS // 4):
            database.execute("BEGIN IMMEDIATE")
            for _ in range(chance.randint(1, 4)):
                database.execute(*self.operation(chance))
            database.execute(chance.choice(["COMMIT"] * 9 + ["ROLLBACK"]))
            if chance.random() < 0.1:
                until(caught_up, lambda: f"seed {seed}, transaction {number}: the list lags")
                mirror.check()
        until(caught_up, lambda: f"seed {seed}: the list lags")
        fresh = session.open("t", f"{seed}.db", query=query)
        session.call("list.window", list=handle, range=None)
        session.call("list.window", list=handle, section="b", range=None)
        for _ in range(10):
            database.execute(*self.operation(chance))
        until(lambda: caught_up(fresh) and shown(handle) == shown(fresh),
              lambda: f"seed {seed}: {shown(handle)}, opened afresh {shown(fresh)}")
        mirror.check()
        self.assertGreater(mirror.heard, 0)
        session.end()

    def test_without_a_journal(self):
        self.follow(False, False, 1)

    def test_without_a_journal_with_a_log(self):
        self.follow(False, True, 2)

    def test_with_a_journal(self):
        self.follow(True, False, 3)

    def test_with_a_journal_and_a_log(self):
        self.follow(True, True, 4)

    def test_what_fits_no_attribute_later_is_null(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)",
                                 "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        session = self.session()
        handle = session.open("t")
        database.execute("UPDATE t SET s = x'00ff' WHERE id = 1")
        database.execute("UPDATE t SET s = CAST(x'ff' AS TEXT) WHERE id = 2")
        database.execute("INSERT INTO t VALUES (4, 'd')")

        def shown():
            return [row["s"] for row in session.call("list.rows", list=handle)["rows"]]
        until(lambda: shown() == [None, None, "c", "d"], lambda: f"{shown()}")

    def test_rows_that_must_differ_in_an_expression(self):
        for journal in (False, True):
            name = f"{journal}.db"
            database = self.database(
                "CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)",
                "CREATE UNIQUE INDEX u ON t (lower(s))",
                "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')", name=name)
            session = self.session()
            handle = session.open("t", name, journal=journal)
            database.execute("INSERT OR REPLACE INTO t VALUES (4, 'A')")

            def shown():
                return [row["s"] for row in session.call("list.rows", list=handle)["rows"]]
            until(lambda: shown() == ["b", "c", "A"], lambda: f"{shown()}")
            session.call("list.apply", list=handle, operations=[{"delete": 4}])
            with self.assertRaises(Refused):
                session.call("list.apply", list=handle, operations=[{"insert": {"s": "B"}}])
            session.call("list.apply", list=handle, operations=[{"insert": {"s": "a"}}])
            self.assertEqual(shown(), ["b", "c", "a"])
            session.end()

    def test_an_index_that_is_younger_than_the_journal(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)",
                                 "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")

        def triggers():
            return {name for name, in database.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger'")}
        session = self.session()
        before, handle = None, None
        for replaced in ("a", "b"):
            handle = session.open("t", journal=True)
            if before is None:
                before = triggers()
                database.execute("CREATE UNIQUE INDEX u ON t (s)")
            database.execute("INSERT OR REPLACE INTO t (s) VALUES (?)", (replaced,))
            expected = [row for row, in database.execute("SELECT id FROM t ORDER BY id")]

            def shown():
                return session.call("list.ids", list=handle)["ids"]
            until(lambda: shown() == expected, lambda: f"{shown()}, not {expected}")
        self.assertEqual(triggers() - before, {"shortlist_journal_t_before_insert"})

    def test_two_programs_see_each_other(self):
        self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)")
        sessions = [self.session(), self.session()]
        lists = [session.open("t") for session in sessions]
        for number in range(6):
            sessions[number % 2].call(
                "list.apply", list=lists[number % 2],
                operations=[{"insert": {"n": number}}, {"insert": {"n": -number}}])
        for session, list in zip(sessions, lists):
            def rows():
                return session.call("list.rows", list=list)["rows"]
            until(lambda: len(rows()) == 12, lambda: f"{rows()}")
            self.assertEqual([row["n"] for row in rows()], [
                0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5])
        for session, list in zip(sessions, lists):
            session.call("selection.save", list=list, name="both")
        self.assertEqual(sessions[0].call("selection.saved", list=lists[0])["names"],
                         [{"name": "both", "count": 0}])

    def test_a_table_that_is_gone_stops_its_list_until_it_is_back(self):
        schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)"
        database = self.database(schema, "INSERT INTO t VALUES (1, 1)")
        session = self.session()
        handle = session.open("t")
        database.execute("DROP TABLE t")
        told = session.receive()["params"]
        self.assertIn("there is no table t", told["error"]["message"])
        with self.assertRaisesRegex(Refused, "there is no table t") as caught:
            session.call("list.apply", list=handle, operations=[{"insert": {"n": 1}}])
        self.assertEqual(caught.exception.code, -32005)
        answer = session.call("list.rows", list=handle)
        self.assertEqual(answer["rows"], [{"id": 1, "n": 1}])
        self.assertIn("there is no table t", answer["stopped"])
        database.execute(schema)
        database.execute("INSERT INTO t VALUES (2, 2)")
        until(lambda: "stopped" not in session.call("list.rows", list=handle),
              lambda: "the list does not go on")
        until(lambda: session.call("list.rows", list=handle)["rows"] == [{"id": 2, "n": 2}],
              lambda: "the rows are not shown")
        session.end()

    def test_other_columns_are_told(self):
        database = self.database(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 1)")
        session = self.session()
        handle = session.open("t", query={"sort": [{"by": "n"}]})
        database.execute("ALTER TABLE t RENAME COLUMN n TO m")
        told = session.receive()["params"]
        self.assertEqual(told["changes"], {"reset": True})
        self.assertEqual([entry["name"] for entry in told["attributes"]], ["id", "m"])
        self.assertEqual(len(told["dropped"]), 1)
        self.assertEqual(session.call("list.rows", list=handle)["rows"], [{"id": 1, "m": 1}])
        session.call("list.apply", list=handle, operations=[{"update": {"id": 1, "m": 5}}])
        self.assertEqual(database.execute("SELECT m FROM t").fetchall(), [(5,)])
        session.end()

    def test_nobody_is_kept_from_writing(self):
        """A reader locks the file for an instant only after two seconds of commits without a gap."""
        database = self.database(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)")
        session = self.session()
        handle = session.open("t")
        impatient = sqlite3.connect(self.path("a.db"), timeout=0, isolation_level=None)
        self.addCleanup(impatient.close)
        step = 0
        while step < 200:
            end = time.monotonic() + 0.5
            while step < 200 and time.monotonic() < end:
                step += 1
                impatient.execute("UPDATE t SET n = ?", (step,))
            until(lambda: session.call("list.rows", list=handle)["rows"] == [{"id": 1, "n": step}],
                  lambda: f"commit {step} is not shown")
        session.end()
        database.close()


class Killed(TableTest):
    """What was answered is there after `kill -9`, whole, and nothing is there in part; so is what others
    commit beside it."""

    def kill(self, wal, journal, seed):
        seed += 100 * SEED
        name = f"{seed}.db"
        database = self.database(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, number INT, part INT)", name=name, wal=wal)
        chance = random.Random(seed)
        number = 0
        answered, others, saved = set(), set(), {}
        for killed in range(max(1, KILLS // 4)):
            note = f"seed {seed}, kill {killed}"
            session = self.session()
            handle = session.open("t", name, journal=journal)
            sent = {}
            for _ in range(chance.randint(5, 20)):
                number += 1
                rows = [{"insert": {"id": 3 * number + part, "number": number, "part": part}}
                        for part in range(3)]
                sent[session.send("list.apply", list=handle, operations=rows)] = number
                ids = [3 * number + part for part in chance.sample(range(3), chance.randint(1, 3))]
                session.send("selection.replace", list=handle, ids=ids)
                sent[session.send("selection.save", list=handle, name=f"s{number % 7}")] = (
                    f"s{number % 7}", ids)
            last = chance.choice(list(sent))
            begun = {}

            def take(message):
                what = sent.get(message.get("id"))
                if what is None:
                    return
                self.assertNotIn("error", message, note)
                if isinstance(what, int):
                    answered.add(what)
                else:
                    saved[what[0]] = [what[1]]
                    begun[what[0]] = message["id"]

            while True:
                message = session.receive()
                take(message)
                if message.get("id") == last:
                    break
                if chance.random() < 0.1:
                    others.add(self.commit(database, -1 - len(others)))
            session.kill()
            # What it answered before the signal came.
            while (message := session.receive()) is not None:
                take(message)
            session.close()
            # One that was under way has taken the place of another or not.
            for identifier, what in sent.items():
                if not isinstance(what, int) and identifier > begun.get(what[0], 0):
                    saved.setdefault(what[0], [None]).append(what[1])
            others.add(self.commit(database, -1 - len(others)))
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)], note)
            found = dict(database.execute(
                "SELECT number, group_concat(part, '') FROM t GROUP BY number").fetchall())
            self.assertEqual(set(found.values()) - {"012"}, set(), note)
            self.assertEqual((answered | others) - set(found), set(), note)
            self.check(saved, database, name, journal, note)

    @staticmethod
    def commit(database, number):
        """Commits rows by another connection; returns their number."""
        database.execute("BEGIN IMMEDIATE")
        database.executemany("INSERT INTO t VALUES (?, ?, ?)",
                             [(3 * number + part, number, part) for part in range(3)])
        database.execute("COMMIT")
        return number

    def check(self, saved, database, name, journal, note):
        session = self.session()
        handle = session.open("t", name, journal=journal)
        self.assertEqual(session.call("list.ids", list=handle)["ids"],
                         [row for row, in database.execute("SELECT id FROM t ORDER BY id")], note)
        kept = {entry["name"]: entry["count"]
                for entry in session.call("selection.saved", list=handle)["names"]}
        for shortlist, possible in saved.items():
            if shortlist not in kept:
                self.assertIn(None, possible, f"{note}: {shortlist} is lost")
                continue
            session.call("selection.none", list=handle)
            loaded = session.call("selection.load", list=handle, name=shortlist)
            self.assertIn(loaded["added"], possible, f"{note}: {shortlist}")
            self.assertEqual((loaded["missing"], len(loaded["added"])), ([], kept[shortlist]))
            saved[shortlist] = [loaded["added"]]
        for shortlist in set(saved) - set(kept):
            del saved[shortlist]
        session.end()

    def test_rollback_journal(self):
        self.kill(False, False, 11)

    def test_write_ahead_log(self):
        self.kill(True, False, 12)

    def test_with_a_journal_of_changes(self):
        self.kill(False, True, 13)

    def test_write_ahead_log_with_a_journal_of_changes(self):
        self.kill(True, True, 14)


class BadInput(TableTest):
    """Each ends with one line that says what is wrong, or is read as it is."""

    def test_not_a_database(self):
        self.file("a.db", "id,name\n1,Ann\n" * 100)
        self.assertFails(self.filter(), "a.db", "file is not a database")

    def test_no_file_and_a_folder(self):
        self.assertFails(self.filter(file="gone.db"), "gone.db", "no such file")
        os.mkdir(self.path("folder.db"))
        self.assertFails(self.filter(file="folder.db"), "folder.db", "is a directory")

    def test_missing_table(self):
        self.database("CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE shortlist_saved (x)")
        self.assertFails(self.filter(table="u"), "there is no table u (there are t)")
        # The only table need not be named.
        for command in ("filter", "facets"):
            result = self.run_program(command, "a.db")
            self.assertEqual((result.status, result.errors), (1, ""))
        self.database("CREATE TABLE u (id INTEGER PRIMARY KEY)")
        self.assertFails(self.run_program("filter", "a.db"), "--table", "(there are t, u)")

    def test_an_id_that_is_none(self):
        self.database("CREATE TABLE t (name TEXT, n INT)", "INSERT INTO t VALUES ('a', 1), ('a', 2)",
                      "INSERT INTO t VALUES (NULL, 3)")
        self.assertFails(self.filter("--id", "name"), "a.db:2", "name a occurs twice")
        self.assertFails(self.filter("--id", "gone"), "gone")
        self.assertEqual(self.filter("--output", "ids").text, "1\n2\n3\n")

    def test_a_blob(self):
        self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, b)",
                      "INSERT INTO t VALUES (1, 'text'), (2, x'00ff')")
        result = self.filter()
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(result.text, "1\ttext\n2\t‹blob, 2 bytes›\n")

    def test_a_key_that_is_a_blob(self):
        self.database("CREATE TABLE t (k BLOB PRIMARY KEY)",
                      "INSERT INTO t VALUES ('text'), (x'00ff')")
        result = self.filter("--output", "ids")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(result.text, "X'00FF'\ntext\n")

    def test_names_like_sql(self):
        for name in ("select", 'a"; DROP TABLE t; --', "order by", "'"):
            quoted = '"' + name.replace('"', '""') + '"'
            file = f"{len(name)}.db"
            database = self.database(
                f"CREATE TABLE {quoted} (id INTEGER PRIMARY KEY, {quoted} TEXT)",
                f"INSERT INTO {quoted} VALUES (1, 'x')", "CREATE TABLE t (id)", name=file)
            session = self.session()
            for journal in (False, True):
                handle = session.open(name, file, journal=journal)
                session.call("list.apply", list=handle, operations=[
                    {"insert": {name: "y'; DROP TABLE t; --"}}])
                session.call("selection.save", list=handle, name=name)
            self.assertEqual(len(session.call("list.rows", list=handle)["rows"]), 3)
            self.assertEqual(database.execute("SELECT count(*) FROM t").fetchone(), (0,))
            session.end()

    def test_a_text_with_nul(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)",
                                 "INSERT INTO t VALUES (1, 'a' || char(0) || 'b')")
        session = self.session()
        handle = session.open("t")
        session.call("list.apply", list=handle, operations=[{"insert": {"s": "\0"}}])
        self.assertEqual([row["s"] for row in session.call("list.rows", list=handle)["rows"]],
                         ["a\0b", "\0"])
        self.assertEqual(database.execute("SELECT hex(s) FROM t").fetchall(), [("610062",), ("00",)])

    def test_large_integers(self):
        numbers = [2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63]
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)")
        database.executemany("INSERT INTO t VALUES (?, ?)", [(n, n) for n in numbers])
        session = self.session()
        handle = session.open("t")
        self.assertEqual([row["n"] for row in session.call("list.rows", list=handle)["rows"]],
                         sorted(numbers))
        session.call("list.apply", list=handle, operations=[
            {"update": {"id": 2**53 + 1, "n": 2**53 + 3}}])
        session.call("selection.replace", list=handle, ids=numbers)
        session.call("selection.save", list=handle, name="large")
        session.call("selection.none", list=handle)
        loaded = session.call("selection.load", list=handle, name="large")
        self.assertEqual(loaded["added"], numbers)
        self.assertEqual(
            database.execute("SELECT n FROM t WHERE id = ?", (2**53 + 1,)).fetchone(), (2**53 + 3,))

    def test_a_corrupt_file(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)")
        database.executemany("INSERT INTO t VALUES (?, ?)", [(n, "x" * 500) for n in range(500)])
        database.close()
        with open(self.path("a.db"), "r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * 40960)
        self.assertFails(self.filter(), "a.db", "malformed")

    def test_a_locked_file_says_so_and_goes_on_or_fails(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY)",
                                 "INSERT INTO t VALUES (1)")
        for is_freed in (True, False):
            database.execute("BEGIN EXCLUSIVE")
            process = subprocess.Popen(
                [PROGRAM, "filter", "a.db", "--table", "t"], cwd=self.folder,
                env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertRegex(process.stderr.readline(), r"a\.db: locked by another program")
            if is_freed:
                database.execute("COMMIT")
            output, errors = process.communicate(timeout=PATIENCE)
            if is_freed:
                self.assertEqual((output, errors, process.returncode), ("1\n", "", 0))
            else:
                database.execute("COMMIT")
                self.assertEqual((output, process.returncode), ("", 2))
                self.assertIn("database is locked", errors)

    def test_a_read_only_file(self):
        self.database("CREATE TABLE t (id INTEGER PRIMARY KEY)",
                      "INSERT INTO t VALUES (1), (2)").close()
        session = self.session()
        handle = session.open("t")
        for name, ids in (("before", [1]), ("once", [1])):
            session.call("selection.replace", list=handle, ids=ids)
            session.call("selection.save", list=handle, name=name)
        session.end()
        os.chmod(self.path("a.db"), 0o444)
        os.mkdir(self.path("data"))
        options = {}
        program = PROGRAM
        if os.geteuid() == 0:
            # Root may write to it; somebody else may not.
            program = shutil.copy(PROGRAM, self.path("program"))
            for path in (self.folder, self.path("data"), program):
                os.chmod(path, 0o777)
            options = {"user": 65534, "group": 65534}
        environment = {"XDG_DATA_HOME": self.path("data")}
        for name in ("once", "again"):
            session = self.session(program=program, environment=environment, **options)
            handle = session.open("t")
            with self.assertRaises(Refused) as refused:
                session.call("list.apply", list=handle, operations=[{"delete": 1}])
            self.assertEqual(refused.exception.code, -32005)
            self.assertIn("readonly", str(refused.exception))
            session.call("selection.replace", list=handle, ids=[2, 1])
            session.call("selection.save", list=handle, name=name)
            session.end()
        session = self.session(program=program, environment=environment, **options)
        handle = session.open("t", self.path("a.db"))
        self.assertEqual(session.call("selection.load", list=handle, name="once")["added"], [2, 1])
        self.assertEqual(session.call("selection.saved", list=handle)["names"], [
            {"name": "again", "count": 2}, {"name": "before", "count": 1},
            {"name": "once", "count": 2}])
        session.call("selection.none", list=handle)
        self.assertEqual(session.call("selection.load", list=handle, name="before")["added"], [1])
        with self.assertRaises(Refused) as refused:
            session.call("selection.forget", list=handle, name="before")
        self.assertIn("in the file", str(refused.exception))
        session.call("selection.forget", list=handle, name="once")
        session.call("selection.none", list=handle)
        self.assertEqual(session.call("selection.load", list=handle, name="once")["added"], [1])
        self.assertTrue(os.path.exists(self.path("data/shortlist/shortlists.db")))
        session.end()

    def test_the_journal_is_removed(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, u TEXT UNIQUE)")
        before = database.execute("SELECT name FROM sqlite_schema ORDER BY name").fetchall()
        self.assertEqual(self.filter("--journal", "--synchronous", "normal").status, 1)
        self.assertGreater(
            database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0], len(before))
        for status in (0, 1):
            result = self.run_program("remove-journal", "a.db", "--table", "t")
            self.assertEqual((result.status, result.errors), (status, ""))
        self.assertEqual(
            [row for row in database.execute("SELECT name FROM sqlite_schema ORDER BY name")
             if row[0] != "sqlite_sequence"], before)
        self.assertFails(self.run_program("remove-journal", "a.db", "--table", "u"), "no table u")


class ReadOnlyMedia(TableTest):
    """A file with a write-ahead log in a folder that is mounted to be read only."""

    MOUNT = ["unshare", "--mount", "sh", "-c",
             'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && "$@"']

    def setUp(self):
        super().setUp()
        if not shutil.which("unshare") or self.mounted("true").returncode:
            self.skipTest("nothing can be mounted here")

    def mounted(self, *command):
        return subprocess.run([*self.MOUNT, self.folder, *command], capture_output=True, text=True,
                              timeout=PATIENCE, env=clean_environment())

    def test_no_log(self):
        self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)",
                      "INSERT INTO t VALUES (1, 'a')", name="a b?%.db", wal=True).close()
        self.assertFalse(os.path.exists(self.path("a b?%.db-wal")))
        found = self.mounted(PROGRAM, "filter", "a b?%.db", "--table", "t", "--output", "ids")
        self.assertEqual((found.stdout, found.stderr), ("1\n", ""))

    def test_a_log_with_changes(self):
        database = self.database("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", wal=True)
        database.execute("INSERT INTO t VALUES (1, 'a')")
        for end in ("", "-wal"):
            shutil.copy(self.path("a.db" + end), self.path("copy.db" + end))
        found = self.mounted(PROGRAM, "filter", "copy.db", "--table", "t", "--output", "ids")
        self.assertEqual((found.returncode, found.stdout), (2, ""))
        self.assertIn("copy.db: has a write-ahead log, which cannot be read on read-only media",
                      found.stderr)


class Creating(TerminalTest):
    """Rows that are made on the screen."""

    def test_a_new_row_is_written_to_the_table(self):
        database = sqlite3.connect(self.path("a.db"), timeout=PATIENCE, isolation_level=None)
        self.addCleanup(database.close)
        database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
        database.execute("INSERT INTO t VALUES (1, 'ann'), (2, 'bob')")
        self.start("shortlist pick a.db --table t --create name", "2/2")
        self.type("cid")
        self.wait_for(r'^❯ \+ new "cid"', "0/2")
        self.press("Enter")
        self.wait_for("1/3", "❯● .*cid", "written to the table", gone=[r"\+ new"])
        self.press("Enter")
        self.ended(0)
        names = [name for name, in database.execute("SELECT name FROM t ORDER BY id")]
        self.assertEqual(names, ["ann", "bob", "cid"])


class Locked(TerminalTest):
    """A table on the screen while another program has locked its file."""

    def setUp(self):
        super().setUp()
        self.database = sqlite3.connect(
            self.path("a.db"), timeout=PATIENCE, isolation_level=None)
        self.addCleanup(self.database.close)
        self.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
        self.database.execute("INSERT INTO t VALUES (1, 'ann'), (2, 'bob')")
        self.database.execute("BEGIN EXCLUSIVE")

    def test_it_says_so_and_goes_on(self):
        self.start("shortlist pick a.db --table t",
                   "waiting for a.db, which another program has locked")
        self.database.execute("COMMIT")
        self.wait_for("ann", "bob", gone=["waiting for"])
        self.press("Enter")
        self.assertIn("ann", self.ended(0))

    def test_before_the_screen_and_line_by_line(self):
        waiting = "Waiting for a.db, which another program has locked."
        # After a moment, the screen is there before the list.
        for options, waiting, pattern, keys in (
                ("--select 2", "^ *waiting for a.db", "● .*bob", ["C-c"]), ("--sync", waiting, "bob", ["C-c"]),
                ("--plain", waiting, "2  2, bob", ["q", "Enter"])):
            self.start(f"shortlist pick a.db --table t {options}", waiting)
            self.database.execute("COMMIT")
            self.wait_for(pattern)
            self.press(*keys)
            self.ended(130)
            self.database.execute("BEGIN EXCLUSIVE")

    def test_it_can_be_left(self):
        for key in ("C-c", "Escape"):
            self.start("shortlist pick a.db --table t", "waiting for a.db")
            self.press(key)
            self.ended(130)


if __name__ == "__main__":
    unittest.main()
