"""What a list took: `--stats`."""

import re

from support import PATIENCE, ProgramTest, TerminalTest
from websocket import Serving

PARTS = ["texts", "folded texts", "letters of texts", "codes of texts", "columns", "ids", "orders",
         "kept results", "selection"]


def figures(text):
    """The figures by name: the first of each line, and the second if there is one."""
    found = {}
    for line in text.splitlines():
        name, *values = re.split(r"  +", line)
        found[name] = [float(value.replace(",", "")) for value in values
                       if re.fullmatch(r"[\d,.]+", value)]
    return found


class Stats(ProgramTest):
    def many(self, count):
        """A file of many rows."""
        self.file("many.csv", "id,name,kind,size\n" + "".join(
            f"{n ^ 1},Name {n} of many,kind {n % 7},{n * 31 % 1000}\n" for n in range(count)))

    def check(self, text, rows):
        """Checks what is true of all figures, and returns them."""
        found = figures(text)
        self.assertEqual(list(found), ["rows", "read in", "last searched in", "memory", *PARTS,
                                       "in all", "process at most"])
        self.assertEqual(found["rows"], [rows])
        self.assertEqual(text.splitlines()[3].split(), ["memory", "MB", "bytes", "a", "row"])
        for column in 0, 1:
            total = found["in all"][column]
            self.assertAlmostEqual(sum(found[part][column] for part in PARTS), total, delta=0.5)
            self.assertGreater(found["process at most"][column], total)
        return found

    def test_filter(self):
        self.many(100_000)
        plain = self.run_program("filter", "many.csv", "--search", "99", "--sort", "size")
        self.assertEqual(plain.errors, "")
        result = self.run_program(
            "filter", "many.csv", "--search", "99", "--sort", "size", "--stats")
        self.assertEqual((result.status, result.output), (0, plain.output))
        found = self.check(result.errors, 100_000)
        for part in PARTS:
            # The letters are looked at when there is nothing else to do.
            if part != "letters of texts":
                self.assertGreater(found[part][1], 0, part)
        # A name takes 15 to 18 bytes and 4 to say where it ends, the sizes and ids 8 each.
        self.assertGreater(found["texts"][1], 19)
        self.assertLess(found["texts"][1], 44)
        self.assertGreaterEqual(found["columns"][1], 16)
        self.assertLess(found["in all"][0], 20)

    def test_other_endings(self):
        """A status other than success is told with the figures, an error without."""
        result = self.run_program("filter", "fruit.csv", "--search", "none", "--stats")
        self.assertEqual((result.status, result.output), (1, b""))
        self.check(result.errors, 8)
        result = self.run_program("filter", "fruit.csv", "--columns", "nope", "--stats")
        self.assertEqual(result.status, 2)
        self.assertEqual(len(result.errors.splitlines()), 1)

    def test_facets(self):
        plain = self.run_program("facets", "fruit.csv", "--by", "kind")
        result = self.run_program("facets", "fruit.csv", "--by", "kind", "--stats")
        self.assertEqual((result.status, result.output), (0, plain.output))
        self.check(result.errors, 8)

    def test_page(self):
        """The figures are those of the page that ended picking."""
        serving = Serving(self.folder, "fruit.csv", "--output", "ids", "--stats", picks=True)
        self.addCleanup(serving.stop)
        page = serving.page()
        page.call("selection.all")
        self.assertTrue(page.call("pick.accept")["result"]["ended"])
        self.assertEqual(serving.process.wait(PATIENCE), 0)
        self.assertEqual(len(serving.process.stdout.read().splitlines()), 8)
        self.check(serving.process.stderr.read().decode(), 8)

    def test_no_rows(self):
        self.file("none.csv", "id,name\n")
        result = self.run_program("filter", "none.csv", "--stats")
        self.assertEqual(result.status, 1)
        found = figures(result.errors)
        self.assertEqual((found["rows"], len(found["in all"])), ([0], 1))


class StatsOfPicking(TerminalTest):
    def pick(self, options, *keys, status):
        self.start(f"shortlist pick fruit.csv {options} --stats > out 2> figures", "8/8")
        self.type("ap")
        self.wait_for("2/8")
        self.press(*keys)
        self.ended(status)
        return figures(self.content("figures"))

    def test_told_once_the_terminal_is_given_back(self):
        found = self.pick("--output ids --match fuzzy", "Enter", status=0)
        self.assertEqual(self.content("out"), "1\n")
        self.assertEqual(found["rows"], [8])
        self.assertGreater(found["letters of texts"][1], 0)

    def test_on_the_terminal_itself_it_stands_below(self):
        self.start("shortlist pick fruit.csv --stats --height 8", "8/8")
        self.press("Enter")
        shown = self.ended(0)
        self.assertRegex(shown, r"(?m)^1\s+Apple.*\n(?s:.*)^rows +8$(?s:.*)^process at most ")

    def test_left_without_a_choice(self):
        found = self.pick("", "C-c", status=130)
        self.assertEqual((self.content("out"), found["rows"]), ("", [8]))
