"""Lines: their colors, and the options of the screen and of the result that users of fzf know."""

from support import TerminalTest


class Lines(TerminalTest):
    def test_colors(self):
        self.file("log", b"\x1b[33mabc\x1b[m fix \xe9\nplain\n\x1b[2Jodd\n")
        self.start("shortlist --ansi log > out", r"abc fix \\xE9", "plain", r"␛\[2Jodd", "3/3")
        self.wait_for("3/3", gone=["attribute"])
        self.assertIn("\x1b[33m", self.screen(attributes=True).replace("\x1b[1m\x1b[33m", "\x1b[33m"))
        self.type("'abc fix")
        self.wait_for("1/3")
        self.press("Enter")
        self.ended(0)
        with open(self.path("out"), "rb") as file:
            self.assertEqual(file.read(), b"abc fix \xe9\n")
        result = self.run_program("filter", "--ansi", "log", "--search", "33m")
        self.assertEqual((result.status, result.output), (1, b""))
        result = self.run_program("filter", "--ansi", "log", "--search", "abc", "--output", "jsonl")
        self.assertEqual(result.text, '{"line":"abc fix \ufffd"}\n')
        self.assertFails(self.run_program("filter", "--ansi", "fruit.csv"), "--ansi", "lines")

    def test_tabs(self):
        self.start("printf '400\\t./a\\n8\\t./b\\n' | shortlist > out", "400     ./a", "8       ./b")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "400\t./a\n")

    def test_keys_and_query_in_the_result(self):
        self.start("printf 'one\\ntwo\\nthree\\n' | shortlist --expect ctrl-v,f4 --print-query "
                   "--header 'Pick a number' --cycle > out", "3/3", "^ *Pick a number$")
        self.type("t")
        self.wait_for("2/3")
        self.press("Up", "C-v")
        self.ended(0)
        self.assertRegex(self.content("out"), r"\At\nctrl-v\nt\w+\n\Z")
        self.start("printf 'one\\n' | shortlist --expect ctrl-v --print-query > out", "1/1")
        self.type("none")
        self.wait_for("0/1")
        self.press("Enter")
        self.ended(1)
        self.assertEqual(self.content("out"), "none\n\n")
        result = self.run_program("pick", "-0", "-q", "none", "--print-query", "--expect", "f4", input="one\n")
        self.assertEqual((result.status, result.text), (1, "none\n\n"))
        self.assertFails(self.run_program("pick", "fruit.csv", "--expect", "ctl-v"), "--expect", "ctl-v",
                         "ctrl-v")
