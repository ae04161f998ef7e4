"""Keystrokes of fuzzy searches in the engine, beside those of frizbee and fzf.

A keystroke is a question {"kind": "keystroke", "text": what is there then, "match": how,
"attributes": where, null for everywhere, "threads": on how many, "isSorted": in the order of the
paths, "prefersShort": shorter ones first among equals, "isFresh": without earlier results}; the
answer is {"total": rows that match, "first": the paths of the first 50}.
"""

import re
import subprocess

from comparison.report import OURS, Failure, Row, below, faster

TYPED = ["l", "li", "lin", "linu", "linux", "usrlibso"]
FRAME = 16.7
TIMES_FRIZBEE, TIMES_FZF = 4, 15
TIMES_FUZZY = 0.9  # As fast, but for noise.
UNITS = {"s": 1000, "ms": 1, "µs": 0.001}


def fzf_bench(context, text, threads):
    """The milliseconds and the number of rows that `fzf --bench` tells."""
    duration = "100ms" if context.is_quick else "1s"
    with open(context.lines, "rb") as lines:
        told = subprocess.run(
            [context.peers.fzf, "--filter", text, "--bench", duration, "--threads", str(threads)],
            stdin=lines, capture_output=True, text=True, check=False).stdout
    found = re.search(r"avg: ([\d.]+)(s|ms|µs)\b.*\bmatches: (\d+)", told)
    if not found:
        raise Failure(f"fzf --bench told no times: {told!r}")
    return float(found[1]) * UNITS[found[2]], {"total": int(found[3])}


def has(text, path):
    """Whether a path has the letters of a text in order."""
    letters = iter(path.lower())
    return all(letter in letters for letter in text)


def fuzzy(section, context):
    """Each text at once, on one thread and on several."""
    section.rounds = context.rounds
    frizbee = context.opened("frizbee", context.lines)
    for threads in sorted({1, context.threads}):
        for text in TYPED:
            ask = {
                OURS: lambda: context.type(text, threads=threads),
                "frizbee": lambda: frizbee.ask({"text": text, "threads": threads}),
                "fzf --bench": lambda: fzf_bench(context, text, threads)}
            values, answers = by_turns(ask, context.rounds)
            first = answers[OURS]["first"]
            if not all(has(text, path) for path in first):
                section.wrong.append(f"{text}: a row was found that does not have it")
            section.agree(text, {name: answer["total"] for name, answer in answers.items()})
            bars = [faster("frizbee", TIMES_FRIZBEE), faster("fzf --bench", TIMES_FZF)]
            if threads > 1:
                bars.append(below(FRAME))
            title = f"`{text}`, {counted(threads)}, {answers[OURS]['total']:,} rows"
            section.add(Row(title, values, bars))


def auto(section, context):
    """Each text at once with `auto`, by turns with a fuzzy search as the screen has it.

    Both find as many rows, and shorter ones come first among equals.
    """
    section.rounds = context.rounds
    for threads in sorted({1, context.threads}):
        for text in TYPED:
            ask = {
                OURS: lambda: context.type(text, match="auto", threads=threads),
                "fuzzy": lambda: context.type(text, threads=threads, prefers_short=True)}
            values, answers = by_turns(ask, context.rounds)
            section.agree(text, {name: answer["total"] for name, answer in answers.items()})
            bars = [faster("fuzzy", TIMES_FUZZY)] + [below(FRAME)] * (threads > 1)
            title = f"`{text}`, {counted(threads)}, {answers[OURS]['total']:,} rows"
            section.add(Row(title, values, bars))


def counted(threads):
    """A number of threads in words."""
    return f"{threads} thread{'s' * (threads > 1)}"


def by_turns(ask, rounds):
    """The milliseconds of each one, asked by turns, and the last answers; the first round is not
    counted, since memory is touched for the first time in it."""
    values, answers = {name: [] for name in ask}, {}
    names = list(ask)
    for number in range(rounds + 1):
        for name in names:
            elapsed, answers[name] = ask[name]()
            if number > 0:
                values[name].append(elapsed)
        names.reverse()
    return values, answers
