"""What all sections of a comparison need."""

from comparison.report import Failure


class Context:
    """The files, those who are compared, and how long it may take."""

    def __init__(self, peers, table, scratch, options):
        self.peers, self.scratch = peers, scratch
        # The paths alone lie beside the table, a line each.
        self.table, self.lines = table, table.with_suffix(".txt")
        self.rounds, self.threads, self.seed = options.rounds, options.threads, options.seed
        self.is_quick = options.quick
        self._opened = {}

    def opened(self, name, file):
        """A peer that stays until the end, so that it reads the file once."""
        if name not in self._opened:
            self._opened[name] = getattr(self.peers, name)(file)
        return self._opened[name]

    @property
    def engine(self):
        return self.opened("engine", self.table)

    @property
    def rows(self):
        """The rows of the files."""
        return self.engine.rows

    def type(self, text, match="fuzzy", threads=None, is_sorted=False, is_fresh=True,
             attributes=("path",), prefers_short=False):
        """Types a text in the engine; gives the milliseconds and the answer."""
        elapsed, answer = self.engine.ask({
            "kind": "keystroke", "text": text, "match": match, "threads": threads,
            "attributes": attributes, "isSorted": is_sorted, "isFresh": is_fresh,
            "prefersShort": prefers_short})
        if len(answer["first"]) != min(50, answer["total"]):
            raise Failure(f"{text}: {len(answer['first'])} rows were shown")
        return elapsed, answer

    def totals(self, texts, attributes=("path",)):
        """How many rows match each text, fuzzily."""
        return {text: self.type(text, attributes=attributes)[1]["total"] for text in texts}

    def close(self):
        for peer in self._opened.values():
            peer.close()
        self._opened = {}
