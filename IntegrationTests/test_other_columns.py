"""Tables whose columns change while a client of `shortlist rpc` follows them."""

import sqlite3

from rpc import Refused, Session
from support import ProgramTest


class OtherColumns(ProgramTest):
    def setUp(self):
        super().setUp()
        self.database = sqlite3.connect(self.path("t.db"), isolation_level=None)
        self.addCleanup(self.database.close)
        self.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, m INT, s TEXT)")
        self.database.execute("INSERT INTO t VALUES (1, 1, 5, 'a'), (2, 2, 6, 'b')")
        self.session = Session(self.folder)
        self.addCleanup(self.session.close)
        self.list = self.call("list.open", source={"sqlite": "t.db", "table": "t"}, without=True)["list"]

    def call(self, method, without=False, **params):
        return self.session.call(method, **params if without else {"list": self.list, **params})

    def told(self, method):
        """The next notification of a kind."""
        while True:
            message = self.session.receive()
            if message.get("method") == method:
                return message["params"]

    def test_rules(self):
        for rules in [[{"required": "s"}], [{"where": "s:a", "reason": "r"}], [{"where": "n:>1", "reason": "r"}]]:
            with self.subTest(rules=rules):
                self.call("selection.rules", rules=[*rules, {"maximum": 2}])
                self.database.execute("ALTER TABLE t DROP COLUMN s")
                self.database.execute("ALTER TABLE t RENAME COLUMN n TO k")
                dropped = []
                while not dropped:
                    dropped = self.told("list.changed").get("dropped", [])
                self.assertRegex(dropped[0], "^rules: ")
                self.call("selection.none")
                self.assertEqual(self.call("selection.select", ids=[1, 2])["outcome"], "changed")
                self.assertEqual(self.call("selection.get")["ids"], [1, 2])
                self.database.execute("ALTER TABLE t RENAME COLUMN k TO n")
                self.database.execute("ALTER TABLE t ADD COLUMN s TEXT")
                names = []
                while names != ["id", "n", "m", "s"]:
                    told = self.told("list.changed")
                    names = [each["name"] for each in told.get("attributes", [])]

    def test_connected_ranges(self):
        lost = self.call("number.connect", attribute="n", range=[1, 1])["number"]
        kept = self.call("number.connect", attribute="m")["number"]
        self.database.execute("ALTER TABLE t DROP COLUMN n")
        self.assertEqual(self.told("number.changed"),
                         {"number": lost, "bounds": None, "range": None, "conflict": False})
        for method, params in [("get", {}), ("set", {"range": [1, 2]}), ("disconnect", {})]:
            with self.assertRaises(Refused) as refused:
                self.call(f"number.{method}", without=True, number=lost, **params)
            self.assertEqual(refused.exception.code, -32001)
        self.assertEqual(self.call("number.get", without=True, number=kept)["bounds"], [5, 6])
        self.call("number.disconnect", without=True, number=kept)
        self.assertEqual(len(self.call("list.ids")["ids"]), 2)
