"""Opening the file, and what memory it takes."""

import csv
import os

from comparison.pickers import Fzf, Shortlist
from comparison.report import OURS, Row, below, faster

TIMES_FILE = 2.5
TYPED = ["l", "li", "lin", "linu", "linux"]


def last_path(table):
    """The path of the last row of the file."""
    with open(table, "rb") as file:
        file.seek(max(0, os.path.getsize(table) - 10_000))
        line = file.read().decode(errors="replace").splitlines()[-1]
    return next(csv.reader([line]))[0]


def loading(section, context):
    """The file read in a new process each time, until the last row is found; of DuckDB, which is
    not asked for it, the reading alone."""
    section.rounds = context.rounds
    last = last_path(context.table)
    values = {OURS: [], "DuckDB": []}
    order = [OURS, "DuckDB"]
    # The first round is not counted: the file comes into the system's memory.
    for number in range(context.rounds + 1):
        rows = {}
        for name in order:
            opening = context.peers.engine if name == OURS else context.peers.duckdb
            with opening(context.table) as peer:
                elapsed, rows[name] = peer.loading, peer.rows
                if name == OURS:
                    search, answer = peer.ask(
                        {"kind": "keystroke", "text": last, "match": "substring"})
                    elapsed += search
                    if last not in answer["first"]:
                        section.wrong.append(f"the last row, {last}, was not found")
            if number > 0:
                values[name].append(elapsed)
        section.agree("rows", rows)
        order.reverse()
    size = os.path.getsize(context.table) / 1e6
    section.add(Row(f"the CSV of {size:.0f} MB", values, [faster("DuckDB", 1)]))


def memory(section, context):
    """The greatest memory of the programs, each started, typed into and left, on a terminal; the
    table is searched in all columns."""
    section.rounds = min(3, context.rounds)
    totals, everywhere = context.totals(TYPED), context.totals(TYPED, attributes=None)
    size = os.path.getsize(context.table) / 1e6
    with_table, ours, theirs = [], [], []
    for _ in range(section.rounds):
        with_table.append(searched(Shortlist(context, context.table), everywhere))
        ours.append(searched(Shortlist(context, context.lines), totals))
        theirs.append(searched(Fzf(context, context.lines), totals))
    section.add(Row(f"the CSV of {size:.0f} MB, opened and searched", {OURS: with_table},
                    [below(TIMES_FILE * size, "MB")], "MB"))
    size = os.path.getsize(context.lines) / 1e6
    section.add(Row(f"bare lines of {size:.0f} MB, opened and searched",
                    {OURS: ours, "fzf": theirs}, [faster("fzf", 1)], "MB"))


def searched(picker, totals):
    """The greatest memory of a picker that is typed into, in megabytes."""
    picker.open()
    typed = list(totals)
    for text in [*typed, *reversed(typed[:-1])]:
        picker.search(text, totals[text])
    return picker.leave() / 1e6
