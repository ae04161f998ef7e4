"""Keystrokes in the engine that come after others, and those in an order of the rows."""

from comparison.keystrokes import TYPED, by_turns, counted
from comparison.report import OURS, Row, below, faster

TIMES_FRESH = 2
BACK = 1
SORTED = {
    "words": ["l", "li", "lin", "linux", "linux usr"],
    "substring": ["l", "li", "inu", "linux"],
    "prefix": ["u", "usr/lib/l", "usr/share/doc/li"],
}
SORTED_BARS = {"words": 16, "substring": 16, "prefix": 0.1}


def typed(section, context):
    """Letters typed one after the other and deleted again, beside each text typed at once.

    The first letter has no earlier result to stand on, so nothing is asked of it.
    """
    section.rounds = context.rounds
    letters = [text for text in TYPED if len(text) <= 5]
    steps = [("on to", text) for text in letters]
    steps += [("back to", text) for text in reversed(letters[:-1])]
    for threads in sorted({1, context.threads}):
        values = [{OURS: [], "at once": []} for _ in steps]
        for number in range(context.rounds + 1):
            context.type("", threads=threads)
            now = [context.type(text, threads=threads, is_fresh=False) for _, text in steps]
            fresh = [context.type(text, threads=threads) for _, text in steps]
            for place, (_, text) in enumerate(steps):
                section.agree(text, {"typed": now[place][1], "at once": fresh[place][1]})
                if number > 0:
                    values[place][OURS].append(now[place][0])
                    values[place]["at once"].append(fresh[place][0])
        for place, (way, text) in enumerate(steps):
            bars = [faster("at once", TIMES_FRESH)] if place > 0 else []
            if way == "back to":
                bars.append(below(BACK))
            section.add(Row(f"{way} `{text}`, {counted(threads)}", values[place], bars))


def in_order(section, context):
    """Texts typed at once into a list in the order of its paths, on all threads."""
    section.rounds = context.rounds
    sqlite = context.opened("sqlite", context.table)
    for match, texts in SORTED.items():
        for text in texts:
            def ours(threads=context.threads):
                return context.type(text, match, threads, is_sorted=True)

            ask = {OURS: ours}
            if match != "words":  # SQLite knows none without an index of words.
                ask["SQLite"] = lambda: sqlite.ask(
                    {"kind": "keystroke", "match": match, "text": text})
            values, answers = by_turns(ask, context.rounds)
            totals = {name: answer["total"] for name, answer in answers.items()}
            totals["one thread"] = ours(threads=1)[1]["total"]
            section.agree(f"{match} `{text}`", totals)
            bars = [below(SORTED_BARS[match])]
            section.add(Row(f"{match} `{text}`, {totals[OURS]:,} rows", values, bars))
            if match == "prefix":  # So short that what was in the caches decides.
                twice = [(ours(), ours()) for _ in range(context.rounds)]
                section.add(Row(f"{match} `{text}`, a second time at once",
                                {OURS: [second for _, (second, _) in twice]}, bars))
                values, _ = by_turns(
                    {OURS: lambda: context.type(text, match, context.threads)}, context.rounds)
                section.add(Row(f"{match} `{text}`, in no order", values,
                                [below(SORTED_BARS["substring"])]))
