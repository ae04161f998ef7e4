"""The protocol while something waits: other lists are answered, and the end of the input is the end."""

import json
import os
import sqlite3
import subprocess

from rpc import Session
from support import PATIENCE, PROGRAM, ProgramTest, clean_environment

ENDLESS = """
    CREATE VIEW endless AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c)
    SELECT i FROM c WHERE i < 0
"""
CANCELLED = -32800


class Waiting(ProgramTest):
    def setUp(self):
        super().setUp()
        os.mkfifo(self.path("pipe.txt"))
        connection = sqlite3.connect(self.path("a.db"))
        connection.executescript(ENDLESS + "; CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
        connection.close()

    def session(self):
        session = Session(self.folder)
        self.addCleanup(session.close)
        return session

    def sources(self):
        return [
            {"file": "pipe.txt", "follow": True}, {"sqlite": "a.db", "table": "endless"},
            {"file": "/dev/zero", "format": "lines", "follow": True}]

    def test_other_lists_are_answered(self):
        session = self.session()
        session.call("list.open", source={"rows": [{"id": 7}]})
        opening = [session.send("list.open", source=source) for source in self.sources()]
        self.assertEqual(session.call("list.ids", list="L1")["ids"], [7])
        for number in opening:
            message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": number}}
            session.process.stdin.write(json.dumps(message).encode() + b"\n")
            session.process.stdin.flush()
        answers = [session.receive() for _ in opening]
        self.assertEqual({answer["id"] for answer in answers}, set(opening))
        self.assertEqual({answer["error"]["code"] for answer in answers}, {CANCELLED})
        session.end()

    def test_the_end_of_the_input_ends_what_has_no_end(self):
        for source in self.sources():
            with self.subTest(source):
                session = self.session()
                session.send("list.open", source=source)
                session.send("list.open", source={"rows": [{"id": 7}]})
                self.assertIn("result", session.receive())
                session.process.stdin.close()
                self.assertEqual(session.receive()["error"]["code"], CANCELLED)
                self.assertEqual(session.process.wait(PATIENCE), 0)

    def test_a_client_that_is_gone(self):
        for source in self.sources():
            with self.subTest(source):
                request = {"jsonrpc": "2.0", "id": 1, "method": "list.open",
                           "params": {"source": source}}
                with subprocess.Popen(
                        [PROGRAM, "rpc"], cwd=self.folder, env=clean_environment(),
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                    process.stdin.write(json.dumps(request).encode() + b"\n")
                    process.stdin.close()
                    process.stdout.close()
                    self.assertEqual(process.wait(PATIENCE), 0)

    def test_what_a_locked_file_keeps_waiting_is_given_up_at_the_end(self):
        session = self.session()
        handle = session.open("t")
        writer = sqlite3.connect(self.path("a.db"), isolation_level=None)
        self.addCleanup(writer.close)
        writer.execute("BEGIN EXCLUSIVE")
        for _ in range(50):
            session.send("list.apply", list=handle, operations=[{"insert": {"x": "y"}}])
        session.call("list.open", source={"rows": []})
        session.process.stdin.close()
        codes = [session.receive()["error"]["code"] for _ in range(50)]
        self.assertEqual(codes, [CANCELLED] * 50)
        self.assertEqual(session.process.wait(PATIENCE), 0)
        writer.execute("COMMIT")
        self.assertEqual(writer.execute("SELECT count(*) FROM t").fetchone(), (0,))

    def test_all_that_was_asked_is_answered_after_the_end_of_the_input(self):
        with open(self.path("long.csv"), "w", encoding="utf-8") as file:
            file.write("id,x\n")
            file.writelines(f"{number},row {number}\n" for number in range(5_000))
        lines = [{"jsonrpc": "2.0", "id": 1, "method": "list.open",
                  "params": {"source": {"file": "long.csv"}}}]
        lines += [{"jsonrpc": "2.0", "id": number, "method": "list.query",
                   "params": {"list": "L1", "search": str(number)}} for number in range(2, 12)]
        result = self.run_program("rpc", input="".join(json.dumps(line) + "\n" for line in lines))
        answers = [json.loads(line) for line in result.text.splitlines()]
        self.assertEqual([answer["id"] for answer in answers], list(range(1, 12)))
        self.assertTrue(all("result" in answer for answer in answers))

    def test_pipes_and_devices_need_follow(self):
        for path in ("pipe.txt", "/dev/zero"):
            session = self.session()
            session.send("list.open", source={"file": path, "format": "lines"})
            error = session.receive()["error"]
            self.assertEqual(error["code"], -32002)
            self.assertIn("follow", error["message"])
            session.end()

    def test_a_line_without_end_is_not_kept(self):
        session = self.session()
        block = b"x" * (1 << 20)
        for _ in range(70):
            session.process.stdin.write(block)
        session.process.stdin.write(b"\n")
        error = session.receive()
        self.assertEqual((error["id"], error["error"]["code"]), (None, -32007))
        self.assertEqual(error["error"]["data"], {"limit": 64 << 20})
        session.call("list.open", source={"rows": []})
        with open(f"/proc/{session.process.pid}/status", encoding="utf-8") as file:
            peak = next(line for line in file if line.startswith("VmHWM"))
        self.assertLess(int(peak.split()[1]), 300_000)
        session.end()
