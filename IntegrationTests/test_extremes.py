"""Numbers at the ends of what a message can say, wherever one is expected, and filters that are nested as deep as
can be: each is answered, by a result or an error, and none ends the program.

SHORTLIST_TEST_STACK sets the size of a thread's stack in KiB (default 1024; a release does with 128).
"""

import itertools
import json
import os
import resource
import subprocess

from support import PATIENCE, PROGRAM, ProgramTest, clean_environment

LEAST, GREATEST = -2**63, 2**63 - 1
VALUES = [0, -1, 1, GREATEST, LEAST, GREATEST - 1, 1e308, -1e308, 5e-324, 9.3e18, 2**53 + 1,
          None, "", "x", [], {}, True, [GREATEST, GREATEST], [LEAST, GREATEST], [1e308, -1e308]]
NUMBERS = [value for value in VALUES if isinstance(value, (int, float)) and value is not True]

# A method, its params, and those of them, or members of one of them, that are replaced.
PLACES = [
    ("list.window", {"range": {"kind": "fixed", "length": 3}}, "range", ["length", "offset"]),
    ("list.window", {"range": {"kind": "flexible", "length": 3, "pin": "end"}}, "range",
     ["length", "offset", "minLength", "maxLength"]),
    ("list.rows", {}, None, ["from", "length", "section"]),
    ("list.at", {"section": 0, "row": 0}, None, ["section", "row"]),
    ("list.locate", {"ids": [1]}, None, ["ids"]),
    ("list.facets", {"attributes": ["text"], "numbers": {"whole": {"buckets": 3}}}, None,
     ["limit", "search"]),
    ("list.facets", {"numbers": {"number": {}, "whole": {}}}, "numbers", ["number", "whole"]),
    ("suggest", {"attribute": "text", "text": "a"}, None, ["limit", "text"]),
    ("selection.rows", {}, None, ["from", "length"]),
    ("selection.get", {}, None, ["limit"]),
    ("selection.extend", {"from": 1, "to": 2}, None, ["from", "to"]),
    ("number.connect", {"attribute": "whole"}, None, ["step", "bounds", "range"]),
    ("number.connect", {"attribute": "number"}, None, ["step", "bounds", "range"]),
]


def places():
    """Requests with one value or two at these places."""
    for method, params, inside, names in PLACES:
        choices = [((name,), (value,)) for name in names for value in VALUES]
        choices += [(pair, values) for pair in itertools.combinations(names, 2)
                    for values in itertools.product(NUMBERS[:6], repeat=2)]
        for chosen, values in choices:
            request = json.loads(json.dumps(params))
            target = request[inside] if inside else request
            target.update(zip(chosen, values))
            yield method, {"list": "L1", **request}


def ranges():
    """Rows whose numbers are extreme, and ranges of all such ends."""
    for lower, upper in itertools.product(NUMBERS, repeat=2):
        # Lists and ranges are counted together, or apart.
        for number in ("N1", "N2", "N3"):
            yield "number.set", {"number": number, "range": [lower, upper]}
        yield "list.apply", {"list": "L1", "operations": [
            {"update": {"id": 3, "whole": lower, "number": upper}}]}
        yield "list.facets", {"list": "L1", "numbers": {
            "whole": {"buckets": 30}, "number": {"buckets": 7}}}
        yield "filter.add", {"list": "L1", "group": {"name": "g", "operator": "or"}, "filters": [
            {"attribute": "number", "range": [lower, upper]}]}
        yield "filter.clear", {"list": "L1"}


class Extremes(ProgramTest):
    def ask(self, requests):
        """Sends requests about a list and two ranges of it; returns the answers."""
        rows = [{"id": number, "whole": value, "number": value / 3, "text": "a b"}
                for number, value in enumerate([0, 1, -1, 5, 7, GREATEST, LEAST])]
        first = [("list.open", {"source": {"rows": rows}})] + [
            ("number.connect", {"list": "L1", "attribute": name}) for name in ("whole", "number")]
        lines = [json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
                 for number, (method, params) in enumerate([*first, *requests])]
        result = subprocess.run(
            [PROGRAM, "rpc"], cwd=self.folder, input="\n".join(lines).encode(), capture_output=True,
            timeout=10 * PATIENCE, env=clean_environment())
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        answers = {answer["id"]: answer for answer in answers if "id" in answer}
        for number, line in enumerate(lines):
            self.assertTrue(number in answers, line)
            self.assertNotEqual(answers[number].get("error", {}).get("code"), -32603, line)
        for number in range(len(first)):
            self.assertIn("result", answers[number])
        return answers

    def test_in_each_place(self):
        self.ask(list(places()))

    def test_in_rows_and_ranges(self):
        answers = self.ask(list(ranges()))
        self.assertGreater(sum("result" in answer for answer in answers.values()), 500)


class Nesting(ProgramTest):
    """Threads of some systems have stacks of 128 KiB."""

    STACK = int(os.environ.get("SHORTLIST_TEST_STACK", "1024")) << 10

    def limit_stack(self):
        resource.setrlimit(resource.RLIMIT_STACK, (self.STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))

    @staticmethod
    def filters(depth):
        """Texts and objects of so many levels."""
        yield "(" * depth + "n:1" + ")" * depth
        yield "-" * depth + "n:1"
        yield "NOT (" * (depth // 2) + "n:1" + ")" * (depth // 2)
        yield "(n:1 OR " * depth + "n:1" + ")" * depth
        yield "(n:1 AND (n:1 OR " * (depth // 2) + "n:1" + "))" * (depth // 2)
        for kinds in (["not"], ["all"], ["any", "all"], ["not", "any", "all"]):
            filter = {"attribute": "n", "equals": 1}
            for level in range(depth):
                kind = kinds[level % len(kinds)]
                filter = {kind: filter if kind == "not" else [filter, {"attribute": "n", "equals": 1}]}
            yield filter

    def test_filters(self):
        requests = [("list.open", {"source": {"rows": [{"id": 1, "n": 1}]}})]
        for depth in (90, 99, 100, 101, 120, 5000):
            for filter in self.filters(depth):
                if isinstance(filter, str):
                    requests.append(("list.query", {"list": "L1", "filters": filter}))
                    requests.append(("list.query", {"list": "L1", "search": filter, "match": "auto"}))
                elif depth < 500:
                    requests.append(("filter.add", {
                        "list": "L1", "group": {"name": "g", "operator": "or"}, "filters": [filter]}))
                    requests.append(("list.sections", {"list": "L1"}))
                    requests.append(("filter.clear", {"list": "L1"}))
        text = "".join(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\n"
                       for id, (method, params) in enumerate(requests))
        result = subprocess.run(
            [PROGRAM, "rpc"], input=(text + "[" * 5000 + "\n").encode(), capture_output=True, cwd=self.folder,
            timeout=PATIENCE, env=clean_environment(), preexec_fn=self.limit_stack)
        self.assertEqual(result.returncode, 0)
        answers = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual(len(answers), len(requests) + 1)
        refused = {answer["error"]["code"] for answer in answers if "error" in answer}
        self.assertLessEqual(refused, {-32004, -32602, -32700})


if __name__ == "__main__":
    import unittest
    unittest.main()
