"""What was measured, what has to hold, and the tables of it."""

import statistics

OURS = "Shortlist"


class Failure(Exception):
    """Why something could not be measured."""


class Bar:
    """What a row of a table has to show: `value`, of the medians by name, and what it may be."""

    def __init__(self, text, value, may_be):
        self.text, self.value, self.may_be = text, value, may_be

    def holds(self, medians):
        return self.may_be(self.value(medians))

    def missed(self, medians):
        """What there is, and what there should be."""
        return f"{shown(self.value(medians))}, not {self.text}"


def faster(name, times):
    """So many times as fast as a peer, or as sparing."""
    return Bar(f"{times:g} × {name}", lambda medians: medians[name] / medians[OURS],
               lambda ratio: ratio >= times)


def below(limit, unit="ms"):
    """Less than a limit."""
    return Bar(f"< {limit:.4g} {unit}", lambda medians: medians[OURS], lambda value: value < limit)


def no_more_than(name, beyond, unit="ms"):
    """At most so much more than a peer."""
    return Bar(f"≤ {beyond:g} {unit} more than {name}",
               lambda medians: medians[OURS] - medians[name], lambda more: more <= beyond)


class Row:
    """A line of a table: what each one took, round by round, in the same unit."""

    def __init__(self, title, values, bars=(), unit="ms"):
        self.title, self.values, self.unit = title, values, unit
        self.bars = list(bars)

    @property
    def medians(self):
        return {name: statistics.median(values) for name, values in self.values.items()}

    @property
    def ratios(self):
        """How many times what ours took the others took."""
        medians = self.medians
        return {name: median / medians[OURS] for name, median in medians.items() if name != OURS}

    def problems(self, rounds):
        """What was not measured, as texts."""
        return [f"{self.title}: {name} was not measured" for name, values in self.values.items()
                if len(values) < rounds or min(values) <= 0]


class Section:
    """A table, which a function of a module measures."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.rows, self.wrong = [], []
        self.rounds = 1

    def add(self, row):
        self.rows.append(row)

    def agree(self, title, answers):
        """Notes it if answers, by name, are not the same or there is nothing in them."""
        first = next(iter(answers.values()), None)
        if len(answers) < 2 or any(answer != first for answer in answers.values()):
            self.wrong.append(f"{title}: answers differ: {shortened(answers)}")
        elif not first:
            self.wrong.append(f"{title}: nothing was found")

    def check(self, has_bars):
        """Everything that is wrong, as texts."""
        wrong = list(self.wrong)
        if not self.rows and not wrong:
            wrong.append("nothing was measured")
        for row in self.rows:
            problems = row.problems(self.rounds)
            wrong += problems
            if has_bars and not problems:
                wrong += [f"{row.title}: {bar.missed(row.medians)}"
                          for bar in row.bars if not bar.holds(row.medians)]
        return [f"{self.name}: {text}" for text in wrong]

    def encoded(self):
        """All figures, for JSON."""
        return {
            "name": self.name, "title": self.title, "rounds": self.rounds, "wrong": self.wrong,
            "rows": [{
                "title": row.title, "unit": row.unit, "values": row.values,
                **({} if row.problems(self.rounds) else {
                    "medians": row.medians, "ratios": row.ratios,
                    "bars": [{"text": bar.text, "holds": bar.holds(row.medians)}
                             for bar in row.bars]}),
            } for row in self.rows]}

    def print(self, has_bars):
        """A table for people."""
        names = list(dict.fromkeys(name for row in self.rows for name in row.values))
        others = [name for name in names if name != OURS]
        head = ["", *names, *(f"× {name}" for name in others), "bar", "holds"]
        print(f"### {self.title}\n")
        print("| " + " | ".join(head) + " |")
        print("| --- |" + " ---: |" * len(names + others) + " --- | --- |")
        for row in self.rows:
            if row.problems(self.rounds):
                print(f"| {row.title} |" + " not measured |" * (len(head) - 1))
                continue
            cells = [row.title, *(cell(row, name) for name in names)]
            cells += [f"{row.ratios[name]:.1f}" if name in row.ratios else "" for name in others]
            cells += ["; ".join(bar.text for bar in row.bars), ""]
            if has_bars and row.bars:
                holds = [bar.holds(row.medians) for bar in row.bars]
                cells[-1] = "yes" if all(holds) else \
                    "; ".join("yes" if each else "NO" for each in holds)
            print("| " + " | ".join(cells) + " |")
        print(flush=True)


def cell(row, name):
    """A median, and in brackets the greatest of the values."""
    if name not in row.values:
        return ""
    unit = "" if row.unit == "ms" else f" {row.unit}"
    return f"{shown(row.medians[name])}{unit} ({shown(max(row.values[name]))})"


def shown(value):
    """A number with three or more digits."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else \
        f"{value:.2f}" if size >= 1 else f"{value:.3f}"


def shortened(value):
    """A value as text, not too long."""
    text = str(value)
    return text if len(text) < 500 else text[:500] + "…"
