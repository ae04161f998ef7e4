"""Answers the questions of a comparison with DuckDB; peers.py tells how."""

import argparse
import json
import sys
import time

import duckdb

TYPES = {
    "path": "VARCHAR", "package": "VARCHAR", "section": "VARCHAR", "priority": "VARCHAR",
    "arch": "VARCHAR", "installed_kib": "BIGINT", "size": "BIGINT", "depth": "BIGINT",
}
PARTS = 20


class Answers:
    """A table in memory, and a method for each kind of question."""

    def __init__(self, file, threads):
        self.connection = duckdb.connect(config={"threads": threads})
        # What the columns are is said: the sample that DuckDB would look at ends before the first
        # quoted cell.
        self.connection.execute(
            "CREATE TABLE files AS SELECT * FROM read_csv(?, header = true, delim = ',', "
            f"quote = '\"', escape = '\"', columns = {TYPES})", [file])
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
            "  FROM files WHERE section = $1) "
            "SELECT least, greatest, coalesce(least((installed_kib - least) * $2 "
            "  // nullif(greatest - least, 0), $2 - 1), 0) AS part, count(*) "
            "FROM files, ends WHERE section = $1 AND installed_kib IS NOT NULL "
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
            "WHERE path ILIKE ? AND installed_kib BETWEEN ? AND ? GROUP BY section",
            f"%{question['text']}%", *question["range"]))
        total = sum(sections.values())
        sections.pop(None, None)
        return {"total": total, "sections": sections}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("file")
    options = parser.parse_args()
    start = time.perf_counter()
    answers = Answers(options.file, options.threads)
    print(json.dumps({
        "name": f"DuckDB {duckdb.__version__}", "rows": answers.rows,
        "milliseconds": (time.perf_counter() - start) * 1000}), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        start = time.perf_counter()
        answer = getattr(answers, question["kind"])(question)
        elapsed = (time.perf_counter() - start) * 1000
        print(json.dumps({"milliseconds": elapsed, "answer": answer}), flush=True)


if __name__ == "__main__":
    main()
