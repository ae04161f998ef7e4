"""What files and tables may have that are named on the command line: times without a zone, long
numbers, columns of the same name."""

import datetime
import json
import sqlite3
import subprocess

from support import PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment

TIMES = "at,n\n1989-12-31 23:59:59,1\n1990-05-31T10:00:00,2\n1990-06-01 00:00,3\n,4\n"


class CivilTimes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file("times.csv", TIMES)

    def found(self, source, filter):
        result = self.run_program("filter", source, "--where", filter, "--columns", "n")
        self.assertEqual(result.errors, "")
        return [int(line) for line in result.text.split()]

    def test_filters(self):
        for filter, rows in (
                ("at:1990", [2, 3]), ("at:1990-05", [2]), ("at:1990-05..", [2, 3]),
                ("at:..1989", [1]), ("at:<1990", [1]), ("at:>1990-05", [3]), ("at:!=1990", [1]),
                ("at:1990-06-01", [3]), ("at:>=1990-06", [3]), ("at:null", [4]), ("-at:1990", [1, 4]),
                ('at:"1990-05-31 10:00"', [2]), ('at:"1990-05-31 10:00".."1990-06-01"', [2, 3]),
                ("at:-7d..", []), ("at:..yesterday", [1, 2, 3]), ("at:today", [])):
            with self.subTest(filter):
                self.assertEqual(self.found("times.csv", filter), rows)

    def test_texts_of_json(self):
        rows = [("1989-12-31 23:59:59", "1990"), ("1990-05-31T10:00:00Z", "x"), (None, "1990-01-01")]
        rows = [{"at": at, "text": text, "n": n} for n, (at, text) in enumerate(rows)]
        self.file("t.json", json.dumps(rows))
        self.file("t.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        for name in ("t.json", "t.jsonl"):
            with self.subTest(name):
                self.assertEqual(self.found(name, "at:1990.."), [1])
                # All texts of a column have to be dates.
                self.assertEqual(self.found(name, "text:1990"), [0])
                result = self.run_program("filter", name, "--sort", "-at", "--output", "json")
                self.assertEqual(json.loads(result.text), [rows[place] for place in (1, 0, 2)])

    def test_texts_stay_as_written(self):
        result = self.run_program("filter", "times.csv", "--sort", "-at", "--output", "csv")
        self.assertEqual(result.text, "at,n\n1990-06-01 00:00,3\n1990-05-31T10:00:00,2\n"
                                      "1989-12-31 23:59:59,1\n,4\n")

    def test_today_is_that_of_the_machine(self):
        # Whichever side of midnight it is, one of the two is found.
        days = [datetime.date.today() + datetime.timedelta(days) for days in (0, 1)]
        self.file("now.csv", "at,n\n" + "".join(f"{day} 12:00,{day.day}\n" for day in days))
        self.assertEqual(len(self.found("now.csv", "at:today")), 1)
        self.assertEqual(len(self.found("now.csv", "at:-1d..+2d")), 2)

    def test_declared_columns_of_tables(self):
        database = sqlite3.connect(self.path("t.db"))
        database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, at DATETIME, other TEXT)")
        database.execute("INSERT INTO t VALUES (1, '1990-05-31 10:00:00', '1990-05-31 10:00:00')")
        database.execute("INSERT INTO t VALUES (2, '1991-05-31 10:00:00', 'x')")
        database.commit()
        database.close()
        self.assertEqual(self.found("t.db", "at:1990"), [1])
        self.assertFails(self.run_program("filter", "t.db", "--where", "other:1990.."), "plain value")

    def test_what_is_no_date(self):
        self.assertFails(
            self.run_program("filter", "times.csv", "--where", "n:1 at:1990-5"),
            "a date expected, not 1990-5; dates are written", "\n  n:1 at:1990-5\n         ^\n")

    def test_messages_have_days_and_instants(self):
        """Programs that drive lists get the types of the protocol."""
        request = {"jsonrpc": "2.0", "id": 1, "method": "list.open",
                   "params": {"source": {"file": "times.csv"}}}
        process = subprocess.run(
            [PROGRAM, "rpc"], cwd=self.folder, input=json.dumps(request).encode() + b"\n",
            capture_output=True, timeout=PATIENCE, env=clean_environment())
        attributes = json.loads(process.stdout.splitlines()[0])["result"]["attributes"]
        self.assertIn({"name": "at", "type": "text"}, attributes)


class DelimitedText(ProgramTest):
    def test_long_integers_stay_as_written(self):
        hashes = ["18446744073709551615", "123456789012345678901234567890", "-7"]
        self.file("long.csv", "hash,n\n" + "".join(f"{text},{n}\n" for n, text in enumerate(hashes)))
        result = self.run_program("filter", "long.csv", "--output", "csv")
        self.assertEqual(result.text, open(self.path("long.csv"), encoding="utf-8").read())
        result = self.run_program("filter", "long.csv", "--id", "hash", "--output", "ids")
        self.assertEqual(result.text.splitlines(), hashes)

    def test_columns_of_the_same_name(self):
        self.file("same.csv", "name,name,\na,b,\nc,d,,\n")
        result = self.run_program("filter", "same.csv", "--output", "csv", "--where", "name_2:d")
        self.assertEqual(result.text, "name,name_2,\nc,d,\n")


class OnTheScreen(TerminalTest):
    def test_filters_are_typed(self):
        self.file("times.csv", TIMES)
        self.start("shortlist times.csv", "4/4")
        self.type("at:1990-05..")
        self.wait_for("2/4", "1990-05-31T10:00:00", gone=["1989"])
        self.press("Escape")
        self.ended(130)
