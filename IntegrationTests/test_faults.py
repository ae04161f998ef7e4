"""Calls into the system that fail, one after the other, in the program as a whole.

Each time it gives the whole result, or an error and exit status 2. Only builds with checks can be made to fail.
"""

import errno
import json

from support import ProgramTest

EFFECTS = [(errno.EIO, False), (errno.ENOSPC, False), (errno.EMFILE, False), ("short", True),
           (errno.EINTR, True)]
ROWS = "".join(f"{number},text {number}\n" for number in range(3000))
# The first calls of `rpc` that fail, one in each run; and the most that `filter` can make.
CALLS = 14
MOST_CALLS = 100


class Faults(ProgramTest):
    def setUp(self):
        super().setUp()
        self.need_checks()
        self.file("rows.csv", "id,t\n" + ROWS)

    def faulty(self, faults, *arguments, input=b""):
        return self.run_program(*arguments, input=input, environment={"SHORTLIST_FAULTS": faults})

    def test_filter(self):
        for name, arguments, input in (
                ("file", ["rows.csv"], b""),
                ("standard input", ["-", "--format", "csv"], ("id,t\n" + ROWS).encode())):
            calls = None
            for effect, is_harmless in EFFECTS:
                with self.subTest(name, effect=effect):
                    failures = []
                    # The first calls find out what a file is, and may fail; at last no call is left that could.
                    for number in range(calls or MOST_CALLS):
                        result = self.faulty(f"any {number} {effect}", "filter", *arguments,
                                             "--output", "csv", input=input)
                        if result.status == 0:
                            self.assertEqual((result.errors, result.text), ("", "id,t\n" + ROWS))
                            if not calls and failures and number > failures[-1] + 3:
                                calls = number
                                break
                            continue
                        failures.append(number)
                        self.assertEqual(result.status, 2, result.errors)
                        self.assertRegex(
                            result.errors,
                            r"\Ashortlist: (rows.csv|standard input|standard output)\b[^\n]*\n\Z")
                        self.assertTrue(("id,t\n" + ROWS).startswith(result.text))
                    self.assertIsNotNone(calls)
                    if is_harmless:
                        self.assertEqual(failures, [])
                    else:
                        # Reading and writing.
                        self.assertGreater(len(failures), 3)

    def test_single_bytes(self):
        result = self.faulty("any 0+ short", "filter", "rows.csv", "--output", "csv")
        self.assertEqual((result.status, result.errors, result.text), (0, "", "id,t\n" + ROWS))

    def test_messages(self):
        requests = "".join(json.dumps(request) + "\n" for request in (
            {"jsonrpc": "2.0", "id": 1, "method": "list.open",
             "params": {"source": {"file": "rows.csv"}}},
            {"jsonrpc": "2.0", "id": 2, "method": "list.query",
             "params": {"list": "L1", "search": "77"}},
            {"jsonrpc": "2.0", "id": 3, "method": "list.ids", "params": {"list": "L1"}}))
        right = self.run_program("rpc", input=requests)
        self.assertEqual((right.status, right.errors), (0, ""))
        for effect, is_harmless in EFFECTS:
            with self.subTest(effect=effect):
                for number in range(CALLS):
                    result = self.faulty(f"any {number} {effect}", "rpc", input=requests)
                    if result.output == right.output:
                        self.assertEqual((result.status, result.errors), (0, ""))
                        if number > 8 and not is_harmless:
                            break
                        continue
                    self.assertFalse(is_harmless, result.text)
                    if result.status == 0:
                        # A call that one request made: its answer says so, and names the file.
                        self.assertEqual(result.errors, "")
                        answers = [json.loads(line) for line in result.text.splitlines()]
                        self.assertEqual([answer["id"] for answer in answers], [1, 2, 3])
                        self.assertEqual(answers[0]["error"]["code"], -32002)
                        self.assertEqual(answers[0]["error"]["data"]["path"], "rows.csv")
                    else:
                        self.assertEqual(result.status, 2)
                        self.assertRegex(
                            result.errors, r"\Ashortlist: cannot (read|write): [^\n]*\n\Z")
                else:
                    self.assertTrue(is_harmless)
