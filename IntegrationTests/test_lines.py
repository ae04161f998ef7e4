"""Lines: their colors, and the options of the screen and of the result that users of fzf know."""

from support import ProgramTest, TerminalTest


class Delimited(ProgramTest):
    def test_delimiter(self):
        self.file("a.csv", 'id;name\n1;"a;b"\n2;c,d\n')
        result = self.run_program("filter", "a.csv", "--delimiter", ";", "--where", "id:2")
        self.assertEqual((result.status, result.text), (0, "2\tc,d\n"))
        result = self.run_program("filter", "-", "--format", "csv", "--delimiter", ":", "--no-header",
                                  "--output", "jsonl", input="root:x:0\nbin:x:x\n")
        self.assertEqual(result.text,
                         '{"1":"root","2":"x","3":"0"}\n{"1":"bin","2":"x","3":"x"}\n')
        result = self.run_program("filter", "fruit.csv", "--no-header", "--where", "2:Apple")
        self.assertEqual(result.text, "1\tApple\tpome\t1.20\t40\n")
        self.assertFails(self.run_program("filter", "-", "--format", "tsv", "--delimiter", ":"),
                         "--delimiter", "csv and lines")
        self.assertFails(self.run_program("filter", "a.csv", "--delimiter", "ab"), "--delimiter", "ab")
        self.assertFails(self.run_program("filter", "-", "--no-header"), "--no-header", "csv")


class Fields(ProgramTest):
    def filtered(self, input, *arguments):
        result = self.run_program("filter", "--match", "auto", *arguments, input=input)
        return result.status, result.output.decode("utf-8", "backslashreplace")

    def test_fields_that_are_searched(self):
        users = "root:x:0:admin\nbin:x:1:root\n"
        self.assertEqual(self.filtered(users, "-d:", "-n1", "-q", "root"), (0, "root:x:0:admin\n"))
        self.assertEqual(self.filtered(users, "-d", ":", "--nth=-1", "-q", "root"), (0, "bin:x:1:root\n"))
        self.assertEqual(self.filtered("a b c\nb c a\n", "--nth", "2..", "-q", "a"), (0, "b c a\n"))
        self.assertEqual(self.filtered("a b c\nb c a\n", "-n", "1..2", "-q", "b$"), (0, "a b c\n"))
        self.assertEqual(self.filtered("a b\n", "-n", "3", "-q", "a"), (1, ""))

    def test_fields_that_are_shown(self):
        lines = "1:one:x\n2:two:y\n"
        self.assertEqual(self.filtered(lines, "-d", ":", "--with-nth", "2", "-q", "1"), (1, ""))
        self.assertEqual(self.filtered(lines, "-d", ":", "--with-nth", "2", "-q", "two"), (0, "2:two:y\n"))
        self.assertEqual(self.filtered(lines, "-d", ":", "--with-nth", "2,1", "-n", "2", "-q", "1"),
                         (0, "1:one:x\n"))

    def test_fields_that_are_put_out(self):
        self.assertEqual(self.filtered("1:one\n2:two\n", "-d:", "--accept-nth", "2", "-q", "two"), (0, "two\n"))
        self.assertEqual(self.filtered("1:one\n", "-d:", "--accept-nth", "{2} {n}"), (0, "one 0\n"))
        self.assertFails(self.run_program("filter", "fruit.csv", "--accept-nth", "1"), "--accept-nth: this is for lines")

    def test_first_lines_and_order(self):
        self.assertEqual(self.filtered("head\na\nb\n", "--header-lines", "1"), (0, "a\nb\n"))
        self.assertEqual(self.filtered("head\n", "--header-lines", "2"), (1, ""))
        numbers = "".join(f"{number}\n" for number in range(1, 12))
        turned = "".join(f"{number}\n" for number in range(11, 0, -1))
        self.assertEqual(self.filtered(numbers, "--tac"), (0, turned))
        self.assertEqual(self.filtered(numbers, "--tac", "-q", "1"), (0, "11\n10\n1\n"))

    def test_wrong_options(self):
        for options, texts in [(("--nth", "0"), ("nth", "0")), (("--with-nth", "a"), ("with-nth", "a")),
                               (("--header-lines=-1",), ("--header-lines", "-1")),
                               (("--delimiter", ""), ("delimiter",))]:
            self.assertFails(self.run_program("filter", "-", *options), *texts)
        for option in ["--tac", "--nth=1", "--with-nth=1", "--header-lines=1"]:
            self.assertFails(self.run_program("filter", "fruit.csv", option), option.split("=")[0], "lines")


class Lines(TerminalTest):
    def test_fields_and_first_lines(self):
        self.start("printf 'NAME:AGE:X\\nann:31:x\\nbob:27:y\\n' | shortlist -d : --with-nth 2,1 --nth 2 "
                   "--header-lines 1 --tac --preview 'echo {}/{2}/{n}' > out",
                   r"^ +AGE:NAME$", "^❯ +27:bob.*bob:27:y/27/1$", "^ +31:ann", "2/2", )
        self.type("a")
        self.wait_for("^❯ +31:ann", "1/2", gone=["27:bob"])
        self.assertRegex(self.screen(attributes=True), "31:\x1b[^a]*a\x1b")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "ann:31:x\n")

    def test_colored_fields(self):
        self.start("printf '\\033[31mred\\033[m:\\033[32mgreen\\033[m\\n' | "
                   "shortlist --ansi -d : --with-nth 2", "green", "1/1")
        self.assertIn("\x1b[32m", self.screen(attributes=True))
        self.press("Enter")
        self.wait_for("red:green")

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
        self.wait_for("^❯ +two\n +three$")
        self.press("Up")
        self.wait_for("^❯ +three$")
        self.press("C-v")
        self.ended(0)
        # The first row is the shorter one; before it is the last one.
        self.assertEqual(self.content("out"), "t\nctrl-v\nthree\n")
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
