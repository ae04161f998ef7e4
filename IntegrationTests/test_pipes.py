"""The program without a screen: `filter`, `rpc`, help."""

import csv
import io
import json
import signal
import sqlite3
import subprocess

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
        self.assertEqual(self.ids("--search", "chrery", "--match", "typos"), ["3"])
        self.assertEqual(self.ids("--search", "p", "--in", "kind"), ["1", "2", "8"])

    def test_search_with_signs(self):
        self.assertEqual(self.ids("--search", "'an", "--match", "auto"), ["6"])
        self.assertEqual(self.ids("--search", "chrery", "--match", "auto"), ["3"])
        self.assertEqual(self.ids("--search", "STOCK:0 | 'an", "--match", "auto"), ["6", "4"])
        self.assertEqual(self.ids("--search", "kind:st -pl", "--match", "auto"), ["3", "5"])
        result = self.run_program("filter", "fruit.csv", "--match", "auto", "--search", "knd:stone")
        self.assertEqual(result.status, 2)
        self.assertEqual(
            result.errors,
            "shortlist: --search: there is no attribute knd: did you mean kind?\n"
            "  knd:stone\n  ^\n")
        for term in ("knd~stone", "stok>3"):
            result = self.run_program("filter", "fruit.csv", "--match", "auto", "--search", term)
            self.assertFails(result, "did you mean", f"\n  {term}\n  ^\n")
        # Lines have no attributes that one could mean.
        result = self.run_program("filter", "--match", "auto", "--search", "link:x", input="link:x\n")
        self.assertEqual((result.status, result.text), (0, "link:x\n"))

    def test_fuzzy_ties_go_by_length_where_no_sort_is_given(self):
        lines = b"abc long\nabc\n"
        for options, order in [((), ["2", "1"]), (("--sort", "line"), ["2", "1"]),
                               (("--sort", "-line"), ["1", "2"])]:
            result = self.run_program(
                "filter", "-", "--search", "abc", "--match", "fuzzy", "--output", "ids", *options,
                input=lines)
            self.assertEqual(result.text.split(), order, options)

    def test_where(self):
        self.assertEqual(self.ids("--where", "price:1..2"), ["1", "2"])
        self.assertEqual(self.ids("--where", "kind:stone NOT stock:0"), ["3", "5"])
        self.assertEqual(self.ids("--where", "stock:null"), ["5"])

    def test_sort_and_section(self):
        self.assertEqual(self.ids("--sort", "-price"), list("35842167"))
        self.assertEqual(self.ids("--sort", "kind,-name"), list("67821435"))
        self.assertEqual(self.ids("--section", "kind", "--sort", "name"), list("76128534"))

    def test_window(self):
        self.assertEqual(self.ids("--window", "fixed:3"), list("123"))
        self.assertEqual(self.ids("--window", "fixed:3+2"), list("345"))
        self.assertEqual(self.ids("--window", "fixed:3,offset=2,@end"), list("456"))
        self.assertEqual(self.ids("--window", "flexible:2@end,min=3"), list("678"))
        self.assertEqual(self.ids("--window", "flexible:9,max=2", "--sort", "-price"), list("35"))
        self.assertEqual(self.ids("--window", "fixed:1+1", "--section", "kind"), list("724"))
        self.assertEqual(
            self.ids("--window", "fixed:2@end", "--section", "kind", "--max", "3"), list("672"))
        result = self.run_program("filter", "fruit.csv", "--window", "fixed:3+8")
        self.assertEqual((result.status, result.output, result.errors), (1, b"", ""))
        result = self.run_program("filter", "fruit.csv", "--window", "fixed:3", "--min", "4")
        self.assertEqual((result.status, result.output), (1, b""))

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
            self.assertEqual(process.returncode, -signal.SIGPIPE)

    def test_a_reader_that_stops_early_where_the_signal_is_ignored(self):
        self.file("many.txt", "a line\n" * 200_000)
        script = 'trap "" PIPE; ("$0" filter many.txt --output lines; echo $? >&2) | head -n 1'
        process = subprocess.run(["sh", "-c", script, PROGRAM], cwd=self.folder, timeout=PATIENCE,
                                 capture_output=True, env=clean_environment())
        self.assertEqual(process.stdout, b"a line\n")
        self.assertEqual(process.stderr.decode(),
                         "shortlist: standard output cannot be written: broken pipe\n2\n")


class Bytes(ProgramTest):
    """What comes out is byte for byte what came in."""

    def test_any_bytes(self):
        rows = [b"\xef\xbb\xbfa", b"\xe9t\xe9.txt", b"b\r", b"\r", b"c\td", b"", b"\xff\xfe\x00\x80",
                "\U0010ffe9 é".encode(), b"\xf4\x8f", b"x" * 70_000 + b"\xc3", b"last"]
        for end, options in ((b"\n", []), (b"\0", ["--read0", "--print0"])):
            rows = [row.replace(b"\0", b"") for row in rows] + [b"a\nb"] * (end == b"\0")
            text = end.join(rows) + end
            with self.subTest(end):
                result = self.run_program("filter", *options, input=text)
                self.assertEqual((result.status, result.output, result.errors), (0, text, ""))
                self.file("odd", text)
                result = self.run_program("filter", "odd", *options)
                self.assertEqual((result.status, result.output, result.errors), (0, text, ""))

    def test_odd_bytes_are_found_beside_and_replaced_in_json(self):
        result = self.run_program("filter", "--search", "txt", input=b"a\n\xe9t\xe9.txt\n")
        self.assertEqual(result.output, b"\xe9t\xe9.txt\n")
        result = self.run_program("filter", "--output", "json", input=b"\xe9t\n")
        self.assertEqual(json.loads(result.text), [{"line": "\ufffdt"}])
        result = self.run_program("filter", "--lossy", input=b"\xe9t\n")
        self.assertEqual(result.text, "\ufffdt\n")

    def test_an_empty_last_name_is_one(self):
        for text, rows in ((b"a\0\0", 2), (b"a\0", 1), (b"a", 1), (b"\0", 1)):
            result = self.run_program("filter", "--read0", "--output", "ids", input=text)
            self.assertEqual(len(result.text.split()), rows, text)

    def test_a_table_with_blobs_and_other_bytes(self):
        with sqlite3.connect(self.path("odd.db")) as database:
            database.execute("CREATE TABLE odd (id INTEGER PRIMARY KEY, name TEXT, photo BLOB)")
            database.execute("INSERT INTO odd VALUES (1, CAST(x'e974e9' AS TEXT), x'010203')")
        result = self.run_program("filter", "odd.db", "--table", "odd")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(result.output, b"1\t\xe9t\xe9\t" + "‹blob, 3 bytes›\n".encode())

    def test_files_of_any_name(self):
        self.file("rows", '{"id": 1, "name": "x"}\n{"id": 2, "name": "y z"}\n')
        self.file("array.conf", '\n [ {"id": 1, "name": "x"}, {"id": 2, "name": "y z"}]')
        for source in ("rows", "array.conf"):
            result = self.run_program("filter", source, "--search", "z", "--output", "ids")
            self.assertEqual((result.status, result.text), (0, "2\n"), source)
        for name, text in (("passwd", "root:x:0\nbin:x:1\n"), ("a.ini", "[main]\nx = 1\n"),
                           ("code", '{"a": [\n1]\n}\n'), ("blank", "\n\n")):
            self.file(name, text)
            result = self.run_program("filter", name)
            self.assertEqual((result.status, result.text), (0, text), name)


class Help(ProgramTest):
    def test_help(self):
        for arguments in (["--help"], ["pick", "--help"], ["filter", "--help"], ["rpc", "--help"]):
            with self.subTest(arguments):
                result = self.run_program(*arguments)
                self.assertEqual((result.status, result.errors), (0, ""))
                self.assertIn("shortlist", result.text)
                self.assertLess(max(map(len, result.text.splitlines())), 101)
        # The command lines are a table on a usual terminal.
        for line in self.run_program("--help").text.split("\n\n")[2].splitlines():
            self.assertRegex(line, "^  .*shortlist")

    def test_completion(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                result = self.run_program("--generate-completion-script", shell)
                self.assertEqual(result.status, 0)
                self.assertIn("shortlist", result.text)


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

    def test_a_file_that_is_followed(self):
        request = {"jsonrpc": "2.0", "id": 1, "method": "list.open",
                   "params": {"source": {"file": "fruit.csv", "follow": True}, "id": "id"}}
        with subprocess.Popen([PROGRAM, "rpc"], cwd=self.folder, env=clean_environment(),
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            self.assertEqual(json.loads(process.stdout.readline())["result"]["count"], 8)
            with open(self.path("fruit.csv"), "a", encoding="utf-8") as file:
                file.write("9,Fig,other,0.50,2\n")
            changed = json.loads(process.stdout.readline())
            process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), 0)
        self.assertEqual(changed["method"], "list.changed")
        self.assertEqual((changed["params"]["total"], changed["params"]["cause"]), (9, "follow"))

    def test_no_input(self):
        self.assertEqual(self.exchange(), [])
