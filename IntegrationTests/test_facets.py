"""Counts of values and measures of numbers: `facets`."""

import json
import unicodedata

from support import ProgramTest, TerminalTest

BAD = [
    ("--by nope", "--by", "nope", "kind"),
    ("--by kind,nope", "nope"),
    ("--number nope", "--number", "nope"),
    ("--number name", "--number", "name", "text", "number nor a date"),
    ("--where price:x", "number", "\n  price:x\n        ^\n"),
    ("--where nope:1", "nope"),
    ("--in nope --search x", "nope"),
    ("--limit=-1", "--limit", "-1"),
    ("--buckets=-1", "--buckets", "-1"),
    ("--buckets 10001", "--buckets", "10001"),
    ("--output csv", "--output", "csv"),
    ("--buckets many", "--buckets", "many"),
    ("--sort name", "--sort"),
]


class Facets(ProgramTest):
    def facets(self, *options, source="fruit.csv", status=0, input=b""):
        result = self.run_program("facets", source, *options, input=input)
        self.assertEqual((result.status, result.errors), (status, ""))
        return result.text

    def test_values(self):
        self.assertEqual(self.facets("--by", "kind"), (
            "8 rows\n\n"
            "kind    rows\n"
            "pome       3\n"
            "stone      3\n"
            "citrus     2\n"))

    def test_number(self):
        self.assertEqual(self.facets("--number", "stock", "--buckets", "2"), (
            "8 rows\n\n"
            "stock: 0 to 55, 7 rows with a value, 1 without\n"
            "from       to  rows\n"
            "   0  –  27.5     4\n"
            "27.5  –    55     3\n"))
        self.assertNotIn("from", self.facets("--number", "stock", "--buckets", "0"))

    def test_query(self):
        text = self.facets("--by", "kind", "--where", "price:2..")
        self.assertEqual(text.splitlines()[0], "4 rows match (of 8)")
        self.assertEqual(text.splitlines()[3:], ["stone     3", "pome      1"])
        text = self.facets("--by", "name", "--search", "ap", "--in", "name", "--match", "prefix")
        self.assertEqual(text.splitlines()[3:], ["Apple       1", "Apricot     1"])

    def test_limit(self):
        text = self.facets("--by", "kind", "--limit", "1")
        self.assertEqual(text.splitlines()[3:], ["pome     3", "and more values"])
        self.assertNotIn("more", self.facets("--by", "name", "--limit", "0"))

    def test_all_attributes(self):
        text = self.facets()
        heads = [block.split()[0] for block in text.split("\n\n")[1:]]
        self.assertEqual(heads, ["name", "kind", "price:", "stock:"])
        self.file("many.csv", "id,word,ok\n" + "".join(
            f"{n},w{n},{'true' if n % 2 else 'false'}\n" for n in range(60)))
        text = self.facets(source="many.csv")
        self.assertEqual(text, "60 rows\n\nok     rows\nfalse    30\ntrue     30\n")
        self.file("lines.txt", "".join(f"line {n}\n" for n in range(60)))
        self.assertIn("--by", self.facets(source="lines.txt"))

    def test_lists_and_dates(self):
        rows = [{"id": 1, "tags": ["a", "b", "a"], "day": "2024-01-01"},
                {"id": 2, "tags": ["a"], "day": "2024-01-11"}, {"id": 3, "tags": [], "day": None}]
        self.file("a.json", json.dumps(rows))
        text = self.facets("--schema", "day:date", "--buckets", "2", source="a.json")
        self.assertEqual(text, (
            "3 rows\n\n"
            "tags  rows\n"
            "a        2\n"
            "b        1\n\n"
            "day: 2024-01-01 to 2024-01-11, 2 rows with a value, 1 without\n"
            "      from             to  rows\n"
            "2024-01-01  –  2024-01-06     1\n"
            "2024-01-06  –  2024-01-11     1\n"))

    def test_json_is_what_the_protocol_answers(self):
        request = [
            {"jsonrpc": "2.0", "id": 1, "method": "list.open",
             "params": {"source": {"file": "fruit.csv"}, "query": {"filters": "price:1.."}}},
            {"jsonrpc": "2.0", "id": 2, "method": "list.facets",
             "params": {"list": "L1", "attributes": ["kind", "name"], "limit": 2,
                        "numbers": {"price": {"buckets": 3}, "stock": {"buckets": 3}}}}]
        answer = self.run_program(
            "rpc", input="".join(json.dumps(message) + "\n" for message in request))
        expected = json.loads(answer.text.splitlines()[1])["result"]
        text = self.facets("--where", "price:1..", "--by", "kind,name", "--number", "price,stock",
                           "--buckets", "3", "--limit", "2", "--output", "json")
        self.assertEqual(json.loads(text), expected)
        self.assertEqual(expected["facets"]["kind"]["values"][0],
                         {"value": "pome", "count": 3, "selected": False})

    def test_wide_and_hostile_values(self):
        self.file("wide.csv", 'id,v\n1,日本語\n2,日本語\n3,a\n4,"two\nlines"\n5,\x1b[31mred\n6,""\n7,'
                  + "x" * 100 + "\n")
        lines = self.facets("--by", "v", "--bars", source="wide.csv").splitlines()[2:]

        def width(text):
            return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)

        before = [line[:line.index("█")] for line in lines[1:]]
        self.assertEqual({width(text) for text in before}, {48}, lines)
        self.assertEqual([text.split()[-1] for text in before], ["2", "1", "1", "1", "1"])
        self.assertNotIn("\x1b", "".join(lines))
        self.assertTrue(any("…" in line for line in lines))

    def test_bars(self):
        text = self.facets("--by", "kind", "--bars")
        self.assertEqual([line.count("█") for line in text.splitlines()[3:]], [24, 24, 16])
        self.assertNotIn("█", self.facets("--by", "kind"))

    def test_nothing(self):
        self.file("empty.csv", "id,name\n")
        self.assertEqual(self.facets(source="empty.csv", status=1), "no rows\n")
        self.assertEqual(self.facets("--search", "zzz", status=1), "no rows match (of 8)\n")
        self.file("gaps.csv", "id,a,b\n1,,\n2,,x\n")
        text = self.facets("--by", "a,b", "--schema", "a:number", "--number", "a",
                           source="gaps.csv")
        self.assertIn("a: no values\n", text)
        answer = json.loads(self.facets("--search", "zzz", "--output", "json", "--number", "price",
                                        status=1))
        self.assertEqual(answer["numbers"]["price"], {
            "min": None, "max": None, "count": 0, "nulls": 0, "histogram": []})

    def test_standard_input(self):
        text = self.facets("--format", "csv", source="-", input="a\nx\nx\n")
        self.assertEqual(text, "2 rows\n\na  rows\nx     2\n")

    def test_bad_input(self):
        for options, *expected in BAD:
            with self.subTest(options):
                result = self.run_program("facets", "fruit.csv", *options.split())
                self.assertFails(result, *expected)
        self.assertFails(self.run_program("facets", "missing.csv"), "missing.csv")

    def test_help(self):
        result = self.run_program("facets", "--help")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertIn("shortlist facets aircraft.csv", result.text)
        self.assertLess(max(map(len, result.text.splitlines())), 101)


class OnATerminal(TerminalTest):
    def test_bars(self):
        shown = self.start("shortlist facets fruit.csv --by kind", r"^status 0$")
        self.assertRegex(shown, r"(?m)^pome +3  █{24}$")
