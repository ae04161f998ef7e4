"""The pickers as a user has them, on a terminal."""

import re

from comparison.terminal import Terminal


class Picker:
    """A picker of the rows of a file, searched fuzzily; more than one row can be marked."""

    BACK = "\x7f"

    def __init__(self, context, file):
        self.peers, self.file = context.peers, file
        self.rows = context.rows
        self.terminal = None

    def type(self, keys, total):
        """Presses keys that leave so many rows; gives the milliseconds until that is shown."""
        return self.terminal.type(keys, lambda text: self.shows(text, total))

    def mark_all(self):
        """Marks all rows; gives the milliseconds until so many are shown as marked."""
        return self.terminal.type(self.MARK_ALL, self.shows_all_marked)

    def leave(self):
        """Lets it end; gives the greatest memory that it had, in bytes."""
        return self.terminal.leave()

    def _open(self, command, source=None):
        self.terminal = Terminal(command, source)
        return self.terminal.until(lambda text: self.shows(text, self.rows))


class Shortlist(Picker):
    """The program of this repository."""

    MARK_ALL = "\x1ba"

    def open(self):
        """Starts it; gives the milliseconds until all rows are there."""
        return self._open([self.peers.shortlist, "pick", "--match", "fuzzy", self.file])

    def shows(self, text, total):
        # The counts are at the end of the first line; while it reads something follows.
        return re.search(rf"(^|\s){total:,}/{self.rows:,}$", text.split("\n")[0]) is not None

    def shows_all_marked(self, text):
        return re.match(rf"{self.rows:,} picked\b", text.split("\n")[-1].strip()) is not None


class Fzf(Picker):
    """fzf, with its own defaults."""

    MARK_ALL = "\x01"

    def open(self):
        """Starts it; gives the milliseconds until all rows are there."""
        command = [self.peers.fzf, "--multi", "--bind", "ctrl-a:select-all"]
        return self._open(command, self.file)

    def shows(self, text, total):
        # The counts are in the line before the last; while it reads or searches a share follows.
        return self._counts(text) in (f"{total}/{self.rows}", f"{total}/{self.rows} (0)")

    def shows_all_marked(self, text):
        return self._counts(text) == f"{self.rows}/{self.rows} ({self.rows})"

    def _counts(self, text):
        return text.split("\n")[-2].strip(" ─")
