"""The pickers as a user has them, on a terminal."""

import os
import re

from comparison.terminal import Terminal


class Picker:
    """A picker of the rows of a file, searched fuzzily; more than one row can be marked."""

    BACK = "\x7f"

    def __init__(self, context, file):
        self.peers, self.file = context.peers, file
        self.rows = context.rows
        self.terminal = None
        self.searched = ""

    def search(self, wanted, total):
        """Types on to a search or deletes back to it; gives the milliseconds until it is shown
        with so many rows."""
        kept = os.path.commonprefix([self.searched, wanted])
        keys = self.BACK * (len(self.searched) - len(kept)) + wanted[len(kept):]
        self.searched = wanted
        return self.terminal.type(keys, lambda text: self.shows(text, wanted, total))

    def mark_all(self):
        """Marks all rows; gives the milliseconds until so many are shown as marked."""
        return self.terminal.type(self.MARK_ALL, self.shows_all_marked)

    def leave(self):
        """Lets it end; gives the greatest memory that it had, in bytes."""
        return self.terminal.leave()

    def _open(self, command, source=None):
        self.terminal = Terminal(command, source)
        return self.terminal.until(lambda text: self.shows(text, "", self.rows))


class Shortlist(Picker):
    """The program of this repository."""

    MARK_ALL = "\x1ba"

    def open(self):
        """Starts it; gives the milliseconds until all rows are there."""
        return self._open([self.peers.shortlist, "pick", "--match", "fuzzy", self.file])

    def shows(self, text, searched, total):
        # The first line has both; while it reads something follows the counts.
        return text.split("\n")[0].split() == [">", *searched.split(), f"{total:,}/{self.rows:,}"]

    def shows_all_marked(self, text):
        return re.match(rf"{self.rows:,} picked\b", text.split("\n")[-1].strip()) is not None


class Fzf(Picker):
    """fzf, with its own defaults."""

    MARK_ALL = "\x01"

    def open(self):
        """Starts it; gives the milliseconds until all rows are there."""
        command = [self.peers.fzf, "--multi", "--bind", "ctrl-a:select-all"]
        return self._open(command, self.file)

    def shows(self, text, searched, total):
        # The search is in the last line, the counts in that before. They are those of the search
        # when it is done; the share that follows until then is, once in hundreds of keys, not
        # taken away any more.
        return (text.split("\n")[-1].split() == [">", *searched.split()]
                and re.fullmatch(rf"{total}/{self.rows} \(0\)( \(\d+%\))?", self._counts(text))
                is not None)

    def shows_all_marked(self, text):
        return self._counts(text) == f"{self.rows}/{self.rows} ({self.rows})"

    def _counts(self, text):
        return text.split("\n")[-2].strip(" ─")
