"""The questions of a comparison: what is asked, with other operands in each round.

A question is a dictionary that every peer is given as JSON. All have a "kind"; "section" is a
section, "range" the least and the greatest installed size, "text" a part of the path. The answers:

    count       rows in the section and the range: a number
    facets      rows in the range, by section: {section: rows}
    histogram   the section's sizes in 20 equal parts between the extremes:
                {"range": [least, greatest], "counts": [...]}
    search      rows with the text in the path, in the range: {"total": rows, "sections":
                {section: rows}}
"""

import csv
import random
import unicodedata

from comparison.report import Failure

# What a table calls them.
KINDS = {
    "count": "rows of a section, in a range of sizes",
    "facets": "rows of each section, in a range",
    "histogram": "sizes of a section, in 20 parts",
    "search": "text in the path, in a range: rows of each section",
}
# Of so many rows of the file one is looked at to find operands.
STEP = 97


class Operands:
    """Draws operands from the rows of a file, the same ones for the same seed."""

    def __init__(self, file, seed):
        self.random = random.Random(seed)
        self.rows = []
        # Texts are compared without case by all peers, without accents by some: a text that could
        # be found in these would be answered differently.
        self.foreign = []
        with open(file, encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines)):
                if not row["path"].isascii():
                    self.foreign.append(unicodedata.normalize("NFKD", row["path"]).casefold())
                elif number % STEP == 0 and row["section"] and row["installed_kib"]:
                    self.rows.append((row["path"], row["section"], int(row["installed_kib"])))
        if not self.rows:
            raise Failure(f"{file} has too few rows")

    def section(self):
        return self.random.choice(self.rows)[1]

    def range(self):
        return sorted(self.random.choice(self.rows)[2] for _ in range(2))

    def text(self):
        """Three to six letters that follow each other in some path."""
        while True:
            path = self.random.choice(self.rows)[0].lower()
            length = self.random.randint(3, 6)
            start = self.random.randrange(max(1, len(path) - length))
            text = path[start:start + length]
            if len(text) == length and text.isalpha() and not any(
                    text in path for path in self.foreign):
                return text

    def question(self, kind):
        """A question with operands of its own."""
        question = {"kind": kind}
        if kind in ("count", "histogram"):
            question["section"] = self.section()
        if kind in ("count", "facets", "search"):
            question["range"] = self.range()
        if kind == "search":
            question["text"] = self.text()
        return question
