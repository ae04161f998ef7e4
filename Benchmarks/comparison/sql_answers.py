"""The questions of a comparison in SQL; what databases say differently is in their own files."""

PARTS = 20


class SQLAnswers:
    """A table `files`, and a method for each kind of question.

    Who stands on it sets `connection`, and how the database compares texts without case, which is
    the lesser of two numbers, how integers are divided, and how operands are numbered.
    """

    like, least, divided, operand = "LIKE", "min", "/", "?"

    def ask(self, statement, *operands):
        return self.connection.execute(statement, operands).fetchall()

    def count(self, question):
        return self.ask(
            "SELECT count(*) FROM files WHERE section = ? AND installed_kib BETWEEN ? AND ?",
            question["section"], *question["range"])[0][0]

    def facets(self, question):
        sections = dict(self.ask(
            "SELECT section, count(*) FROM files WHERE installed_kib BETWEEN ? AND ? "
            "GROUP BY section", *question["range"]))
        sections.pop(None, None)
        return sections

    def histogram(self, question):
        section, parts = f"{self.operand}1", f"{self.operand}2"
        # The greatest value belongs to the last part; where all are equal there is one.
        found = self.ask(
            "WITH ends AS (SELECT min(installed_kib) AS least, max(installed_kib) AS greatest "
            f"  FROM files WHERE section = {section}) "
            "SELECT least, greatest, CASE WHEN greatest > least "
            f"  THEN {self.least}((installed_kib - least) * {parts} "
            f"  {self.divided} (greatest - least), {parts} - 1) ELSE 0 END AS part, count(*) "
            f"FROM files, ends WHERE section = {section} AND installed_kib IS NOT NULL "
            "GROUP BY least, greatest, part", question["section"], PARTS)
        if not found:
            return {"range": None, "counts": []}
        least, greatest = found[0][:2]
        counts = [0] * (PARTS if least < greatest else 1)
        for _, _, part, count in found:
            counts[part] = count
        return {"range": [least, greatest], "counts": counts}

    def search(self, question):
        sections = dict(self.ask(
            "SELECT section, count(*) FROM files "
            f"WHERE path {self.like} ? AND installed_kib BETWEEN ? AND ? GROUP BY section",
            f"%{question['text']}%", *question["range"]))
        total = sum(sections.values())
        sections.pop(None, None)
        return {"total": total, "sections": sections}
