"""Answers the questions of a comparison with DuckDB; peers.py tells how."""

import argparse
import json
import sys
import time

import duckdb

from sql_answers import SQLAnswers

TYPES = {
    "path": "VARCHAR", "package": "VARCHAR", "section": "VARCHAR", "priority": "VARCHAR",
    "arch": "VARCHAR", "installed_kib": "BIGINT", "size": "BIGINT", "depth": "BIGINT",
}


class Answers(SQLAnswers):
    """A table in memory."""

    like, least, divided, operand = "ILIKE", "least", "//", "$"

    def __init__(self, file, threads):
        self.connection = duckdb.connect(config={"threads": threads})
        # What the columns are is said: the sample that DuckDB would look at ends before the first
        # quoted cell.
        self.connection.execute(
            "CREATE TABLE files AS SELECT * FROM read_csv(?, header = true, delim = ',', "
            f"quote = '\"', escape = '\"', columns = {TYPES})", [file])
        self.rows = self.ask("SELECT count(*) FROM files")[0][0]


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
