"""Those who are compared: each is a program that reads a file and then answers questions.

A program is given the file as its last argument. When it has read it, it prints a line of JSON:
{"name": ..., "rows": ..., "milliseconds": ...}. Then it answers each line of standard input, a
question as questions.py has them, by a line {"milliseconds": ..., "answer": ...}: the time from the
question to the whole answer, without reading and writing the lines. It keeps no answers.
"""

import json
import pathlib
import subprocess
import sys
import venv

FOLDER = pathlib.Path(__file__).resolve().parent


class Peer:
    """A program that answers."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        opened = self._read()
        self.name, self.rows, self.loading = (
            opened["name"], opened["rows"], opened["milliseconds"])

    def ask(self, question):
        """The time and the answer."""
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        line = self._read()
        return line["milliseconds"], line["answer"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def _read(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"compare: {self.process.args[0]} ended without an answer")
        return json.loads(line)


def shortlist(file, _):
    """The engine of this repository, on all cores."""
    build = ["swift", "build", "-c", "release", "--product", "Answers"]
    subprocess.run(build, cwd=FOLDER.parent, stdout=sys.stderr, check=True)
    return Peer([FOLDER.parent / ".build/release/Answers", file])


def duckdb(file, scratch):
    """DuckDB with a table in memory and two threads, from PyPI."""
    folder = pathlib.Path(scratch) / "duckdb"
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "duckdb"],
        stdout=sys.stderr, check=True)
    return Peer([python, FOLDER / "duckdb_answers.py", file])


# The first one is compared with each of the others.
PEERS = {"shortlist": shortlist, "duckdb": duckdb}
