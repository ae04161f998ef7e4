"""Keys pressed before what they act on is there: they take effect in order, once it is."""

import os

from support import FRUIT, TerminalTest

IDS = "--id id --output ids"


class TypingAhead(TerminalTest):
    def setUp(self):
        super().setUp()
        os.mkfifo(self.path("fifo"))

    def start_later(self, command):
        """Starts a command line that waits for `let_go` before it runs the program."""
        os.mkfifo(self.path("gate"))
        # What is typed before the shell has cleared the screen is not to be seen.
        self.start(f"echo at the gate; cat gate; {command}", r"\Aat the gate\s*\Z")

    def let_go(self):
        with open(self.path("gate"), "w", encoding="utf-8"):
            pass

    def start_reading(self, options=""):
        """Starts the program on a fifo, and returns it: it is on the screen, and no row is there."""
        self.start(f"shortlist pick - --format csv {IDS} {options} < fifo > out")
        fifo = open(self.path("fifo"), "w", encoding="utf-8")
        self.addCleanup(fifo.close)
        self.wait_for(r"^> ")
        return fifo

    def test_before_the_program_has_the_terminal(self):
        self.start_later(f"shortlist pick fruit.csv {IDS} > out")
        self.type("quince")
        self.press("Enter")
        self.wait_for("^quince$")
        self.let_go()
        self.ended(0)
        self.assertEqual(self.content("out"), "8\n")

    def test_marks_before_the_program_has_the_terminal(self):
        self.start_later(f"shortlist pick fruit.csv {IDS} > out")
        self.press("Tab", "Tab", "C-n")
        self.type("apr")
        self.press("Tab", "Enter")
        self.wait_for(r"\^N\s*apr\s*\Z")
        self.let_go()
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n2\n5\n")

    def test_before_the_first_row(self):
        fifo = self.start_reading()
        self.type("quince")
        self.press("Enter")
        fifo.write(FRUIT)
        fifo.close()
        self.ended(0)
        self.assertEqual(self.content("out"), "8\n")

    def test_marks_before_the_first_row(self):
        for keys, ids in ((("Tab", "Down", "Tab"), "1\n3\n"), (("M-a",), "1\n2\n3\n4\n5\n6\n7\n8\n"),
                          (("Down", "S-Down", "S-Down"), "2\n3\n4\n"), (("C-End", "Tab"), "8\n")):
            with self.subTest(keys):
                fifo = self.start_reading()
                self.press(*keys, "Enter")
                fifo.write(FRUIT)
                fifo.close()
                self.ended(0)
                self.assertEqual(self.content("out"), ids)

    def test_the_last_row_of_one(self):
        fifo = self.start_reading("--max 1")
        self.press("Down", "Down", "Up", "Enter")
        fifo.write(FRUIT)
        fifo.close()
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_filters_before_the_first_row(self):
        fifo = self.start_reading("--facets kind")
        self.press("F2", "Down", "Space", "F2", "Enter")
        fifo.write(FRUIT)
        fifo.close()
        self.ended(0)
        # Of pome and stone, with three rows each, the second one is included.
        self.assertEqual(self.content("out"), "3\n")

    def test_there_is_no_row_at_all(self):
        fifo = self.start_reading()
        self.press("Tab", "Enter")
        fifo.write("id,name\n")
        fifo.close()
        self.ended(1)
        self.assertEqual(self.content("out"), "")

    def test_nothing_matches_yet(self):
        fifo = self.start_reading()
        fifo.write("id,name\n" + "".join(f"{number},early row\n" for number in range(20_000)))
        fifo.flush()
        self.wait_for("early row", "reading")
        self.type("late")
        self.wait_for("^> late .* 0/", "reading")
        self.press("Enter")
        self.wait_for("waits for a row that matches")
        fifo.write("99000,late row\n")
        fifo.close()
        self.ended(0)
        self.assertEqual(self.content("out"), "99000\n")

    def test_leaving_is_always_possible(self):
        self.start_reading()
        self.press("Tab", "Enter", "Escape")
        self.ended(130)
