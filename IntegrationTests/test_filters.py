"""Filtering on the screen: values of attributes, ranges, the current filters, and the same as text."""

import re

from support import TerminalTest

PICK = "shortlist pick fruit.csv --id id "

ALL = ["Apple", "Pear", "Cherry", "Plum", "Apricot", "Orange", "Lemon", "Quince"]


class Filters(TerminalTest):
    def values(self, *expected):
        """Waits until the panel of values has these lines: `[+-] value count`."""
        patterns = [r"(?m)^[❯ ] ({}) {} +{}(│|$)".format(re.escape(mark or " "), value, count)
                    for mark, value, count in expected]
        return self.wait_for(*patterns)

    def rows(self):
        """The names in the table on the screen."""
        return [name for name in ALL if re.search(rf"(?m)^[❯ ]\D*\d+  {name} ", self.screen())]

    def end(self):
        self.press("C-c")
        self.ended(130)

    def test_a_click_in_the_histogram_of_integers_gives_an_integer(self):
        self.file("years.csv", "id,year\n" + "".join(f"{i},{1900 + i}\n" for i in range(1, 114)))
        self.start("shortlist years.csv --columns year", "113/113")
        self.press("F3")
        shown = self.wait_for("\u2501", r"\[1\] to 113").split("\n")
        bars = next(row for row, line in enumerate(shown) if "\u2501" in line)
        self.type(f"\x1b[<0;30;{bars}M\x1b[<0;30;{bars}m")
        self.assertRegex(self.wait_for("id .*\u2715"), r"id \d+\.\. \u2715")

    def test_include_and_exclude_values(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.press("F2")
        self.values(("", "pome", 3), ("", "stone", 3), ("", "citrus", 2))
        self.press("Space")
        self.wait_for("3/8", "^kind: pome ✕")
        # The counts of its own attribute stay.
        self.values(("+", "pome", 3), ("", "stone", 3), ("", "citrus", 2))
        self.press("Down", "Space")
        self.wait_for("6/8", "kind: pome ✕  kind: stone ✕")
        self.press("Up", "Space")
        self.wait_for("3/8", "kind: stone ✕  not kind: pome ✕")
        self.values(("-", "pome", 0), ("+", "stone", 3), ("", "citrus", 2))
        self.press("Space")
        self.wait_for("3/8", gone=["not kind"])
        self.assertEqual(self.rows(), ["Cherry", "Plum", "Apricot"])
        self.press("Escape")
        self.wait_for("^kind: stone ✕", "lists the keys", gone=[r"\[kind\]"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "3\n")

    def test_values_are_searched_and_attributes_turned(self):
        self.start(PICK + "--facets kind,stock,name", "8/8")
        self.press("F2")
        self.type("st")
        shown = self.wait_for("search: st", "stone +3", gone=["pome +3"])
        self.assertIn("[kind] stock  name", shown)
        self.press("BSpace", "BSpace")
        self.wait_for("pome +3")
        self.press("Right")
        self.wait_for(r" kind \[stock\]", r"^[❯ ] +55 +1")
        self.press("Tab", "Space")
        self.wait_for(r"stock \[name\]", "1/8", "name: Apple ✕")
        self.end()

    def test_range_by_keys(self):
        self.start(PICK, "8/8")
        self.press("F3", "Down")
        self.wait_for(r"id \[price\]", r"^\[0.6\] to 4.75, all", "[▁-█]", gone=["╌"])
        self.press("Right")
        self.wait_for(r"^\[0.65\] to 4.75", "^price 0.65.. ✕", "7/8")
        self.press("S-Right", "Tab", "PPage", "NPage", "Left")
        self.wait_for(r"^1.15 to \[", "^price 1.15..4", "5/8", "╌")
        self.press("End")
        self.wait_for("^price 1.15.. ✕", "6/8")
        self.press("Home")
        self.wait_for("^price 1.15..1.15 ✕", "0/8", "no rows match")
        self.type("3")
        self.wait_for("^to: 3")
        self.press("Enter")
        self.wait_for("^price 1.15..3 ✕", "5/8")
        self.type("x")
        self.press("Enter")
        self.wait_for("a number is expected, not x")
        self.press("BSpace", "BSpace")
        self.wait_for("8/8", "to .*4.75., all", gone=["✕"])
        self.end()

    def test_a_held_key_is_kept_up_with(self):
        self.start(PICK, "8/8")
        self.press("F3", "Down", *["Right"] * 60)
        self.wait_for("^price 3.6.. ✕", "1/8")
        self.press(*["Left"] * 70)
        self.wait_for(r"^\[0.6\] to 4.75, all", "8/8")
        self.end()

    def test_panels_see_the_filters_of_the_others(self):
        self.start(PICK, "8/8")
        self.press("F2")
        self.values(("", "pome", 3), ("", "stone", 3), ("", "citrus", 2))
        self.press("F3", "Down")
        self.wait_for(r"\[0.6\] to 4.75, all")
        self.type("2")
        self.press("Enter")
        # The counts of the values are those of the range; the bounds are not.
        self.values(("", "stone", 3), ("", "pome", 1))
        self.wait_for("3|4/8", r"\[2\] to 4.75", r"│0.6 +4.75", gone=["citrus +[0-9]"])
        self.press("F2", "Space")
        # The bounds are those of the value; its own counts stay.
        self.values(("+", "stone", 3), ("", "pome", 1))
        self.wait_for("3/8", "kind: stone ✕", r"│2.1 +4.75")
        self.press("M-x")
        self.wait_for("8/8", r"│0.6 +4.75", gone=["✕"])
        self.values(("", "pome", 3), ("", "stone", 3), ("", "citrus", 2))
        self.end()

    def test_counts_follow_every_key_of_the_search(self):
        self.start(PICK, "8/8")
        self.press("F2", "Enter")
        self.type("a")
        self.values(("", "pome", 2), ("", "stone", 1), ("", "citrus", 1))
        self.type("pr")
        self.values(("", "stone", 1))
        self.wait_for("1/8", gone=["pome +1"])
        self.press("C-u")
        self.type("price:1..2.5 -kind:stone ")
        self.values(("", "pome", 2))
        self.type("price:x")
        self.wait_for("a number expected, not x", "pome +2")
        self.end()

    def test_the_same_as_text(self):
        self.start(PICK, "8/8")
        self.press("F2", "Down", "Space", "Up", "Space", "Space", "F3", "Down")
        self.type("3")
        self.press("Enter")
        self.wait_for("2/8", r"kind: stone ✕  not kind: pome ✕  price 3.. ✕")
        rows = self.rows()
        self.assertEqual(rows, ["Cherry", "Apricot"])
        self.press("M-x", "Escape")
        self.wait_for("8/8", "lists the keys", gone=["✕", r"\[price\]"])
        self.press("Escape")
        self.wait_for("Quince", gone=[r"\[kind\]"])
        self.type("kind:stone -kind:pome price:3..")
        self.wait_for("2/8")
        self.assertEqual(self.rows(), rows)
        self.end()
        filtered = self.run_program("filter", "fruit.csv", "--columns", "name", "--where",
                                    "kind:stone -kind:pome price:3..")
        self.assertEqual(filtered.text.split(), rows)

    def test_filters_are_removed_one_by_one(self):
        self.start(PICK, "8/8")
        self.press("F2", "Space", "Down", "Space", "Enter", "F4", "Right", "Delete")
        self.wait_for("^kind: pome ✕$", "3/8")
        self.press("Delete")
        self.wait_for("8/8", gone=["✕"])
        self.press("C-x")
        self.wait_for("there are no filters")
        self.press("Escape", "F2", "Space", "Down", "Down", "Space", "Escape")
        shown = self.wait_for("kind: .* ✕  kind: .* ✕", "lists the keys")
        line = shown.splitlines()[1]
        column = line.index("kind:", 5) + 1
        self.type(f"\x1b[<0;{column};2M\x1b[<0;{column};2m")
        self.wait_for("^" + re.escape(line[:column - 1].strip()) + "$")
        self.press("Escape")
        self.ended(130)

    def test_dates(self):
        days = "".join(f"{n},2024-01-{n:02}\n" for n in range(1, 29))
        self.file("days.csv", "n,day\n" + days)
        self.start("shortlist pick days.csv", "28/28")
        self.press("F3", "Down", "Right", "Right", "Tab")
        self.type("2024-01-05")
        self.press("Enter")
        self.wait_for("^day 2024-01-03..2024-01-05 ✕", "3/28", r"^2024-01-03 to \[2024-01-05\]")
        self.end()

    def test_outside_of_what_there_is(self):
        self.start(PICK, "8/8")
        self.press("F3", "Down")
        self.type("4")
        self.press("Enter")
        self.wait_for("^price 4.. ✕", "1/8")
        self.press("Enter")
        self.type("l")
        self.wait_for("0/8", "^one value only, 0.6, chosen 4.. is kept|chosen 4.. is outside of what "
                      "there is, 0.6")
        self.type("zz")
        self.wait_for("no row has a value, chosen 4.. is kept")
        self.press("C-u")
        self.wait_for("1/8", r"4 to 4.75")
        self.end()

    def test_odd_values_are_shown_and_not_sent(self):
        self.file("odd.csv", "kind,n\n" + "\x1b[31mred\x1b[2J,1\n" * 3 + "日本語,2\n" * 2)
        self.start("shortlist pick odd.csv", "5/5")
        self.press("F2", "Space")
        self.wait_for("^❯ \\+ ␛\\[31mred␛\\[2J +3", "^kind: ␛\\[31mred␛\\[2J ✕", "3/5")
        self.press("Down", "Space")
        self.wait_for("^❯ \\+ 日本語 +2", "5/5")
        self.end()

    def test_small_and_resized_screens(self):
        self.start(PICK, "8/8")
        self.press("F2", "Space", "F3", "Down", "Right")
        self.wait_for("kind: pome ✕  price")
        for columns, rows in [(120, 30), (40, 10), (24, 8), (10, 4), (1, 1), (80, 24)]:
            self.resize(columns, rows)
        self.wait_for(r"id \[price\]", "kind: pome ✕  price", "[▁-█]")
        self.end()
        self.start(PICK + "--height 8", "8/8")
        self.press("F2", "Space")
        self.wait_for("3/8", r"\[kind\]", r"^❯ \+ pome +3")
        self.press("Escape")
        self.wait_for("Quince", gone=[r"\[kind\]"])
        self.end()

    def test_without_colours(self):
        self.start("NO_COLOR=1 " + PICK, "8/8")
        self.press("F2", "Space", "F3", "Down", "S-Right")
        self.wait_for("price 1.* ✕", r"^❯? +\+ pome", "━", "╌")
        self.assertNotRegex(self.screen(attributes=True), "\x1b\\[[0-9;]*[34][0-7][;m]")
        self.end()

    def test_an_unknown_attribute(self):
        for option in ("", "--plain "):
            with self.subTest(option):
                self.start(PICK + option + "--facets kind,nope", "^status")
                shown = self.ended(2).replace("\n", "")
                self.assertIn("--facets: there is no attribute nope (there are id, name, kind, price, stock)", shown)

    def test_without_a_screen(self):
        self.start(PICK + "--plain", r"or q:$")
        self.type("?")
        self.press("Enter")
        self.wait_for("need a screen")
        self.type("kind:stone")
        self.press("Enter")
        self.wait_for("3 that match")
        self.type("q")
        self.press("Enter")
        self.ended(130)
