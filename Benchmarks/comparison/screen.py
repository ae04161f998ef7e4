"""What a terminal shows, as far as pickers drive one."""

import codecs
import re
import unicodedata

# A control sequence: its parameters and what ends it.
SEQUENCE = re.compile(r"\x1b\[([0-?]*)([ -/]*[@-~])")
# A command to the system that is around the terminal, a title for instance.
COMMAND = re.compile(r"\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)")
# Sequences that change nothing that is looked at here: colours, modes, questions.
SILENT = set("mhlqntu") | {"$p", " q"}


class Screen:
    """The text of a terminal and the place of its cursor; colours are not kept."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest = ""

    def text(self):
        """What it shows, a line for each row."""
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, data):
        """Takes what a program wrote; returns what the terminal answers to it."""
        text = self.rest + self.decoder.decode(data)
        answers, at = [], 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
                continue
            found = SEQUENCE.match(text, at) or COMMAND.match(text, at)
            if found is None:
                if re.match(r"\x1b(?:$|[\[\]P_^])", text[at:]):
                    break  # It goes on in what comes next.
                at += 3 if text[at + 1] in "()" else 2  # A set of letters, a kind of keys.
                continue
            if found.re is SEQUENCE:
                answers.append(self._sequence(found[1], found[2]))
            at = found.end()
        self.rest = text[at:]
        return "".join(answers).encode()

    def _put(self, letter):
        if letter == "\r":
            self.column = 0
        elif letter == "\n":
            if self.row == self.rows - 1:
                self.lines = [*self.lines[1:], [" "] * self.columns]
            else:
                self.row += 1
        elif letter == "\b":
            self.column = max(0, self.column - 1)
        elif letter >= " " and not unicodedata.combining(letter):
            if self.column < self.columns:
                self.lines[self.row][self.column] = letter
            wide = unicodedata.east_asian_width(letter) in "WF"
            self.column += 2 if wide else 1

    def _sequence(self, parameters, ending):
        numbers = [int(number or 0) for number in parameters.split(";")] \
            if re.fullmatch(r"[0-9;]*", parameters) else [0]
        count = max(1, numbers[0])
        if ending == "H":
            self.row = min(count, self.rows) - 1
            self.column = max(1, *numbers[1:2], 1) - 1
        elif ending in "AB":
            self.row = min(max(0, self.row + (count if ending == "B" else -count)), self.rows - 1)
        elif ending in "CD":
            self.column = max(0, self.column + (count if ending == "C" else -count))
        elif ending == "G":
            self.column = count - 1
        elif ending == "K":
            start, end = {0: (self.column, None), 1: (0, self.column + 1), 2: (0, None)}[numbers[0]]
            line = self.lines[self.row]
            line[start:end] = [" "] * len(line[start:end])
        elif ending == "J":
            self._sequence("2" if numbers[0] == 2 else "0", "K")
            rows = range(self.rows) if numbers[0] == 2 else range(self.row + 1, self.rows)
            for row in rows:
                self.lines[row] = [" "] * self.columns
        elif ending == "n" and numbers[0] == 6:
            return f"\x1b[{self.row + 1};{self.column + 1}R"
        elif ending == "c" and not parameters.startswith((">", "=")):
            return "\x1b[?62;22c"
        elif ending not in SILENT:
            raise ValueError(f"a sequence that is not known: ESC [ {parameters}{ending}")
        return ""
