"""Index files, which `shortlist index` writes and every command opens."""

import glob
import gzip
import json
import os
import random
import signal
import stat
import subprocess

from rpc import Refused, Session
from support import FRUIT, PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment, until

ODD = (
    'constructor,name,"a ""quoted"" one",day,n\n'
    'x,"Über, ""alles""",,2024-01-31,1\n'
    "y,\"two\nlines\",z,,2\n"
    ",é,w,2024-02-01,\n"
).encode()


def rows(count):
    """A file of many rows. The values of its middle column repeat."""
    return "id,kind,amount\n" + "".join(
        f"k{number * 7},kind {number % 9},{number * 31 % 1009}\n" for number in range(count))


class Indexing(ProgramTest):
    def index(self, *arguments):
        result = self.run_program("index", *arguments)
        self.assertEqual((result.status, result.output), (0, b""), result.errors)
        return result.errors

    def assert_same(self, one, other, *queries):
        for query in queries:
            with self.subTest(query):
                results = [self.run_program(*query[:1], name, *query[1:]) for name in (one, other)]
                self.assertEqual(results[1].errors, results[0].errors)
                self.assertEqual(results[1].output, results[0].output)
                self.assertEqual(results[1].status, results[0].status)

    def test_the_same_answers(self):
        self.file("odd.csv", ODD)
        self.file("many.csv", rows(2000))
        self.file("cells.csv", ",".join(f"c{number}" for number in range(500)) + "\n"
                  + ",".join(str(number) for number in range(500)) + "\n")
        self.file("tags.jsonl", '{"id":1,"tags":["a","b"],"x":1.5}\n{"id":2,"tags":[],"ok":true}\n')
        for name in ("fruit.csv", "odd.csv", "many.csv", "cells.csv", "tags.jsonl"):
            report = self.index(name, "-o", "out.shortlist")
            self.assertRegex(report, r"\Ashortlist: out.shortlist: [\d,. ]+ rows, \d+ columns, [\d,]+ bytes\n\Z")
            self.assert_same(
                name, "out.shortlist", ("filter", "--output", "jsonl"), ("filter", "--output", "csv"),
                ("filter", "--output", "ids"), ("facets", "--output", "json"))
        self.assert_same(
            "many.csv", "many.shortlist" if self.index("many.csv", "-o", "many.shortlist") else "",
            ("filter", "--search", "kind 3"), ("filter", "--where", "amount:500..600"),
            ("filter", "--sort", "-amount,kind"), ("filter", "--section", "kind", "--max", "5"),
            ("facets", "--by", "kind"), ("filter", "--where", "kind:\"kind 1\"", "--memory", "1"))

    def test_several_and_compressed_files(self):
        self.file("a.csv", "id,t\n1,x\n")
        self.file("b.csv.gz", gzip.compress(b"t,id\ny,2\n"))
        self.index("a.csv", "b.csv.gz", "-o", "both")
        self.assertEqual(
            self.run_program("filter", "both", "--output", "jsonl").output,
            b'{"id":1,"t":"x"}\n{"id":2,"t":"y"}\n')
        self.file("c.csv", "id,other\n3,z\n")
        result = self.run_program("index", "a.csv", "c.csv", "-o", "both")
        self.assertFails(result, "c.csv:1: the columns id, other are not those of the first file")
        columns = ",".join(f"c{number}" for number in range(99))
        self.file("d.csv", columns + "\n")
        self.file("e.csv", columns.replace("c50", "x") + "\n")
        self.assertFails(
            self.run_program("index", "d.csv", "e.csv", "-o", "both"),
            "e.csv:1: there is no column c50, which the first file has")

    def test_index_files_and_other_files_are_one_list(self):
        self.file("a.csv", "id,t\n1,x\n")
        self.file("b.csv", "id,t\n2,y\n")
        self.index("a.csv", "-o", "a")
        self.index("b.csv", "-o", "b")
        expected = b'{"id":1,"t":"x"}\n{"id":2,"t":"y"}\n'
        for files in (("a", "b"), ("a", "b.csv"), ("a.csv", "b")):
            result = self.run_program("filter", *files, "--output", "jsonl")
            self.assertEqual((result.output, result.errors), (expected, ""))
            self.index(*files, "-o", "both")
            self.assertEqual(self.run_program("filter", "both", "--output", "jsonl").output, expected)
            result = self.run_program("filter", *files, "--search", "y")
            self.assertEqual(result.output, b"2\ty\n")
        self.assertFails(self.run_program("filter", "a", "a"), "id")
        self.assertFails(self.run_program("index", "a", "b", "-o", "b"), "one of the files to read")
        self.index("fruit.csv", "-o", "other")
        self.assertFails(self.run_program("filter", "a", "other"), "other: the columns")

    def test_the_files_of_a_directory_are_one_list(self):
        os.makedirs(self.path("d/2024"))
        self.file("d/b.csv", "id,t\n3,z\n")
        self.file("d/2024/a.csv.gz", gzip.compress(b"t,id\ny,2\n"))
        self.file("d/notes.txt", "not a row\n")
        self.file("a.csv", "id,t\n1,x\n")
        read = ("--format", "csv", "--output", "jsonl")
        rows = b'{"id":2,"t":"y"}\n{"id":3,"t":"z"}\n'
        self.assertEqual(self.run_program("filter", "d", *read).output, b'{"t":"y","id":2}\n{"t":"z","id":3}\n')
        result = self.run_program("filter", "a.csv", "d", *read)
        self.assertEqual(result.output, b'{"id":1,"t":"x"}\n' + rows)
        self.index("a.csv", "d", "--format", "csv", "-o", "d/all")
        result = self.run_program("filter", "d/all", "--output", "jsonl")
        self.assertEqual(result.output, b'{"id":1,"t":"x"}\n' + rows)
        result = self.run_program("index", "d", "--format", "csv", "-o", "d/b.csv", "--force")
        self.assertFails(result, "one of the files to read")
        self.assertFails(self.run_program("filter", "d", "--format", "tsv"), "d: ", "tsv")
        self.assertFails(self.run_program("filter", "a.csv", "d"), "d is a directory", "--format")
        self.assertFails(self.run_program("pick", "d", "--format", "csv", "--follow"), "d is a directory")
        result = self.run_program("filter", "d", "--max", "9")
        self.assertEqual(sorted(result.text.split()), ["d/2024/a.csv.gz", "d/all", "d/b.csv", "d/notes.txt"])

    def test_columns_that_do_not_fit_the_memory(self):
        self.file("rows.csv", rows(150_000))
        for memory in ("1", "1G"):
            self.index("rows.csv", "-o", memory, "--memory", memory)
        with open(self.path("1"), "rb") as small, open(self.path("1G"), "rb") as large:
            self.assertEqual(small.read(), large.read())
        self.assertEqual(sorted(os.listdir(self.folder)), ["1", "1G", "fruit.csv", "rows.csv"])

    def test_ids_and_types_are_those_of_the_file(self):
        self.index("fruit.csv", "--id", "name", "--schema", "stock:text", "-o", "x")
        result = self.run_program("filter", "x", "--output", "ids", "--max", "2")
        self.assertEqual(result.text, "Apple\nPear\n")
        self.assertEqual(self.run_program("filter", "x", "--id", "name", "--max", "1").status, 0)
        self.assertFails(self.run_program("filter", "x", "--id", "kind"), "--id", "name")
        self.assertFails(
            self.run_program("filter", "x", "--schema", "stock:integer"), "--schema", "text")
        for option in (["--format", "csv"], ["--delimiter", ";"], ["--no-header"], ["--lossy"]):
            self.assertFails(self.run_program("filter", "x", *option), "x is an index file")
        self.assertFails(self.run_program("index", "x", "-o", "y"), "an index file already")
        result = self.run_program("filter", "x", "fruit.csv", "--id", "none")
        self.assertFails(result, "none")
        self.assertFails(self.run_program("index", "fruit.csv", "-o", "y", "--memory", "much"),
                         "--memory", "512M")

    def test_what_is_in_the_way_stays(self):
        self.file("text", "precious")
        for out, reason in (("text", "--force"), ("fruit.csv", "one of the files to read"),
                            (".", "is a directory"), ("none/x", "cannot be written")):
            self.assertFails(self.run_program("index", "fruit.csv", "-o", out), reason)
        self.assertEqual(self.content("text"), "precious")
        self.assertEqual(self.content("fruit.csv"), FRUIT)
        self.index("fruit.csv", "-o", "text", "--force")
        self.index("fruit.csv", "-o", "text")
        self.assertEqual(sorted(os.listdir(self.folder)), ["fruit.csv", "text"])
        mode = stat.S_IMODE(os.stat(self.path("text")).st_mode)
        self.assertEqual(mode, stat.S_IMODE(os.stat(self.path("fruit.csv")).st_mode))
        self.assertFails(self.run_program("index", "none.csv", "-o", "x"), "none.csv")
        self.assertFails(self.run_program("index", "fruit.csv"), "--out")

    def test_a_signal_leaves_no_part(self):
        self.file("rows.csv", rows(200_000))
        process = subprocess.Popen(
            [PROGRAM, "index", "rows.csv", "-o", "rows.shortlist"], cwd=self.folder, env=clean_environment(),
            stderr=subprocess.DEVNULL)
        # The signal comes while the file is written, or, on a busy machine, after that.
        until(lambda: process.poll() is not None or glob.glob(self.path("*.part")), lambda: "nothing is written")
        process.send_signal(signal.SIGINT)
        status = process.wait(PATIENCE)
        self.assertEqual(glob.glob(self.path("*.part")), [])
        self.assertIn(status, (0, -signal.SIGINT))
        if status == 0:
            self.assertTrue(os.path.exists(self.path("rows.shortlist")))

    def test_damage_is_an_error(self):
        self.file("many.csv", rows(1000))
        self.index("many.csv", "--id", "id", "-o", "whole")
        with open(self.path("whole"), "rb") as file:
            whole = file.read()
        wanted = self.run_program("filter", "whole", "--output", "csv").output
        seed = random.randrange(1 << 30)
        numbers = random.Random(seed)
        for number in range(40):
            changed = bytearray(whole)
            if number % 4 == 0:
                changed = changed[:numbers.randrange(8, len(whole))]
            else:
                changed[numbers.randrange(8, len(whole))] ^= 1 << numbers.randrange(8)
            self.file("damaged", bytes(changed))
            result = self.run_program("filter", "damaged", "--output", "csv")
            with self.subTest(number=number, seed=seed):
                if result.status == 0:
                    # A flip in the hash table of ids: nothing asked for it.
                    self.assertEqual(result.output, wanted)
                else:
                    self.assertEqual(result.status, 2)
                    self.assertIn("damaged: is ", result.errors)
                    self.assertIn("shortlist index", result.errors)

    def test_the_protocol(self):
        self.file("many.csv", rows(3000))
        self.index("many.csv", "-o", "many")
        session = Session(self.folder)
        self.addCleanup(session.close)
        lists = []
        for name in ("many.csv", "many"):
            opened = session.call("list.open", source={"file": name})
            lists.append(opened.pop("list"))
            self.assertEqual(opened["count"], 3000)
        for query in ({"search": "kind 3"}, {"sort": [{"by": "amount"}]}, {"filters": "amount:..9"}):
            results = []
            for handle in lists:
                session.call("list.query", list=handle, **query)
                results.append(session.call("list.rows", list=handle, length=50))
            self.assertEqual(results[0]["rows"], results[1]["rows"])
        # A row that is changed and one that is new are there; the file stays as it is.
        operations = [{"update": {"id": "k7", "amount": -1}}, {"insert": {"id": "new", "amount": 5}}]
        for handle in lists:
            session.call("list.apply", list=handle, operations=operations)
        for source in ({"file": "many", "follow": True},):
            with self.assertRaisesRegex(Refused, "does not grow"):
                session.call("list.open", source=source)
        with self.assertRaisesRegex(Refused, "identified by"):
            session.call("list.open", source={"file": "many"}, id="kind")

    def test_a_file_that_is_cut_while_it_is_open(self):
        self.file("many.csv", rows(3000))
        self.index("many.csv", "-o", "many")
        session = Session(self.folder)
        self.addCleanup(session.close)
        handle = session.call("list.open", source={"file": "many"})["list"]
        os.truncate(self.path("many"), 100)
        for _ in range(2):
            with self.assertRaises(Refused) as caught:
                session.call("list.query", list=handle, sort=[{"by": "amount"}])
            self.assertEqual(caught.exception.code, -32002)
            self.assertIn("cut off while it was open", str(caught.exception))
        other = session.call("list.open", source={"file": "many.csv"})
        self.assertEqual(other["count"], 3000)


class PickingFromIndexFiles(TerminalTest):
    def test_picking(self):
        self.file("many.csv", rows(5000))
        self.start("shortlist index many.csv -o many && shortlist many > out", "❯ .*k0")
        self.press("M->")
        self.wait_for("k34993")
        self.press("M-<")
        self.type("k34993")
        self.wait_for("❯ .*k34993")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "k34993\tkind 4\t592\n")
