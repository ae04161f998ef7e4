"""What a user of the pickers waits for, on a terminal."""

import pathlib

from comparison.keystrokes import TYPED
from comparison.pickers import Fzf, Shortlist
from comparison.report import OURS, Failure, Row, below, faster, no_more_than

TIMES_FZF = 15
BACK = 5
TIMES_MARKING = 100
MORE_THAN_FZF = 30
SHORT = 100


def keys(section, context):
    """Letters typed and deleted again, until the right count is shown and nothing more is drawn."""
    section.rounds = context.rounds
    letters = [text for text in TYPED if len(text) <= 5]
    steps = [("on to", text) for text in letters]
    steps += [("back to", text) for text in reversed(letters[:-1])]
    totals = context.totals(letters)
    if len({*totals.values(), context.rows}) <= len(letters):
        raise Failure("two searches leave as many rows: it could not be seen which one is shown")
    values = [{OURS: [], "fzf": []} for _ in steps]
    kinds = [(OURS, Shortlist), ("fzf", Fzf)]
    for _ in range(context.rounds):
        for name, kind in kinds:
            # A new one each time: what was found before may be kept.
            picker = kind(context, context.lines)
            picker.open()
            for step, (_, text) in zip(values, steps):
                step[name].append(picker.search(text, totals[text]))
            picker.leave()
        kinds.reverse()
    for step, (way, text) in zip(values, steps):
        bars = [faster("fzf", TIMES_FZF)] + ([below(BACK)] if way == "back to" else [])
        section.add(Row(f"{way} `{text}`, {totals[text]:,} rows", step, bars))


def marking(section, context):
    """All rows marked, until the count of them is shown; in the engine as well."""
    section.rounds = context.rounds
    values = {OURS: [], "fzf": []}
    engine = []
    for _ in range(context.rounds):
        for name, kind in ((OURS, Shortlist), ("fzf", Fzf)):
            picker = kind(context, context.lines)
            picker.open()
            values[name].append(picker.mark_all())
            picker.leave()
        elapsed, count = context.engine.ask({"kind": "selectAll", "text": "", "match": "fuzzy"})
        engine.append(elapsed)
        section.agree("select all", {"engine": count, "rows": context.rows})
    section.add(Row("all rows marked, on the terminal", values, [faster("fzf", TIMES_MARKING)]))
    section.add(Row("the same in the engine, beside fzf on the terminal",
                    {OURS: engine, "fzf": values["fzf"]}, []))


def start(section, context):
    """From the start of a program to the first frame with all of 100 rows."""
    section.rounds = context.rounds * 3
    rows = min(SHORT, context.rows)
    file = pathlib.Path(context.scratch) / "short.txt"
    with open(context.lines, encoding="utf-8") as lines:
        file.write_text("".join(next(lines) for _ in range(rows)), encoding="utf-8")
    values = {OURS: [], "fzf": []}
    for number in range(section.rounds + 1):
        for name, kind in ((OURS, Shortlist), ("fzf", Fzf)):
            picker = kind(context, file)
            picker.rows = rows
            elapsed = picker.open()
            picker.leave()
            if number > 0:
                values[name].append(elapsed)
    section.add(Row(f"{rows} lines, until they are shown", values,
                    [no_more_than("fzf", MORE_THAN_FZF)]))
