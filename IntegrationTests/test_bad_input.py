"""Bad input, to the filter and to the picker.

Each mistake gives one line on standard error that names it, exit status 2, and nothing on standard
output.
"""

import os
import shlex
import shutil
import subprocess

from support import ERROR, PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment

# The arguments of `filter` and `pick`, and what the line on standard error has to say.
FILES = [
    ("missing.csv", "missing.csv"),
    ("ragged.csv", "ragged.csv:3"),
    ("quote.csv", "quote.csv:3"),
    ("twice.csv", "twice.csv:4", "1"),
    ("noid.csv", "noid.csv:3"),
    ("bad.csv", "bad.csv:3", "UTF-8"),
    ("bad.jsonl", "bad.jsonl:2"),
    ("bad.json", "bad.json:2"),
]
OPTIONS = [
    ("--where nope:1", "--where: there is no attribute nope; there are id, name, kind",
     "\n  nope:1\n  ^\n"),
    ("--where 'kidn:pome'", "there is no attribute kidn; did you mean kind?"),
    ("--where price:abc", "number", "\n  price:abc\n        ^\n"),
    ("--where 'kind:pome price:1-2'", "a range is written 1..2",
     "\n  kind:pome price:1-2\n                  ^\n"),
    ("--where 'price>2'", "write price:>2"),
    ("--where '(price:1'", "parenthesis", "\n  (price:1\n          ^\n"),
    ("--where 'name:\"x'", "quote", "\n       ^\n"),
    ("--where price:2..1", "a range from lower to upper", "\n        ^\n"),
    # A long filter is shown from near the mistake on.
    (f"--where 'name:{'x' * 90} price:abc kind:{'y' * 90}'", "number",
     "xx price:abc kind:" + "y" * 27 + "…\n" + " " * 43 + "^\n"),
    ("--sort nope", "--sort: there is no attribute nope (there are id, name, kind, price, stock)"),
    ("--sort -nope,price", "nope"),
    ("--sort pirce", "--sort: there is no attribute pirce; did you mean price?"),
    ("--sort price desc", "for the descending order write --sort -attribute"),
    ("--sort price,desc", "no attribute desc", "for the descending order write -attribute"),
    ("--section nope", "nope"),
    ("--columns name,nope", "nope"),
    ("--in nope --search x", "nope"),
    ("--id nope", "nope"),
    ("--id kind", "fruit.csv:3", "pome"),
    ("--schema nope:text", "--schema", "nope"),
    ("--schema price:decimal", "there is no type decimal", "text, integer, number, boolean, date"),
    ("--schema name:integer", "fruit.csv:2"),
    ("--min 3 --max 2", "3", "2"),
    ("--window loose:5", "--window", "kind", "fixed or flexible"),
    ("--window 50x", "--window", "length", "whole number"),
    ("--window fixed:many", "--window", "length", "whole number", "many"),
    ("--window fixed:5,max=9", "--window", "max", "flexible"),
    ("--window fixed:5+1,offset=2", "--window", "offset", "twice"),
    ("--window flexible:5@top", "--window", "@beginning or @end", "@top"),
    ("--window flexible:5,min=3,max=2", "--window", "max", "min"),
    ("--window flexible:5,grow=up", "--window", "grow", "pinSide"),
    ("--window flexible:5,size=3", "--window", "size=3"),
]
# Options of `pick` alone.
SELECTION = [
    ("--require nope", "--require", "nope", "kind"),
    ("--rule stock:1..", "--rule", "a reason expected", "stock:1.."),
    ("--rule 'stock:1.. :: '", "--rule", "a reason expected after"),
    ("--rule 'price:abc :: it is dear'", "--rule: a number", "\n  price:abc\n        ^\n"),
    ("--rule 'kidn:1 :: it is not'", "--rule: there is no attribute kidn; did you mean kind?"),
    ("--nth x", "--nth: fields expected, as in 2, -1, 2.. or 1,3, not x", "\n  x\n  ^\n"),
    ("--with-nth x", "--with-nth: fields expected", "or a text with {2}"),
    ("--select 99", "--select 99", "no such row"),
    ("--select 1,Apple", "--select Apple", "no such row"),
    ("--select 1,2,3 --max 2", "--select", "no more than 2"),
    ("--select 1,2 --single", "--select", "one row"),
    ("--select 4 --rule 'stock:1.. :: it is sold out'", "--select 4", "it is sold out"),
    ("--select-where price:abc", "--select-where", "number", "\n        ^\n"),
    ("--select-where price:1.. --max 2", "--select-where", "6 rows", "no more than 2"),
    ("--single --max 3", "--single", "--max 3"),
    ("--single --min 2", "--single", "--min 2"),
    ("--max -1", "--max", "negative", "-1"),
    ("--min -2", "--min", "negative", "-2"),
    ("--create nope", "--create: there is no attribute nope", "kind"),
    ("--create price", "--create", "price", "text, but"),
]


def make_files(test):
    test.file("ragged.csv", "id,name\n1,a\n2,b,c\n3,d\n")
    test.file("quote.csv", 'id,name\n1,a\n2,"b\n3,d\n')
    test.file("twice.csv", "id,name\n1,a\n2,b\n1,c\n")
    test.file("noid.csv", "id,name\n1,a\n,b\n")
    test.file("columns.csv", "a,a\n1,2\n")
    test.file("bad.csv", b"id,name\n1,a\n2,\xff\xfe\n")
    test.file("bad.jsonl", '{"id": 1}\n{"id": \n')
    test.file("bad.json", '[{"id": 1}, 5]')


class Filter(ProgramTest):
    def setUp(self):
        super().setUp()
        make_files(self)

    def test_files(self):
        for name, *expected in FILES:
            with self.subTest(name):
                self.assertFails(self.run_program("filter", name), *expected)

    def test_a_delimiter_is_suggested(self):
        self.file("semi.csv", "name;price\nA;1,5\n")
        self.assertFails(self.run_program("filter", "semi.csv"), "semi.csv:2", "is the delimiter ;?")

    def test_an_unknown_command_of_help(self):
        self.assertFails(self.run_program("help", "pik"), "there is no command pik", "did you mean pick?")
        self.assertEqual(self.run_program("help", "filter").status, 0)

    def test_options(self):
        for options, *expected in OPTIONS:
            with self.subTest(options):
                result = self.run_program("filter", "fruit.csv", *shlex.split(options))
                self.assertFails(result, *expected)

    def test_unreadable_file(self):
        self.file("secret.csv", "id\n1\n")
        os.chmod(self.path("secret.csv"), 0)
        os.chmod(self.folder, 0o755)
        command = [PROGRAM, "filter", "secret.csv"]
        if os.geteuid() == 0:
            # Root can read everything; another user cannot.
            if not shutil.which("setpriv"):
                self.skipTest("there is no setpriv to become another user with")
            command = ["setpriv", "--reuid=65534", "--clear-groups", *command]
        process = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=PATIENCE,
                                 stdin=subprocess.DEVNULL, env=clean_environment())
        if b"failed to execute" in process.stderr:
            self.skipTest("another user cannot start the program")
        self.assertEqual((process.returncode, process.stdout), (2, b""), process.stderr)
        self.assertRegex(process.stderr.decode(),
                         r"(?i)\A[^\n]*secret\.csv[^\n]*permission[^\n]*\n\Z")

    def test_a_system_without_processes_as_files(self):
        if os.geteuid() != 0 or not shutil.which("unshare"):
            self.skipTest("only root can take /proc away")
        process = subprocess.run(
            ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$0" --version', PROGRAM],
            cwd=self.folder, capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        if b"unshare" in process.stderr or b"mount:" in process.stderr:
            self.skipTest("this machine has no namespaces of mounts")
        self.assertEqual((process.returncode, process.stdout), (2, b""), process.stderr)
        self.assertIn(b"mount /proc", process.stderr)

    def test_no_rows(self):
        self.file("empty.csv", "")
        self.file("header.csv", "id,name\n")
        self.file("empty.txt", "")
        self.file("empty.json", "[]")
        for name in ("empty.csv", "header.csv", "empty.txt", "empty.json"):
            with self.subTest(name):
                result = self.run_program("filter", name, "--output", "ids")
                self.assertEqual((result.status, result.output, result.errors), (1, b"", ""))

    def test_lossy(self):
        result = self.run_program("filter", "bad.csv", "--lossy", "--output", "lines")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(result.text, "1\ta\n2\t\ufffd\ufffd\n")

    def test_mistyped_arguments_and_what_to_write_instead(self):
        for arguments, *expected in (
                ("filter fruit.csv --rule x", "--rule is an option of pick and serve, not of filter"),
                ("facets fruit.csv --sort name", "--sort is an option of pick and filter"),
                ("filter fruit.csv gone.csv", "gone.csv: no such file"),
                ("filter fruit.csv bad.jsonl", "bad.jsonl is jsonl, but fruit.csv is csv"),
                ("filter fruit.csv columns.csv", "columns.csv:1", "a, a_2", "id, name, kind"),
                ("filter fruit.csv -", "-: several sources", "only if all are files of rows"),
                ("filter fruit.csv twice.csv --no-header", "--no-header", "one file"),
                ("pick fruit.csv twice.csv --follow", "--follow", "one source"),
                ("picc fruit.csv", "there is no file picc and no such command", "mean pick?"),
                ("filtre", "there is no file filtre and no such command", "mean filter?"),
                ("pick fruit.csv --height 0", "1 or more lines, or 1% to 100%")):
            with self.subTest(arguments):
                self.assertFails(self.run_program(*shlex.split(arguments)), *expected)

    def test_a_wrong_search(self):
        result = self.run_program("filter", "fruit.csv", "--match", "auto", "-q", "a kidn:pome")
        self.assertFails(result, "--search: there is no attribute kidn: did you mean kind?",
                         "\n  a kidn:pome\n    ^\n")

    def test_other_spellings_of_options(self):
        for arguments, lines in (("--limit 3", 3), ("--window 2", 2), ("--schema price:float", 8)):
            with self.subTest(arguments):
                result = self.run_program("filter", "fruit.csv", *shlex.split(arguments))
                self.assertEqual((result.status, len(result.text.splitlines())), (0, lines))

    def test_several_files_are_one_list(self):
        self.file("more.csv", "kind,name,id,stock,price\nberry,Blackberry,9,2,7.5\n")
        result = self.run_program("filter", "fruit.csv", "more.csv", "--sort", "-price")
        lines = result.text.splitlines()
        self.assertEqual((result.status, len(lines)), (0, 9))
        self.assertEqual(lines[0], "9\tBlackberry\tberry\t7.5\t2")
        self.file("a.txt", "one\n")
        self.file("b.txt", "two\nthree")
        result = self.run_program("filter", "a.txt", "b.txt")
        self.assertEqual(result.text, "one\ntwo\nthree\n")

    def test_missing_streams(self):
        for closed, command, status in ((1, ["filter", "fruit.csv"], 0), (0, ["filter", "-"], 1)):
            with self.subTest(closed):
                process = subprocess.run(
                    ["sh", "-c", f'exec "$@" {closed}{">" if closed else "<"}&-', "sh", PROGRAM,
                     *command], cwd=self.folder, capture_output=True, timeout=PATIENCE,
                    env=clean_environment())
                self.assertEqual((process.returncode, process.stderr), (status, b""))

    def test_mistyped_arguments(self):
        for arguments in (
                "filter fruit.csv --serch x", "filter fruit.csv --output xml",
                "filter fruit.csv --match regex", "filter fruit.csv --format xls",
                "filter fruit.csv --schema name:colour", "filter fruit.csv --max many",
                "filter fruit.csv --min -1", "pick fruit.csv --height 0"):
            with self.subTest(arguments):
                result = self.run_program(*shlex.split(arguments))
                self.assertEqual((result.status, result.output), (2, b""))
                self.assertNotEqual(result.errors, "")

    def test_arguments_that_are_no_text(self):
        for arguments, *expected in (
                (["--search", b"App\xff"], "--search: App\ufffd"),
                ([b"--where=name:\xe9"], "--where: name:\ufffd"),
                (["--columns", b"name\xc3"], "--columns"),
                (["--sort", b"\xf0\x9f"], "--sort"),
                ([b"\xfcbel.csv"], "argument 3")):
            with self.subTest(arguments):
                self.assertFails(self.run_program("filter", "fruit.csv", *arguments),
                                 "not valid UTF-8", *expected)

    def test_lines_that_end_with_nul(self):
        for arguments, *expected in (
                ("filter fruit.csv --read0", "--read0", "csv"),
                ("pick fruit.csv --format lines --read0 --follow", "--read0", "followed"),
                ("filter fruit.csv --table t --read0", "--read0", "table")):
            with self.subTest(arguments):
                self.assertFails(self.run_program(*shlex.split(arguments)), *expected)

    def test_no_terminal(self):
        self.assertFails(self.run_program("pick", "fruit.csv"), "terminal")

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            process = subprocess.run(
                [PROGRAM, "filter", "fruit.csv"], cwd=self.folder, stdout=full,
                stderr=subprocess.PIPE, timeout=PATIENCE, env=clean_environment())
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr.decode(), r"\A[^\n]*standard output[^\n]*\n\Z")


class Pick(TerminalTest):
    def setUp(self):
        super().setUp()
        make_files(self)
        self.before = self.modes(), self.flags()

    def assertPickFails(self, arguments, *expected):
        self.start(f"shortlist pick {arguments} > out 2> errors")
        self.ended(2)
        self.assertEqual(self.content("out"), "")
        errors = self.content("errors")
        self.assertRegex(errors, ERROR)
        for text in expected:
            self.assertIn(text, errors)
        self.assertEqual((self.modes(), self.flags()), self.before)

    def test_files(self):
        for name, *expected in FILES:
            with self.subTest(name):
                self.assertPickFails(name, *expected)

    def test_options(self):
        for options, *expected in OPTIONS:
            with self.subTest(options):
                self.assertPickFails("fruit.csv " + options, *expected)

    def test_rules_and_rows_picked_at_the_start(self):
        for options, *expected in SELECTION:
            for plain in ("", " --plain"):
                with self.subTest(options + plain):
                    self.assertPickFails("fruit.csv " + options + plain, *expected)

    def test_what_cannot_be_followed(self):
        self.assertPickFails("bad.json --follow", "--follow", "bad.json", "jsonl")

    def test_no_rows(self):
        self.file("empty.csv", "")
        self.file("header.csv", "id,name\n")
        for name in ("empty.csv", "header.csv"):
            with self.subTest(name):
                self.start(f"shortlist pick {name} > out", "no rows")
                self.press("Enter")
                self.ended(1)
                self.assertEqual(self.content("out"), "")
