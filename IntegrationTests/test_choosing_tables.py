"""Database files on a terminal: a table is chosen, and one that goes away is not picked from."""

import sqlite3

from support import TerminalTest


class Tables(TerminalTest):
    def database(self, *statements):
        database = sqlite3.connect(self.path("shop.db"), isolation_level=None)
        self.addCleanup(database.close)
        for statement in statements:
            database.execute(statement)
        return database

    def test_a_table_is_chosen_where_there_are_several(self):
        self.database(
            "CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT)", "CREATE TABLE bread (name TEXT)",
            "INSERT INTO fruit VALUES (1, 'Plum'), (2, 'Pear')", "CREATE VIEW sorted AS SELECT name FROM fruit",
            "CREATE VIEW broken AS SELECT gone FROM nowhere")
        self.start("shortlist shop.db", r"^table> ", r"fruit +table +2 +2$", r"bread +table +0 +1$",
                   r"sorted +view +1$", "broken +view")
        self.type("frui")
        self.wait_for("1/4", gone=["bread"])
        self.press("Enter")
        self.wait_for("Plum", "Pear", gone=["table>"])
        self.press("Enter")
        self.assertIn("1\tPlum\n", self.ended(0).replace("1       Plum", "1\tPlum"))

    def test_choosing_can_be_cancelled(self):
        self.database("CREATE TABLE a (x)", "CREATE TABLE b (x)")
        self.start("shortlist shop.db", r"^table> ")
        self.press("Escape")
        self.ended(130)

    def test_the_only_table_is_not_asked_about(self):
        self.database("CREATE TABLE fruit (name TEXT)", "INSERT INTO fruit VALUES ('Plum')")
        self.start("shortlist shop.db", "Plum", "1/1")
        self.press("Escape")
        self.ended(130)

    def test_a_table_that_is_dropped_is_not_picked_from(self):
        database = self.database(
            "CREATE TABLE fruit (name TEXT)", "INSERT INTO fruit VALUES ('Plum'), ('Pear')", "CREATE TABLE b (x)")
        self.start("shortlist shop.db --table fruit", "Plum", "2/2")
        database.execute("DROP TABLE fruit")
        self.wait_for("not up to date: .*there is no table fruit")
        self.press("Enter")
        self.wait_for("nothing can be accepted: .*there is no table fruit")
        self.press("Down")
        self.wait_for("not up to date: .*there is no table fruit")
        # The rows are gray.
        self.assertIn("\x1b[38;5;243mPlum", self.tmux("capture-pane", "-p", "-e"))
        # When it is there again, so are its rows.
        database.execute("CREATE TABLE fruit (name TEXT)")
        database.execute("INSERT INTO fruit VALUES ('Quince')")
        self.wait_for("Quince", gone=["not up to date"])
        self.press("Enter")
        self.assertIn("Quince", self.ended(0))
