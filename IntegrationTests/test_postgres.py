"""Tables of a PostgreSQL server: rows that stay there are picked, filtered and counted as if they were
all read."""

from postgres import SERVER, orders
from rpc import Session
from support import ProgramTest, TerminalTest

COUNT = 30_000


def setUpModule():
    SERVER.start().run(*orders(COUNT))


class Commands(ProgramTest):
    def both(self, command, *options, status=0):
        """The output of a command whose rows are read, after it was compared with that of one whose
        rows stay on the server."""
        outputs = []
        for fetch in ("all", "visible"):
            result = self.run_program(
                command, SERVER.url, "--table", "orders", "--fetch", fetch, *options)
            self.assertEqual((result.status, result.errors), (status, ""), (fetch, options))
            outputs.append(result.text)
        # To tell the difference of long texts would take minutes.
        self.assertTrue(outputs[0] == outputs[1], (options, outputs[0][:200], outputs[1][:200]))
        return outputs[0]

    def test_filter(self):
        text = self.both("filter", "--output", "csv")
        self.assertEqual(len(text.splitlines()), COUNT + 1)
        self.both("filter", "--output", "csv", "--sort", "kind,-price", "--max", "12345")
        self.both("filter", "--output", "jsonl", "--search", "fur a", "--sort", "-name")
        self.both("filter", "--output", "ids", "--where", "price:10..20 -kind:stone", "--section", "kind")
        self.both("filter", "--section", "kind", "--window", "fixed:3+2")
        self.both("filter", "--match", "substring", "--search", "79 FÜ")
        self.assertEqual(self.both("filter", "--search", "nothing such", status=1), "")

    def test_facets(self):
        self.assertIn("Beere", self.both("facets"))
        self.both("facets", "--by", "kind,price", "--number", "price,id", "--limit", "5")
        self.both("facets", "--where", "kind:pome", "--search", "7", "--output", "json")

    def test_what_cannot_be_done_there_says_so(self):
        for options, expected in (
                (["--match", "fuzzy", "--search", "x"], "scattered letters"),
                (["--window", "flexible:5"], "fixed window"),
                (["--schema", "id:text"], "id cannot be text")):
            result = self.run_program(
                "filter", SERVER.url, "--table", "orders", "--fetch", "visible", *options)
            self.assertFails(result, expected)
        self.assertFails(self.run_program("filter", "fruit.csv", "--fetch", "all"), "--fetch")

    def test_preparing(self):
        table = (SERVER.url, "--table", "orders")
        asked = self.run_program(
            "prepare", *table, "--search", "name", "--sort", "price", "--dry-run")
        self.assertEqual((asked.status, asked.errors), (0, ""))
        self.assertIn("CREATE INDEX", asked.text)
        search = ("--output", "ids", "--search", "fur 79", "--sort", "price")
        before = self.both("filter", *search)
        self.assertEqual(
            self.run_program("prepare", *table, "--search", "name", "--sort", "price").status, 0)
        self.assertEqual(self.both("filter", *search), before)
        self.assertIn("DROP INDEX", self.run_program("unprepare", *table, "--dry-run").text)
        self.assertEqual(self.run_program("unprepare", *table).status, 0)
        self.assertEqual(self.run_program("unprepare", *table).status, 1)
        self.assertEqual(self.both("filter", *search), before)

    def test_a_large_table_stays_if_the_size_decides(self):
        SERVER.run(
            "CREATE TABLE large AS SELECT i AS id FROM generate_series(1, 10) i",
            "ALTER TABLE large ADD PRIMARY KEY (id)")
        self.addCleanup(SERVER.run, "DROP TABLE large")
        arguments = (
            "filter", SERVER.url, "--table", "large", "--where", "id:7")
        self.assertEqual(self.run_program(*arguments).errors, "")
        SERVER.run("INSERT INTO large SELECT i FROM generate_series(11, 2100000) i", "ANALYZE large")
        result = self.run_program(*arguments)
        self.assertEqual((result.status, result.text), (0, "7\n"))
        self.assertRegex(
            result.errors,
            r"\Ashortlist: about 2,1\d\d,\d\d\d rows stay on the server; --fetch all reads them\n\Z")


class Estimates(TerminalTest):
    def setUp(self):
        super().setUp()
        SERVER.run("CREATE TABLE many AS SELECT i AS id, i % 10 AS kind FROM generate_series(1, 150000) i",
                   "ALTER TABLE many ADD PRIMARY KEY (id)", "ANALYZE many")
        self.addCleanup(SERVER.run, "DROP TABLE many")

    def test_a_client_that_asks_gets_first_rows_before_they_are_counted(self):
        session = Session(self.folder)
        self.addCleanup(session.close)
        source = {"postgres": SERVER.url, "table": "many", "fetch": "visible"}
        handle = session.call("list.open", source=source)["list"]
        session.call("list.window", list=handle, range={"kind": "fixed", "length": 50})
        exact = session.call("list.query", list=handle, filters="kind:3")
        self.assertEqual((exact["total"], exact.get("estimates")), (15_000, None))
        asked = session.call("list.query", list=handle, filters="kind:4", estimate=True)
        self.assertEqual(asked["estimates"], ["total"])
        while True:
            message = session.receive()
            if message.get("method") == "list.changed" and "estimates" not in message["params"]:
                break
        changed = message["params"]
        self.assertEqual((changed["total"], changed["changes"]), (15_000, None))
        self.assertEqual(changed["revision"], asked["revision"])
        self.assertEqual(
            session.call("list.ids", list=handle)["ids"], list(range(4, 504, 10)))

    def test_the_screen_counts_in_the_end(self):
        self.start(f"shortlist pick '{SERVER.url}' --table many --fetch visible > out",
                   " 150,000/150,000 on server")
        self.type("kind:7")
        self.wait_for(" 15,000/150,000 on server")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\t7\n")


class Screen(TerminalTest):
    def pick(self, options="", *patterns, fetch="visible"):
        return self.start(
            f"shortlist pick '{SERVER.url}' --table orders --fetch {fetch} {options} > out",
            *(patterns or (f"{COUNT:,}/{COUNT:,}",)))

    def test_the_screen_is_that_of_rows_in_memory(self):
        screens = {}
        for fetch in ("all", "visible"):
            shown = screens[fetch] = []
            self.pick("--match words --sort kind,-price --section kind", fetch=fetch)
            shown.append(self.wait_for("Beere"))
            self.press("C-End")
            shown.append(self.wait_for("stone"))
            self.press("PageUp", "PageUp", "Tab", "Tab")
            shown.append(self.wait_for("2 picked"))
            self.type("fur b kind:pome")
            shown.append(self.wait_for(r"^(words )?> .* \d+/30,000"))
            self.press("Enter")
            self.ended(0)
            shown.append(self.content("out"))
        for all_rows, visible in zip(screens["all"], screens["visible"]):
            self.assertEqual(visible.replace("words > ", "> ").replace(" on server", "").replace(" ", ""),
                             all_rows.replace(" ", ""))

    def test_it_searches_by_signs(self):
        self.pick("", "^> ")
        self.type("^order 'ax !79 kind:pome")
        self.wait_for(r"^> .* [\d,]+/30,000", gone=[r"30,000/30,000", "cannot"])
        self.press("C-u")
        # A list of rows on a server has four ways to search.
        for way in ("words", "substring", "prefix"):
            self.press("M-m")
            self.wait_for(f"^{way} > ", gone=["scattered"])
        self.press("M-m")
        self.wait_for("^> +30,000/30,000")
        self.type("Order 79")
        self.wait_for(r"\b[\d,]+/30,000", gone=[r"30,000/30,000"])
        self.press("C-u")
        self.wait_for("30,000/30,000")

    def test_all_are_picked_and_put_out(self):
        self.pick("--output ids")
        self.press("M-a")
        self.wait_for("30,000 picked")
        self.press("Down", "Tab")
        self.wait_for("29,999 picked")
        self.press("Enter")
        self.ended(0)
        expected = [number for number in range(1, COUNT + 1) if number != 2]
        self.assertEqual(self.content("out").split(), list(map(str, expected)))

    def test_commits_of_others_and_a_server_that_is_restarted(self):
        self.pick("--sort id")
        self.press("Tab")
        SERVER.run("UPDATE orders SET name = 'Changed by another' WHERE id = 3")
        self.addCleanup(SERVER.run, *orders(COUNT))
        self.wait_for("Changed by another", "1 picked")
        SERVER.control("stop -m immediate")
        self.wait_for("not up to date")
        self.type("changed")
        self.wait_for("> changed")
        SERVER.control("start")
        self.wait_for("1/30,000", "Changed by another", gone=["not up to date"])
        self.press("Enter")
        self.ended(0)
        self.assertRegex(self.content("out"), r"\A1\t[^\n]*\n\Z")

    def test_facets(self):
        self.pick("--facets kind")
        self.press("F2")
        self.wait_for("Beere +7,500", "pome +7,500")

    def test_a_row_is_created(self):
        SERVER.run(
            "CREATE TABLE tags (id int PRIMARY KEY, name text)", "INSERT INTO tags VALUES (1, 'old')")
        self.addCleanup(SERVER.run, "DROP TABLE tags")
        self.start(f"shortlist pick '{SERVER.url}' --table tags --fetch visible --create name > out",
                   "1/1")
        self.type("new")
        self.wait_for("0/1", "new")
        self.press("Enter")
        self.wait_for("1/2", "●.*new", "written to the table")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\tnew\n")

    def test_plain(self):
        self.pick("--plain", r"\? or q: $|\? or q:$")
        self.type("changed nothing")
        self.press("Enter")
        self.wait_for("No rows match", r"or q: *$")
        self.type("q")
        self.press("Enter")
        self.ended(130)


class Waiting(TerminalTest):
    def test_a_search_that_is_no_longer_wanted_ends(self):
        # The server takes minutes to search through these.
        SERVER.run(
            "CREATE TABLE slow AS SELECT i AS id, repeat('\u00fc', 100) AS name "
            "FROM generate_series(1, 1000000) i",
            "ALTER TABLE slow ADD PRIMARY KEY (id)")
        self.addCleanup(SERVER.run, "DROP TABLE slow")
        self.start(f"shortlist pick '{SERVER.url}' --table slow --fetch visible > out",
                   "1,000,000/1,000,000")
        self.type("letters")
        self.wait_for("> letters")
        self.press("C-u")
        self.wait_for("1,000,000/1,000,000", r"^> +1,000,000/")
        self.type("id:77")
        self.wait_for("1/1,000,000")
        self.press("Enter")
        self.ended(0)
        self.assertTrue(self.content("out").startswith("77\t"))
