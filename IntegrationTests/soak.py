"""Everything at once for a long time, and what the program takes meanwhile: `Scripts/soak`.

Five lists of 200,000 rows (rows in memory, a CSV file, a table with and one without a journal, a file
that is followed) are searched, sorted, filtered, cut, measured, picked from and written; other
connections commit, the followed file grows and is replaced, lists are opened and closed. At the end
every list must show what a fresh one shows, memory, descriptors and the time of an answer must not have
grown since the warm-up was over, and the threads that the work took must end.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import sys
import tempfile
import time

from rpc import Refused, Session
from support import PATIENCE

ROWS = 200_000
WORDS = ["amber", "birch", "cedar", "delta", "ember", "frost", "grove", "haven", "inlet", "jetty",
         "knoll", "larch", "maple", "north", "ocean", "pearl", "quartz", "ridge", "stone", "tidal"]
KINDS = [f"kind {number}" for number in range(12)]
# How many bytes more than at the end of the warm-up, by minute, are taken for noise.
SLACK = 8 << 20
# How many requests the warm-up has at least, so that also a slow machine has asked for everything.
WARM_UP = 7000
# The threads that the program has after a while without work.
MOST_THREADS = 16


class Failure(Exception):
    """A limit was passed, or a list shows something else than it should."""


class Usage:
    """What a process takes, as the system tells it."""

    def __init__(self, process):
        self.folder = f"/proc/{process.pid}"

    def sample(self):
        with open(f"{self.folder}/status", encoding="ascii") as file:
            status = dict(line.split(":", 1) for line in file)
        return {"memory": int(status["VmRSS"].split()[0]) << 10,
                "threads": int(status["Threads"]),
                "descriptors": len(os.listdir(f"{self.folder}/fd"))}


class Phase:
    """What was seen in a part of the run: a minute, or a part of it in a short one."""

    def __init__(self):
        self.samples, self.times, self.counts = [], [], {}

    def take(self, method, seconds):
        # Opening a list takes as long as reading its rows.
        if method not in ("list.open", "list.close"):
            self.times.append(seconds)
        self.counts[method] = self.counts.get(method, 0) + 1

    def median(self, what):
        return statistics.median(sample[what] for sample in self.samples)

    def most(self, what):
        return max(sample[what] for sample in self.samples)

    def percentile(self, part):
        times = sorted(self.times)
        return times[min(len(times) - 1, int(part * len(times)))]


class Soak:
    """The lists, and what is done with them."""

    def __init__(self, folder, seed):
        self.folder = folder
        self.chance = random.Random(seed)
        self.session = Session(folder)
        self.usage = Usage(self.session.process)
        self.phase = Phase()
        self.lists = {}
        self.numbers = {}
        self.next = ROWS
        self.appended = 0
        self.databases = {}

    def call(self, method, **params):
        start = time.monotonic()
        try:
            return self.session.call(method, **params)
        finally:
            self.phase.take(method, time.monotonic() - start)

    # Rows.

    def row(self, number):
        chance = self.chance
        return {"id": number, "name": f"{chance.choice(WORDS)} {chance.choice(WORDS)} {number % 9973}",
                "kind": chance.choice(KINDS), "size": chance.randrange(1000),
                "price": chance.randrange(100_000) / 100}

    def prepare(self):
        rows = [self.row(number) for number in range(ROWS)]
        with open(self.path("rows.csv"), "w", encoding="utf-8") as file:
            file.write("id,name,kind,size,price\n")
            file.writelines(self.line(row) for row in rows)
        self.write_log()
        for name, wal in (("journal.db", True), ("plain.db", False)):
            database = sqlite3.connect(self.path(name), timeout=600, isolation_level=None)
            database.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT,"
                             " size INT, price REAL)")
            database.execute("BEGIN")
            database.executemany("INSERT INTO t VALUES (:id, :name, :kind, :size, :price)", rows)
            database.execute("COMMIT")
            self.databases[name] = database
        self.sources = {
            "rows": {"rows": rows}, "csv": {"file": "rows.csv"},
            "log": {"file": "log.csv", "follow": True},
            "journal.db": {"sqlite": "journal.db", "table": "t", "journal": True},
            "plain.db": {"sqlite": "plain.db", "table": "t"}}
        for name, source in self.sources.items():
            self.open(name, source)
        del self.sources["rows"]

    def path(self, name):
        return os.path.join(self.folder, name)

    @staticmethod
    def line(row):
        return ",".join(str(value) for value in row.values()) + "\n"

    def write_log(self):
        """A file in place of the one that is followed, with as many rows as at first."""
        with open(self.path("new.csv"), "w", encoding="utf-8") as file:
            file.write("id,name,kind,size,price\n")
            file.writelines(self.line(self.row(number)) for number in range(ROWS))
        os.rename(self.path("new.csv"), self.path("log.csv"))
        self.appended = 0

    def open(self, name, source):
        handle = self.call("list.open", source=source, id="id")["list"]
        self.lists[name] = handle
        self.numbers[name] = self.call("number.connect", list=handle, attribute="price")["number"]
        self.call("list.window", list=handle, range={"kind": "fixed", "length": 50})

    # What is done.

    def step(self):
        name = self.chance.choice(list(self.lists))
        handle = self.lists[name]
        act = self.chance.choices(
            [self.query, self.window, self.number, self.look, self.facets, self.select, self.apply,
             self.commit, self.append, self.reopen, self.suggest],
            [14, 10, 10, 22, 4, 14, 12, 8, 4, 0.05, 3])[0]
        act(name, handle)

    def query(self, name, handle):
        chance = self.chance
        text = " ".join(chance.choice(WORDS)[:chance.randint(1, 5)]
                        for _ in range(chance.randint(0, 2)))
        change = chance.choice([
            {"search": text}, {"search": text, "match": chance.choice(
                ["words", "prefix", "substring", "fuzzy"])},
            {"sort": chance.choice([[], [{"by": "size"}], [{"by": "name", "order": "descending"}],
                                    [{"by": "kind"}, {"by": "price"}]])},
            {"filters": chance.choice(["", f"size:>={chance.randrange(900)}", "kind:\"kind 3\"",
                                       "NOT kind:\"kind 1\" price:..500"])},
            {"sections": chance.choice([None, {"by": "kind"}])}])
        self.call("list.query", list=handle, **change)

    def window(self, name, handle):
        chance = self.chance
        range = chance.choice([
            {"kind": "fixed", "length": 50, "offset": chance.randrange(5000)},
            {"kind": "fixed", "length": 100, "pin": "end"},
            {"kind": "flexible", "length": 60, "grow": "both", "maxLength": 90}])
        self.call("list.window", list=handle, range=range)

    def number(self, name, handle):
        low = self.chance.randrange(900)
        wanted = None if self.chance.random() < 0.4 else [low, low + self.chance.randrange(1, 100)]
        try:
            self.call("number.set", number=self.numbers[name], range=wanted)
        except Refused:
            # Nothing that matches is in the range.
            pass

    def look(self, name, handle):
        method = self.chance.choice(["list.rows", "list.ids", "list.sections", "selection.get"])
        self.call(method, list=handle)

    def facets(self, name, handle):
        self.call("list.facets", list=handle, attributes=["kind"],
                  numbers={"price": {"buckets": 20}})

    def select(self, name, handle):
        chance = self.chance
        ids = [chance.randrange(ROWS) for _ in range(chance.randint(1, 20))]
        method, params = chance.choice([
            ("select", {"ids": ids}), ("toggle", {"ids": ids}), ("deselect", {"ids": ids}),
            ("replace", {"ids": ids}), ("all", {}), ("none", {}), ("invert", {}), ("undo", {}),
            ("redo", {})])
        self.call(f"selection.{method}", list=handle, **params)

    def suggest(self, name, handle):
        self.call("suggest", list=handle, attribute="name", text=self.chance.choice(WORDS)[:3])

    def apply(self, name, handle):
        """Inserts rows, changes some, and deletes as many as it inserts."""
        if name == "log":
            return
        chance = self.chance
        new = [self.next + number for number in range(chance.randint(1, 3))]
        self.next += len(new)
        changed = chance.sample(range(ROWS), 3)
        self.call("list.apply", list=handle, operations=[
            *({"insert": self.row(number)} for number in new),
            *({"update": {"id": number, "size": chance.randrange(1000),
                          "name": self.row(number)["name"]}} for number in changed)])
        self.call("list.apply", list=handle,
                  operations=[{"delete": number} for number in new])

    def commit(self, name, handle):
        """Another connection commits."""
        name = self.chance.choice(list(self.databases))
        database = self.databases[name]
        database.execute("BEGIN IMMEDIATE")
        for _ in range(self.chance.randint(1, 4)):
            row = self.row(self.chance.randrange(ROWS))
            database.execute("UPDATE t SET name = :name, size = :size, price = :price"
                             " WHERE id = :id", row)
        database.execute("COMMIT")

    def append(self, name, handle):
        if self.appended > 2000:
            return self.write_log()
        count = self.chance.randint(1, 20)
        with open(self.path("log.csv"), "a", encoding="utf-8") as file:
            file.writelines(self.line(self.row(ROWS + self.appended + number))
                            for number in range(count))
        self.appended += count

    def reopen(self, name, handle):
        if name == "rows":
            return
        self.call("list.close", list=handle)
        self.open(name, self.sources[name])

    # What must hold.

    def check(self):
        """Each list shows the rows that a fresh one shows."""
        for name, handle in self.lists.items():
            self.call("number.set", number=self.numbers[name], range=None)
            self.call("list.query", list=handle, search=None, filters=None, sort=None, sections=None)
            self.call("list.window", list=handle, range=None)
            if name == "rows":
                continue
            fresh = self.call("list.open", source=self.sources[name], id="id")["list"]

            def shown(handle):
                answer = self.call("list.rows", list=handle, length=2 * ROWS)
                return sorted(answer["rows"], key=lambda row: row["id"])
            end = time.monotonic() + PATIENCE
            while name != "csv" and shown(handle) != shown(fresh):
                if time.monotonic() > end:
                    raise Failure(f"{name} does not show what a fresh list shows")
            if name == "csv":
                # It was written in memory alone.
                count = [len(shown(each)) for each in (handle, fresh)]
                if count != [ROWS, ROWS]:
                    raise Failure(f"{name} has {count[0]} rows, a fresh one {count[1]}")
            self.call("list.close", list=fresh)
        for name, database in self.databases.items():
            if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise Failure(f"{name} is damaged")

    def rest(self):
        """Waits until the threads that the work took have ended, as those of a pool do when it is idle."""
        end = time.monotonic() + PATIENCE
        while self.usage.sample()["threads"] > MOST_THREADS:
            if time.monotonic() > end:
                raise Failure(f"{self.usage.sample()['threads']} threads, with nothing to do")
            time.sleep(0.1)

    def run(self, seconds, warm_up, length):
        """Runs for a while; returns its phases, the warm-up as the first.

        The warm-up takes longer than its time if it has too few requests by then; so does the run.
        """
        start = time.monotonic()
        phases = []
        ends = warm_up
        sampled = 0
        while True:
            now = time.monotonic() - start
            if now >= ends and (phases or sum(self.phase.counts.values()) >= WARM_UP):
                if not phases:
                    seconds += now - ends
                    ends = now
                phases.append(self.phase)
                self.report(phases[-1], now)
                self.phase = Phase()
                ends += length
                if now >= seconds:
                    return phases
            if now >= sampled:
                self.phase.samples.append(self.usage.sample())
                sampled = now + 0.5
            self.step()

    @staticmethod
    def report(phase, now):
        print(f"{now:6.0f} s  {sum(phase.counts.values()):7,} requests"
              f"  memory {phase.median('memory') / 1e6:5.0f} MB, at most"
              f" {phase.most('memory') / 1e6:5.0f}"
              f"  threads {phase.most('threads'):3}  descriptors {phase.most('descriptors'):3}"
              f"  p50 {1000 * phase.percentile(0.5):6.2f} ms"
              f"  p99 {1000 * phase.percentile(0.99):6.1f} ms", flush=True)


def judge(phases, growth, slowest):
    """What has grown since the warm-up."""
    warm, first, rest = phases[0], phases[1], phases[2:]
    complaints = []
    limit = first.median("memory") * (1 + growth) + SLACK
    for number, phase in enumerate(rest):
        if phase.median("memory") > limit:
            complaints.append(
                f"memory: {phase.median('memory') / 1e6:.0f} MB in part {number + 2} after the"
                f" warm-up, {first.median('memory') / 1e6:.0f} MB in the first")
            break
    before = max(warm.most("descriptors"), first.most("descriptors"))
    after = max(phase.most("descriptors") for phase in rest)
    # A file that is being opened takes a few for a moment.
    if after > before + 4:
        complaints.append(f"descriptors: {after}, {before} until the first part after the warm-up")
    slow = statistics.median(phase.percentile(0.99) for phase in rest)
    if slow > slowest:
        complaints.append(f"p99 of an answer: {1000 * slow:.0f} ms, more than {1000 * slowest:.0f}")
    return complaints


def main():
    parser = argparse.ArgumentParser(prog="Scripts/soak", description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=30)
    parser.add_argument("--growth", type=float, default=None, help=(
        "how much more memory than in the first part after the warm-up there may be"
        " (0.1, and 0.25 in a run of less than 10 minutes)"))
    parser.add_argument("--p99", type=float, default=None, help=(
        "the longest time of an answer in milliseconds, of 99 of 100 requests"
        " (1000, and no limit in a run of less than 10 minutes)"))
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    seconds = 60 * options.minutes
    is_long = seconds >= 600
    growth = options.growth or (0.1 if is_long else 0.25)
    slowest = options.p99 or (1000 if is_long else float("inf"))
    # Five minutes of half an hour.
    warm_up, length = seconds / 6, seconds / 30 if is_long else seconds / 6
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = tempfile.mkdtemp(prefix="shortlist-soak-")
    soak = None
    try:
        print(f"soak: {options.minutes:g} minutes, seed {options.seed}", flush=True)
        soak = Soak(folder, options.seed)
        soak.prepare()
        phases = soak.run(seconds, warm_up, length)
        soak.check()
        soak.rest()
        complaints = judge(phases, growth, slowest / 1000)
        counts = {}
        for phase in phases:
            for method, count in phase.counts.items():
                counts[method] = counts.get(method, 0) + count
        print("soak:", json.dumps(dict(sorted(counts.items()))))
        soak.session.end()
        if soak.session.process.returncode != 0:
            complaints.append(f"the program ended with {soak.session.process.returncode}")
        for complaint in complaints:
            print(f"soak: {complaint} (seed {options.seed})", file=sys.stderr)
        return 1 if complaints else 0
    finally:
        if soak:
            soak.session.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
