"""Answers the questions of a comparison with SQLite; peers.py tells how."""

import csv
import json
import sqlite3
import sys
import time

COLUMNS = ["path", "package", "section", "priority", "arch", "installed_kib", "size", "depth"]
NUMBERS = ["installed_kib", "size", "depth"]
PARTS = 20
SHOWN = 50


class Answers:
    """A table in memory without indices, and a method for each kind of question."""

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

    def ask(self, statement, *operands):
        return self.connection.execute(statement, operands).fetchall()

    def count(self, question):
        return self.ask(
            "SELECT count(*) FROM files WHERE section = ? AND installed_kib BETWEEN ? AND ?",
            question["section"], *question["range"])[0][0]

    def facets(self, question):
        sections = dict(self.ask(
            "SELECT section, count(*) FROM files WHERE installed_kib BETWEEN ? AND ? "
            "GROUP BY section", *question["range"]))
        sections.pop(None, None)
        return sections

    def histogram(self, question):
        # The greatest value belongs to the last part; where all are equal there is one.
        found = self.ask(
            "WITH ends AS (SELECT min(installed_kib) AS least, max(installed_kib) AS greatest "
            "  FROM files WHERE section = ?1) "
            "SELECT least, greatest, coalesce(min((installed_kib - least) * ?2 "
            "  / nullif(greatest - least, 0), ?2 - 1), 0) AS part, count(*) "
            "FROM files, ends WHERE section = ?1 AND installed_kib IS NOT NULL "
            "GROUP BY least, greatest, part", question["section"], PARTS)
        if not found:
            return {"range": None, "counts": []}
        least, greatest = found[0][:2]
        counts = [0] * (PARTS if least < greatest else 1)
        for _, _, part, count in found:
            counts[part] = count
        return {"range": [least, greatest], "counts": counts}

    def search(self, question):
        sections = dict(self.ask(
            "SELECT section, count(*) FROM files "
            "WHERE path LIKE ? AND installed_kib BETWEEN ? AND ? GROUP BY section",
            f"%{question['text']}%", *question["range"]))
        total = sum(sections.values())
        sections.pop(None, None)
        return {"total": total, "sections": sections}

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
