"""Lists that grow: files that are appended to, pipes from slow writers, windows on their ends."""

import os
import re
import sqlite3
import time

from rpc import Session
from support import ProgramTest, TerminalTest, until


class FollowingTest(TerminalTest):
    def relist(self, command, *patterns):
        """Types a line into a cleared screen until its answer is as expected: what was appended is
        there only a moment later."""
        def answered():
            self.tmux("send-keys", "-R")
            self.tmux("clear-history")
            self.type(command)
            self.press("Enter")
            self.wait_for(r"\? or q: $|\? or q:$")
            shown = self.screen()
            return all(re.search(pattern, shown, re.MULTILINE) for pattern in patterns)

        until(answered, self.screen)


class File(FollowingTest):
    def setUp(self):
        super().setUp()
        self.file("log.txt", "".join(f"line {number}\n" for number in range(1, 41)))

    def append(self, *lines):
        with open(self.path("log.txt"), "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def follow(self, options="", *patterns):
        return self.start(f"shortlist pick log.txt --follow {options} > out",
                          *(patterns or ("40/40", "❯ .*line 40$", "following")))

    def test_the_view_stays_at_the_end(self):
        self.follow()
        self.append("line 41")
        self.wait_for("41/41", "❯ .*line 41$", "line 20$", gone=["line 19$"])
        self.press("Tab")
        self.wait_for("1 picked", "●.*line 41$")
        self.append("line 42", "line 43")
        self.wait_for("43/43", "❯ .*line 43$", "●.*line 41$", "following", gone=["new"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "line 41\n")

    def test_away_from_the_end_it_holds_still(self):
        self.follow()
        self.press("Up", "Up")
        before = self.wait_for("❯ .*line 38$", "none new").splitlines()[1:-1]
        self.append(*(f"line {number}" for number in range(41, 141)))
        shown = self.wait_for("140/140", "100 new")
        self.assertEqual(shown.splitlines()[1:-1], before)
        self.press("End")
        self.wait_for("❯ .*line 140$", "following", gone=["new"])
        self.press("Up", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "line 139\n")

    def test_a_search_goes_on(self):
        self.follow()
        self.type("error")
        self.wait_for("0/40", "no rows match")
        self.append("an error", "no problem")
        self.wait_for("1/42", "❯ .*an error$", gone=["problem"])
        self.append("more errors", "none")
        self.wait_for("2/44", "❯ .*more errors$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "more errors\n")

    def test_signs_of_a_search(self):
        self.append("debug: a", "info: b", "debug: c", "info: d x e x b x u x g", "info: debgu")
        self.follow("", "45/45", "following")
        self.type("!line !debug")
        self.wait_for("3/45", "b$", "g$", "❯ .*debgu$", "following", gone=["debug:"])
        self.append("debug: f", "info: h")
        self.wait_for("4/47", "❯ .*info: h$", gone=["debug:"])
        self.press("C-u")
        # Neither letters that are apart nor typos; the order stays that of the file.
        self.type("debug | b$")
        self.wait_for("4/47", "debug: a$", "info: b$", "debug: c$", "❯ .*debug: f$", gone=["x", "debgu"])
        self.press("Escape")

    def test_a_file_that_is_cut_off(self):
        self.follow()
        self.press("M-<")
        self.wait_for("❯ .*line 1$", "none new")
        self.file("log.txt", "afresh\n")
        self.wait_for("1/1", "❯ .*afresh$", "following", gone=["line"])
        self.append("and on")
        self.wait_for("2/2", "❯ .*and on$")
        self.press("Escape")
        self.ended(130)

    def test_the_last_rows_only(self):
        self.follow("--window flexible:3@end,max=3", "3 of 40/40", "line 38$", "❯ .*line 40$")
        for number in range(41, 61):
            self.append(f"line {number}")
        self.wait_for("3 of 60/60", "line 58$", "❯ .*line 60$", gone=["line 57$"])
        self.type("line 4")
        self.wait_for("3 of 15/60", "line 48$", "❯ .*line 54$", gone=["line 47$"])
        self.append("line 4")
        self.wait_for("3 of 16/61", "❯ .*line 4$", gone=["line 48$"])
        self.press("Up", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "line 54\n")

    def test_sorted_rows_of_a_table(self):
        self.file("log.csv", "id,name\n" + "".join(f"{n},row {n}\n" for n in range(10, 100, 2)))
        self.resize(60, 10)
        self.start("shortlist pick log.csv --follow --sort -id --output ids > out", "❯ .*row 10$")
        self.press("Up", "Up")
        before = self.wait_for("❯ .*row 14$").splitlines()[1:-1]
        with open(self.path("log.csv"), "a", encoding="utf-8") as file:
            file.write("101,row 101\n51,row 51\n103,row 103\n")
        shown = self.wait_for("48/48", "3 new")
        self.assertEqual(shown.splitlines()[2:-1], before[1:])
        with open(self.path("log.csv"), "a", encoding="utf-8") as file:
            file.write("15,row 15\n5,row 5\n")
        self.wait_for("50/50", "5 new", r"❯ .*row 14$", "row 15$")
        self.press("M->")
        self.wait_for("❯ .*row 5$", "following")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "5\n")

    def test_cells_between_semicolons(self):
        self.file("log.csv", "id;text\n1;one, first\n")
        self.start("shortlist pick log.csv --follow --delimiter ';' --id id --output ids > out", "1/1", "one, first")
        with open(self.path("log.csv"), "a", encoding="utf-8") as file:
            file.write("2;two, second\n")
        self.wait_for("2/2", "❯ .*two, second$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_plain(self):
        self.follow("--plain", "40  line 40", "Rows 21 to 40 of 40. none picked")
        self.append("line 41", "line 42")
        self.relist("p", r"20  line 20", "2 new, r lists them")
        self.relist("r", r"^ +42  line 42", "Rows 23 to 42 of 42")
        self.relist("41", r"^Marked: 41, line 41\. 1 picked\.$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "line 41\n")


class Pipe(FollowingTest):
    def setUp(self):
        super().setUp()
        os.mkfifo(self.path("fifo"))

    def test_a_slow_writer(self):
        self.start("shortlist pick - --follow --format csv --id id --output ids < fifo > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("id,name\n1,one\n")
            fifo.flush()
            self.wait_for("1/1", "❯ .*one$", "following")
            for number in range(2, 6):
                fifo.write(f"{number},row {number}\n")
                fifo.flush()
                self.wait_for(f"{number}/{number}", f"❯ .*row {number}$")
            self.press("Up", "Tab")
            self.wait_for("1 picked", "●.*row 4$")
            fifo.write("6,row ")
            fifo.flush()
        self.wait_for("source ended", "row 5$")
        self.type("one")
        self.wait_for("1/", "❯ .*one$")
        self.press("Tab")
        self.wait_for("2 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\n1\n")

    def test_a_pipe_of_the_shell(self):
        self.start("cat fifo | shortlist pick - --follow > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("one\ntwo\n")
            fifo.flush()
            self.wait_for("2/2", "❯ .*two$", "following")
            fifo.write("three\n")
            fifo.flush()
            self.wait_for("3/3", "❯ .*three$")
            self.press("Enter")
            self.wait_for(gone=["following"])
        self.ended(0)
        self.assertEqual(self.content("out"), "three\n")

    def test_plain(self):
        self.start("shortlist pick - --plain --follow < fifo > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("one\n")
            fifo.flush()
            self.wait_for("1  one", r"\? or q:$")
            fifo.write("two\n")
        self.relist("r", "2  two\\n.*the source has ended")
        self.type("2")
        self.press("Enter")
        self.wait_for(r"^Marked: 2, two\. 1 picked\.$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "two\n")

    def test_leaving_a_writer_that_goes_on(self):
        modes, flags = self.modes(), self.flags()
        self.start("shortlist pick - --follow < fifo > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("one\n")
            fifo.flush()
            self.wait_for("1/1", "following")
            self.press("Escape")
            self.ended(130)
        self.assertEqual((self.modes(), self.flags(), self.content("out")), (modes, flags, ""))


class Quiet(ProgramTest):
    """Following costs next to nothing while nothing happens."""

    @staticmethod
    def waits(process):
        """How often the threads of a process have waited for something."""
        total = 0
        for thread in os.listdir(f"/proc/{process.pid}/task"):
            try:
                with open(f"/proc/{process.pid}/task/{thread}/status", encoding="ascii") as file:
                    status = dict(line.split(":", 1) for line in file)
                total += int(status["voluntary_ctxt_switches"])
            except FileNotFoundError:
                # The thread has ended.
                pass
        return total

    def quiet(self, source):
        """Waits until a list of this source makes the threads of its process wait at most 40 times a second.

        It looks ten times a second; each look is the work of two or three threads.
        """
        session = Session(self.folder)
        self.addCleanup(session.close)
        session.call("list.open", source=source)
        rates = []

        def is_quiet():
            before, start = self.waits(session.process), time.monotonic()
            time.sleep(1)
            rates.append((self.waits(session.process) - before) / (time.monotonic() - start))
            return 0 <= rates[-1] <= 40

        until(is_quiet, lambda: f"waits a second: {rates}")

    def test_a_file(self):
        self.quiet({"file": self.file("log.csv", "id,t\n1,one\n"), "follow": True})

    def test_tables(self):
        for journal in (False, True):
            database = sqlite3.connect(self.path(f"{journal}.db"), isolation_level=None)
            self.addCleanup(database.close)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
            database.execute("INSERT INTO t VALUES (1, 'one')")
            self.quiet({"sqlite": f"{journal}.db", "table": "t", "journal": journal})
