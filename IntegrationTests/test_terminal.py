"""The terminal: sizes, hostile data, pipes and substitutions, and every way out."""

import os
import signal

from support import TerminalTest, until

PICK = "shortlist pick fruit.csv --id id "
# The prompt of the numbered mode: what is typed before it appears is echoed above it.
ASKED = r"or q: *$"


class Sizes(TerminalTest):
    def test_small_and_back(self):
        before = self.start(PICK + "--section kind --output ids > out", "8/8", "Quince",
                            r"stone \(3\)")
        self.resize(20, 6)
        shown = self.wait_for("❯", gone=["Quince"])
        self.assertTrue(all(len(line) <= 20 for line in shown.splitlines()), shown)
        self.assertLessEqual(len(shown.splitlines()), 6)
        self.press("M->")
        self.wait_for("❯.*8|❯.*Pl|❯.*4|❯.*5")
        self.press("M-<")
        self.resize(80, 24)
        shown = self.wait_for("8/8", "Quince", "❯ .*Orange")
        self.assertEqual(shown, before)
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "6\n")

    def test_any_size(self):
        self.start(PICK, "8/8")
        for columns, rows in [(1, 1), (2, 2), (3, 40), (200, 3), (7, 1), (10, 4), (80, 24)]:
            self.resize(columns, rows)
        self.wait_for("8/8", "Quince")
        self.press("Escape")
        self.ended(130)


class HostileData(TerminalTest):
    def setUp(self):
        super().setUp()
        self.file("hostile.csv", (
            "id,text,after\n"
            "1,\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b[2Jcleared,end1\n"
            "2,tab\there,end2\n"
            "3,\"two\nlines\r\nand three\",end3\n"
            "4,family \U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466 flag \U0001F1E9\U0001F1EA,end4\n"
            "5,שלום עולם \u202Eevil\u202C مرحبا,end5\n"
            "6,e\u0301 u\u0308 \u0301start 한글 日本語,end6\n"
            "7,bell\x07 back\x08 nul\x00 del\x7f c1\u009b31m,end7\n"))

    def test_nothing_of_the_data_drives_the_terminal(self):
        self.tmux("set-option", "-g", "set-titles", "off")
        title = self.tmux("display-message", "-p", "#{pane_title}")
        self.start("shortlist pick hostile.csv --id id --output ids > out", "7/7")
        shown = self.wait_for(*[f"end{number}" for number in range(1, 8)])
        self.assertEqual(self.tmux("display-message", "-p", "#{pane_title}"), title)
        for text in ("red", "cleared", "title", "evil", "del"):
            self.assertIn(text, shown)
        self.assertIn("␛[31mred", shown)
        self.assertNotIn("\u202e", shown)
        rows = [line for line in shown.splitlines() if "end" in line]
        self.assertEqual(len(rows), 7, shown)
        self.press("M->", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\n")

    def test_columns_stay_aligned(self):
        """The terminal's own idea of where the last column begins is the same in every row."""
        self.start("shortlist pick hostile.csv --id id --no-color", "7/7", "end7")
        for number in (2, 3, 5, 6, 7):
            with self.subTest(row=number):
                line = next(line for line in self.screen().splitlines() if f"end{number}" in line)
                self.assertEqual(
                    width(line[:line.index("end")]), self.column_of_header("after"), line)
        self.press("Escape")
        self.ended(130)

    def column_of_header(self, name):
        header = next(line for line in self.screen().splitlines() if name in line)
        return header.index(name)

    def test_such_rows_can_be_searched_and_come_out_as_they_were(self):
        self.start("shortlist pick hostile.csv --id id --output json > out", "7/7")
        self.type("lines")
        self.wait_for("1/7")
        self.press("Enter")
        self.ended(0)
        self.assertIn(r"two\nlines\r\nand three", self.content("out"))

    def test_one_lost_connection_of_marks(self):
        self.file("marks.csv", "id,text\n1,a" + "\u0301" * 5000 + "\n2," + "x" * 100_000 + "\n")
        self.start("shortlist pick marks.csv --id id --output ids > out", "2/2")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")


def width(text):
    """The columns that a text takes, for the few kinds of characters in these tests."""
    import unicodedata
    return sum(
        0 if unicodedata.combining(character) or character in "\u200d\ufe0f"
        else 2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


class Plumbing(TerminalTest):
    def test_standard_input(self):
        self.start("shortlist pick - --format csv --id id --output ids < fruit.csv > out", "8/8")
        self.type("quince")
        self.wait_for("1/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "8\n")

    def test_a_pipe(self):
        self.start("printf 'one\\ntwo\\nthree\\n' | shortlist pick - --format lines > out", "3/3")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "two\n")

    def test_a_substitution(self):
        self.start(f'it="$({PICK} --output ids)"; echo "got <$it>"', "8/8")
        self.press("Tab", "Tab", "Enter")
        self.wait_for("^got <1$", "^2>$")

    def test_a_substitution_cancelled(self):
        self.start(f'it="$({PICK} --output ids)"; echo "left with $? <$it>"', "8/8")
        self.press("Escape")
        self.wait_for("^left with 130 <>$")

    def test_standard_error_elsewhere(self):
        self.start(PICK + "--output ids > out 2> errors", "8/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("errors"), "")

    def test_words_are_searched_while_reading(self):
        os.mkfifo(self.path("fifo"))
        self.type("shortlist() { ./shortlist \"$@\"; }; ")
        self.start("shortlist pick - --format csv --id id --output ids < fifo > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("id,name,price\n")
            for number in range(20_000):
                fifo.write(f"{number},early row {number},{number}\n")
            fifo.flush()
            self.wait_for("reading")
            self.type("19000")
            self.wait_for("1/", "early row 19000", "reading")
            fifo.write("99000,late row 19000,5\n")
        self.wait_for("2/20,001", "late row 19000", gone=["reading"])
        # The shorter one comes first.
        self.press("Up", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "99000\n")

    def test_input_that_breaks_off_gives_the_terminal_back(self):
        os.mkfifo(self.path("fifo"))
        modes, flags = self.modes(), self.flags()
        self.start("shortlist pick - --format csv --id id --output ids < fifo > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("id,name\n1,one\n")
            fifo.flush()
            self.wait_for("reading")
            fifo.write("2,two,three\n")
        shown = self.ended(2)
        self.assertRegex(shown, r"(?m)standard input:3\b")
        self.assertEqual((self.modes(), self.flags(), self.content("out")), (modes, flags, ""))


class WaysOut(TerminalTest):
    """However the program ends, the terminal is as it was."""

    def setUp(self):
        super().setUp()
        self.before = self.modes(), self.flags()
        # The shell becomes the program in a child, so that its process is known.
        self.pid_of = "sh -c 'echo $$ > pid; exec \"$0\" \"$@\"' "

    def assertRestored(self):
        until(lambda: (self.modes(), self.flags()) == self.before,
              lambda: f"{self.before} became {(self.modes(), self.flags())}")
        self.type("echo visible")
        self.wait_for(r"^\$ echo visible")

    def pid(self):
        return int(until(lambda: self.content("pid").strip(), lambda: "no process"))

    def test_accept(self):
        self.start(PICK + "--output ids", "8/8")
        self.press("Enter")
        shown = self.ended(0)
        self.assertIn("\n1\nstatus 0", "\n" + shown)
        self.assertNotIn("Cherry", shown)
        self.assertRestored()

    def test_escape(self):
        self.start(PICK, "8/8")
        self.press("Escape")
        self.ended(130)
        self.assertRestored()

    def test_control_c(self):
        self.start(PICK, "8/8")
        self.press("C-c")
        self.ended(130)
        self.assertRestored()

    def test_signals(self):
        for sent, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(sent):
                self.start(self.pid_of + PICK, "8/8")
                os.kill(self.pid(), sent)
                self.ended(status)
                self.assertRestored()
                self.press("Enter")

    def test_suspend_and_resume(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("pl")
        self.wait_for("2/8")
        self.press("C-z")
        self.wait_for(r"^\$ *\Z")
        until(lambda: (self.modes(), self.flags()) == self.before, lambda: self.flags())
        self.type("fg")
        self.press("Enter")
        self.wait_for("2/8", "❯ .*Plum")
        self.press("Enter")
        until(lambda: self.content("out") == "4\n", self.screen)

    def test_the_terminal_goes_away(self):
        self.start(self.pid_of + PICK, "8/8")
        pid = self.pid()
        self.run_tmux("kill-server")
        until(lambda: not exists(pid), lambda: f"process {pid} is still there")


def exists(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Plain(TerminalTest):
    """The numbered mode, for screen readers and terminals that cannot move their cursor."""

    def test_pick_by_number(self):
        self.start(PICK + "--plain --output ids > out", r"^ *1\W.*Apple", r"^ *3\W.*Cherry",
                   ASKED)
        self.type("3")
        self.press("Enter")
        self.wait_for("1 picked", ASKED)
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "3\n")

    def test_the_cursor_is_never_moved(self):
        self.record("sent")
        self.start("echo from here; " + PICK + "--plain --output ids > out", "8.*Quince",
                   ASKED)
        self.type("pome")
        self.press("Enter")
        self.wait_for("1 to 3 of 3", ASKED)
        self.type("q")
        self.press("Enter")
        self.ended(130)
        sent = self.recorded("sent")
        self.assertIn("Quince", sent)
        self.assertNotIn("\x1b", sent)

    def test_interrupt(self):
        modes = self.modes()
        self.start(PICK + "--plain --output ids > out", "8.*Quince")
        self.press("C-c")
        self.wait_for(r"^\$ *$|^status 130$")
        self.assertEqual((self.modes(), self.content("out")), (modes, ""))

    def test_hostile_data(self):
        self.file("hostile.csv", "id,text\n1,\x1b[31mred\x1b]0;t\x07\u202e\n2,\"two\nlines\"\n")
        self.record("sent")
        self.start("echo from here; shortlist pick hostile.csv --plain > out", "2 of 2", ASKED)
        self.press("Enter")
        self.ended(1)
        sent = self.recorded("sent")
        for unwanted in "\x1b\x07\u202e":
            self.assertNotIn(unwanted, sent)
