"""The program without a screen: `filter`, and bad input to any command."""

import csv
import io
import json
import os
import subprocess
import unittest

from support import PATIENCE, PROGRAM, ProgramTest, clean_environment


class Filter(ProgramTest):
    def ids(self, *options, source="fruit.csv", input=b""):
        result = self.run_program(
            "filter", source, "--id", "id", "--output", "ids", *options, input=input)
        self.assertEqual((result.status, result.errors), (0, ""))
        return result.text.split()

    def test_all_rows(self):
        self.assertEqual(self.ids(), list("12345678"))

    def test_search(self):
        self.assertEqual(self.ids("--search", "ap"), ["1", "5"])
        self.assertEqual(self.ids("--search", "an", "--match", "substring"), ["6"])
        self.assertEqual(self.ids("--search", "pl", "--match", "prefix"), ["4"])
        self.assertEqual(self.ids("--search", "cy", "--match", "fuzzy"), ["3"])
        self.assertEqual(self.ids("--search", "p", "--in", "kind"), ["1", "2", "8"])

    def test_where(self):
        self.assertEqual(self.ids("--where", "price:1..2"), ["1", "2"])
        self.assertEqual(self.ids("--where", "kind:stone NOT stock:0"), ["3", "5"])
        self.assertEqual(self.ids("--where", "stock:null"), ["5"])

    def test_sort_and_section(self):
        self.assertEqual(self.ids("--sort", "-price"), list("35842167"))
        self.assertEqual(self.ids("--sort", "kind,-name"), list("67821453"))
        self.assertEqual(self.ids("--section", "kind", "--sort", "name"), list("76128534"))

    def test_formats(self):
        arguments = ("filter", "fruit.csv", "--id", "id", "--search", "stone")
        rows = list(csv.DictReader(io.StringIO(self.run_program(*arguments, "--output", "csv").text)))
        self.assertEqual([row["name"] for row in rows], ["Cherry", "Plum", "Apricot"])
        self.assertEqual(rows[2]["stock"], "")
        rows = json.loads(self.run_program(*arguments, "--output", "json").text)
        self.assertEqual(rows[2], {"id": 5, "name": "Apricot", "kind": "stone", "price": 3,
                                   "stock": None})
        lines = self.run_program(*arguments, "--output", "jsonl").text.splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], [3, 4, 5])
        result = self.run_program(*arguments, "--output", "ids", "--print0")
        self.assertEqual(result.output, b"3\0004\0005\0")

    def test_columns(self):
        result = self.run_program("filter", "fruit.csv", "--columns", "price,name", "--output", "csv",
                                  "--search", "plum")
        self.assertEqual([line.split(",")[1] for line in result.text.splitlines()], ["name", "Plum"])

    def test_nothing_matches(self):
        result = self.run_program("filter", "fruit.csv", "--search", "zzz", "--output", "ids")
        self.assertEqual((result.status, result.output, result.errors), (1, b"", ""))

    def test_standard_input(self):
        with open(self.path("fruit.csv"), "rb") as file:
            self.assertEqual(
                self.ids("--format", "csv", "--search", "lemon", source="-", input=file.read()),
                ["7"])

    def test_formats_of_sources(self):
        self.file("a.tsv", "id\tname\n1\tx\n2\ty z\n")
        self.file("a.jsonl", '{"id": 1, "name": "x"}\n{"id": 2, "name": "y z"}\n')
        self.file("a.json", '[{"id": 1, "name": "x"}, {"id": 2, "name": "y z"}]')
        for source in ("a.tsv", "a.jsonl", "a.json"):
            with self.subTest(source):
                self.assertEqual(self.ids("--search", "z", source=source), ["2"])
        self.file("a.txt", "x\ny z\n")
        result = self.run_program("filter", "a.txt", "--search", "z", "--output", "lines")
        self.assertEqual((result.status, result.text), (0, "y z\n"))

    def test_quoted_cells_and_line_ends(self):
        self.file("odd.csv", '\ufeffid,text\r\n1,"a ""b"", c"\r\n2,"two\r\nlines"\r\n')
        result = self.run_program("filter", "odd.csv", "--id", "id", "--output", "json")
        self.assertEqual(json.loads(result.text), [
            {"id": 1, "text": 'a "b", c'}, {"id": 2, "text": "two\r\nlines"}])
        result = self.run_program("filter", "odd.csv", "--id", "id", "--output", "csv")
        self.assertEqual(list(csv.reader(io.StringIO(result.text, newline="")))[1:],
                         [["1", 'a "b", c'], ["2", "two\r\nlines"]])

    def test_schema(self):
        self.file("codes.csv", "id,code\n1,10\n2,9\n")
        ids = self.ids("--sort", "code", "--schema", "code:text", source="codes.csv")
        self.assertEqual(ids, ["1", "2"])

    def test_a_reader_that_stops_early(self):
        self.file("many.txt", "a line\n" * 200_000)
        command = [PROGRAM, "filter", "many.txt", "--output", "lines"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=clean_environment()) as process:
            self.assertEqual(process.stdout.readline(), b"a line\n")
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.wait(PATIENCE)
            self.assertNotEqual(process.returncode, 0)


class Help(ProgramTest):
    def test_help(self):
        for arguments in (["--help"], ["pick", "--help"], ["filter", "--help"], ["rpc", "--help"]):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.status, result.errors), (0, ""))
                self.assertIn("shortlist", result.text)
                self.assertLess(max(map(len, result.text.splitlines())), 101)

    def test_completion(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                result = self.run_program("--generate-completion-script", shell)
                self.assertEqual(result.status, 0)
                self.assertIn("shortlist", result.text)


class BadInput(ProgramTest):
    """Each mistake gives one line on standard error, exit status 2, and no half result."""

    def test_files(self):
        self.file("empty.csv", "")
        self.file("ragged.csv", "id,name\n1,a\n2,b,c\n3,d\n")
        self.file("quote.csv", 'id,name\n1,a\n2,"b\n3,d\n')
        self.file("twice.csv", "id,name\n1,a\n2,b\n1,c\n")
        self.file("noid.csv", "id,name\n1,a\n,b\n")
        self.file("columns.csv", "a,a\n1,2\n")
        self.file("bad.csv", b"id,name\n1,a\n2,\xff\xfe\n")
        self.file("bad.jsonl", '{"id": 1}\n{"id": \n')
        self.file("bad.json", '[{"id": 1}, 5]')
        self.file("data.xyz", "a\n")
        os.mkdir(self.path("folder"))
        os.mkdir(self.path("folder.csv"))
        for name, *expected in (
            ("missing.csv", "missing.csv"),
            ("folder.csv", "folder.csv", "directory"),
            ("ragged.csv", "ragged.csv", "3"),
            ("quote.csv", "quote.csv", "3"),
            ("twice.csv", "twice.csv", "4", "1"),
            ("noid.csv", "noid.csv", "3"),
            ("columns.csv", "columns.csv", "a"),
            ("bad.csv", "bad.csv", "3", "UTF-8"),
            ("bad.jsonl", "bad.jsonl", "2"),
            ("bad.json", "bad.json", "2"),
            ("data.xyz", "data.xyz", "--format"),
            ("folder", "folder"),
        ):
            for command in ("filter", "pick"):
                with self.subTest(f"{command} {name}"):
                    self.assertFails(self.run_program(command, name), *expected)

    @unittest.skipIf(os.geteuid() == 0 and not os.path.exists("/usr/bin/setpriv"),
                     "root can read everything")
    def test_unreadable_file(self):
        self.file("secret.csv", "id\n1\n")
        os.chmod(self.path("secret.csv"), 0)
        os.chmod(self.folder, 0o755)
        command = [PROGRAM, "filter", "secret.csv"]
        if os.geteuid() == 0:
            # Root without its powers over files.
            command = ["setpriv", "--reuid=65534", "--clear-groups", *command]
        process = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=PATIENCE,
                                 stdin=subprocess.DEVNULL, env=clean_environment())
        if process.returncode == 127 or b"failed to execute" in process.stderr:
            self.skipTest("the program cannot be started by another user")
        self.assertEqual((process.returncode, process.stdout), (2, b""), process.stderr)
        self.assertRegex(process.stderr.decode(), r"\A[^\n]*secret.csv[^\n]*ermission[^\n]*\n\Z")

    def test_lists_without_rows(self):
        self.file("empty.csv", "")
        self.file("header.csv", "id,name\n")
        self.file("empty.txt", "")
        self.file("empty.json", "[]")
        for name in ("empty.csv", "header.csv", "empty.txt", "empty.json"):
            with self.subTest(name):
                result = self.run_program("filter", name, "--output", "ids")
                self.assertEqual((result.status, result.output, result.errors), (1, b"", ""))

    def test_lossy(self):
        self.file("bad.csv", b"id,name\n1,a\n2,b\xffc\n")
        result = self.run_program("filter", "bad.csv", "--id", "id", "--lossy", "--output", "json")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(json.loads(result.text)[1], {"id": 2, "name": "b\ufffdc"})

    def test_options(self):
        for options, *expected in (
            (["--where", "nope:1"], "nope"),
            (["--where", "price:abc"], "abc"),
            (["--where", "(price:1"], "price"),
            (["--sort", "nope"], "nope"),
            (["--sort", "-nope,price"], "nope"),
            (["--section", "nope"], "nope"),
            (["--columns", "name,nope"], "nope"),
            (["--in", "nope", "--search", "x"], "nope"),
            (["--id", "nope"], "nope"),
            (["--schema", "nope:text"], "nope"),
            (["--schema", "name:integer"], "fruit.csv"),
            (["--schema", "name:colour"], "colour"),
        ):
            for command in ("filter", "pick"):
                with self.subTest(f"{command} {options}"):
                    self.assertFails(self.run_program(command, "fruit.csv", *options), *expected)

    def test_limits(self):
        self.assertFails(
            self.run_program("pick", "fruit.csv", "--min", "3", "--max", "2"), "3", "2")
        for options in (["--min", "-1"], ["--max", "many"]):
            with self.subTest(options):
                result = self.run_program("pick", "fruit.csv", *options)
                self.assertEqual((result.status, result.output), (2, b""))
                self.assertNotEqual(result.errors, "")

    def test_mistyped_options(self):
        for arguments in (["filter", "fruit.csv", "--serch", "x"], ["filter"],
                          ["filter", "fruit.csv", "--output", "xml"],
                          ["filter", "fruit.csv", "--match", "regex"],
                          ["filter", "fruit.csv", "--format", "xls"]):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.status, result.output), (2, b""))
                self.assertIn("Error: ", result.errors)

    def test_no_terminal(self):
        self.assertFails(self.run_program("pick", "fruit.csv"), "terminal")


class RPC(ProgramTest):
    def exchange(self, *messages):
        text = "".join(
            message if isinstance(message, str) else json.dumps(message) + "\n"
            for message in messages)
        result = self.run_program("rpc", input=text)
        self.assertEqual((result.status, result.errors), (0, ""))
        return [json.loads(line) for line in result.text.splitlines()]

    def test_a_list(self):
        answers = self.exchange(
            {"jsonrpc": "2.0", "id": 1, "method": "list.open",
             "params": {"source": {"file": "fruit.csv"}, "id": "id"}},
            "this is no message\n",
            {"jsonrpc": "2.0", "id": 2, "method": "nope"})
        self.assertEqual(answers[0]["result"]["count"], 8)
        self.assertEqual(answers[1]["error"]["code"], -32700)
        self.assertEqual(answers[2]["error"]["code"], -32601)

    def test_no_input(self):
        self.assertEqual(self.exchange(), [])
