"""Bad input, to the filter and to the picker.

Each mistake gives one line on standard error that names it, exit status 2, and nothing on standard
output.
"""

import os
import shlex
import shutil
import subprocess

from support import PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment

# The arguments of `filter` and `pick`, and what the line on standard error has to say.
FILES = [
    ("missing.csv", "missing.csv"),
    ("ragged.csv", "ragged.csv:3"),
    ("quote.csv", "quote.csv:3"),
    ("twice.csv", "twice.csv:4", "1"),
    ("noid.csv", "noid.csv:3"),
    ("columns.csv", "columns.csv:1", "a"),
    ("bad.csv", "bad.csv:3", "UTF-8"),
    ("bad.jsonl", "bad.jsonl:2"),
    ("bad.json", "bad.json:2"),
]
OPTIONS = [
    ("--where nope:1", "nope"),
    ("--where price:abc", "number", "6"),
    ("--where '(price:1'", "parenthesis", "8"),
    ("--where 'name:\"x'", "quote", "5"),
    ("--where price:2..1", "6"),
    ("--sort nope", "nope"),
    ("--sort -nope,price", "nope"),
    ("--section nope", "nope"),
    ("--columns name,nope", "nope"),
    ("--in nope --search x", "nope"),
    ("--id nope", "nope"),
    ("--id kind", "fruit.csv:3", "pome"),
    ("--schema nope:text", "nope"),
    ("--schema name:integer", "fruit.csv:2"),
    ("--min 3 --max 2", "3", "2"),
    ("--window 50", "--window", "kind", "fixed or flexible"),
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
    ("--rule 'price:abc :: it is dear'", "--rule price:abc", "number", "6"),
    ("--rule 'nope:1 :: it is not'", "--rule nope:1", "attribute", "0"),
    ("--select 99", "--select 99", "no such row"),
    ("--select 1,Apple", "--select Apple", "no such row"),
    ("--select 1,2,3 --max 2", "--select", "no more than 2"),
    ("--select 1,2 --single", "--select", "one row"),
    ("--select 4 --rule 'stock:1.. :: it is sold out'", "--select 4", "it is sold out"),
    ("--select-where price:abc", "--select-where", "number", "6"),
    ("--select-where price:1.. --max 2", "--select-where", "6 rows", "no more than 2"),
    ("--single --max 3", "--single", "--max 3"),
    ("--single --min 2", "--single", "--min 2"),
    ("--max -1", "--max", "negative", "-1"),
    ("--min -2", "--min", "negative", "-2"),
    ("--create nope", "nope", "to be written"),
    ("--create price", "price", "no text"),
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
        self.assertRegex(errors, r"\A[^\n\x1b]+\n\Z")
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
