"""Answers the questions of a comparison with SQLite; peers.py tells how."""

import csv
import json
import sqlite3
import sys
import time

from sql_answers import SQLAnswers

COLUMNS = ["path", "package", "section", "priority", "arch", "installed_kib", "size", "depth"]
NUMBERS = ["installed_kib", "size", "depth"]
SHOWN = 50


class Answers(SQLAnswers):
    """A table in memory without indices."""

    def __init__(self, file):
        self.connection = sqlite3.connect(":memory:")
        columns = ", ".join(f"{name} {'INTEGER' if name in NUMBERS else 'TEXT'}"
                            for name in COLUMNS)
        self.connection.execute(f"CREATE TABLE files ({columns})")
        with open(file, encoding="utf-8", newline="") as lines:
            rows = csv.reader(lines)
            next(rows)
            self.connection.executemany(
                f"INSERT INTO files VALUES ({', '.join('?' * len(COLUMNS))})",
                ([cell or None for cell in row] for row in rows))
        self.rows = self.ask("SELECT count(*) FROM files")[0][0]

    def keystroke(self, question):
        pattern = f"{question['text']}%"
        if question["match"] == "substring":
            pattern = f"%{pattern}"
        total = self.ask("SELECT count(*) FROM files WHERE path LIKE ?", pattern)[0][0]
        first = self.ask(
            "SELECT path FROM files WHERE path LIKE ? ORDER BY path COLLATE NOCASE LIMIT ?",
            pattern, SHOWN)
        return {"total": total, "first": [path for path, in first]}


def main():
    start = time.perf_counter()
    answers = Answers(sys.argv[1])
    print(json.dumps({
        "name": f"SQLite {sqlite3.sqlite_version}", "rows": answers.rows,
        "milliseconds": (time.perf_counter() - start) * 1000}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        start = time.perf_counter()
        answer = getattr(answers, question["kind"])(question)
        elapsed = (time.perf_counter() - start) * 1000
        print(json.dumps({"milliseconds": elapsed, "answer": answer}), flush=True)


if __name__ == "__main__":
    main()
