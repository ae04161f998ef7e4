"""Colors, the bar of the cursor, small screens and rows in full."""

from support import TerminalTest, until


class Looks(TerminalTest):
    def wait_for_colors(self, *texts, gone=()):
        shown = ""

        def matches():
            nonlocal shown
            shown = self.screen(attributes=True)
            return all(text in shown for text in texts) and not any(text in shown for text in gone)

        until(matches, lambda: f"expected {texts}, without {gone}:\n{shown!r}")

    def test_colors_follow_the_background(self):
        """The answer of a terminal is keys to tmux; it changes the colors, and types nothing."""
        self.start("shortlist fruit.csv --id id", "8/8")
        self.type("\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\\x1b[?1;2c")
        self.wait_for_colors("38;5;25m", "48;5;254m")
        self.type("\x1b]11;rgb:00/2b/36\x07")
        self.wait_for_colors("38;5;110m", "48;5;236m", gone=["48;5;254m"])
        self.assertIn("\n> ", "\n" + self.screen())
        # The bar reaches the edge of the screen.
        shown = self.tmux("capture-pane", "-p", "-e", "-N")
        bar = next(line for line in shown.splitlines() if "Apple" in line)
        self.assertRegex(bar, r"40 {20,}")
        self.press("Escape")
        self.ended(130)

    def test_schemes(self):
        self.start("shortlist fruit.csv --id id --color light,prompt:200:underline", "8/8")
        self.wait_for_colors("38;5;200m", "48;5;254m")
        self.press("Escape")
        self.ended(130)
        self.start("shortlist fruit.csv --id id --color bw", "8/8")
        self.assertNotIn("[38;5", self.screen(attributes=True))
        self.press("Escape")
        self.ended(130)
        self.assertFails(self.run_program("pick", "fruit.csv", "--color", "lihgt"),
                         "--color", "there is no theme lihgt")

    def test_a_small_screen(self):
        self.resize(20, 6)
        self.start("seq 1200 | shortlist", "1,200/1,200|1,200$")
        self.type("77")
        self.wait_for(r"> 77 +\d+(/1,200)?$")
        self.press("Escape")
        self.ended(130)

    def test_rows_in_full(self):
        self.resize(40, 12)
        self.file("long", "short\n" + "word " * 20 + "end\nlast\n")
        self.start("shortlist long --wrap", "^❯  short", r"^   word.*\n   word.*\n   word.*end", "^   last")
        self.press("Down", "Down")
        self.wait_for("^❯  last")
        self.press("M-w")
        self.wait_for("^   word.*…", gone=["end"])
        self.press("Enter")
        self.ended(0)

    def test_rows_of_several_lines(self):
        self.start("printf 'a\\nb\\0c\\0' | shortlist --read0 --print0 --wrap > out", "^❯  a\n   b\n   c$", "2/2")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "a\nb\0")

    def test_ranges_take_a_third(self):
        self.start("shortlist fruit.csv --id id", "8/8")
        self.press("F3")
        shown = self.wait_for(r"\[id\]")
        row = [place for place, line in enumerate(shown.splitlines()) if "[id]" in line][0]
        self.assertGreaterEqual(row, 15)
        # The attribute is chosen by a click on its name, the end by one on the histogram.
        column = shown.splitlines()[row].index("price") + 2
        self.type(f"\x1b[<0;{column};{row + 1}M\x1b[<0;{column};{row + 1}m")
        self.wait_for(r"\[price\]", r"0\.6 +4\.75")
        self.type(f"\x1b[<0;30;{row + 3}M\x1b[<0;30;{row + 3}m")
        self.wait_for(r"^price [\d.]+\.\.[\d.]*4\.75 ✕|^price \d.*✕", gone=["8/8"])
        self.press("Escape")
        self.wait_for("✕", gone=[r"\[price\]"])
        self.press("Escape")
        self.ended(130)
