"""Picking under rules on a terminal: ranges, sections, undo, the picked rows alone, new rows."""

import csv
import io
import json

from support import ProgramTest, TerminalTest

PICK = "shortlist pick fruit.csv --id id "
IDS = PICK + "--output ids "


class Keys(TerminalTest):
    def pick(self, options=""):
        self.start(IDS + options + " > out", "8/8", "❯ .*(Apple|Orange)")

    def accept(self, *ids):
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), [str(id) for id in ids])

    def test_undo_and_redo(self):
        self.pick()
        self.press("Tab", "Tab", "M-a")
        self.wait_for("^8 picked")
        self.press("M-u")
        self.wait_for("^2 picked")
        self.press("C-_")
        self.wait_for("^1 picked")
        self.press("C-_", "C-_")
        self.wait_for("nothing to undo")
        self.press("M-r", "C-y")
        self.wait_for("^2 picked")
        self.accept(1, 2)

    def test_unmark_all_also_what_is_not_shown(self):
        self.pick()
        self.press("M-a")
        self.wait_for("^8 picked")
        self.type("plum")
        self.wait_for("8 picked, 7 not shown")
        self.press("M-d")
        self.wait_for("^none picked")
        self.press("M-u")
        self.wait_for("8 picked, 7 not shown")
        self.press("M-i")
        self.wait_for("7 picked, 7 not shown")
        self.accept(1, 2, 3, 5, 6, 7, 8)

    def test_shift_marks_rows_and_moving_back_unmarks(self):
        self.pick()
        self.press("Down", "S-Down", "S-Down", "S-Down")
        self.wait_for("^4 picked", "❯● .*Apricot")
        self.press("S-Up")
        self.wait_for("^3 picked", "❯● .*Plum", gone=["● .*Apricot"])
        self.press("M-u")
        self.wait_for("^none picked")
        self.press("M-r")
        self.wait_for("^3 picked")
        self.accept(2, 3, 4)

    def test_a_range_without_shift(self):
        self.pick()
        self.press("Down", "Tab", "Down", "Down", "M-e")
        self.wait_for("^4 picked", "❯● .*Apricot")
        self.accept(2, 3, 4, 5)

    def test_sections_are_marked_and_unmarked(self):
        self.pick("--section kind")
        self.press("M-s")
        self.wait_for(r"^● citrus \(2, 2 picked\)", r"^  pome \(3\)")
        self.press("Tab")
        self.wait_for(r"^◐ citrus \(2, 1 picked\)")
        self.press("Up", "M-s")
        self.wait_for(r"^● citrus \(2, 2 picked\)")
        self.press("M->", "M-s")
        self.wait_for(r"^● stone \(3, 3 picked\)", "^5 picked")
        self.press("M-<", "M-s")
        self.wait_for(r"^  citrus \(2\)", "^3 picked")
        self.accept(3, 4, 5)

    def test_a_section_is_what_matches_of_it(self):
        self.pick("--section kind")
        self.type("price:2..")
        self.wait_for("4/8")
        self.press("F6")
        self.wait_for(r"● pome \(1, 1 picked\)")
        self.accept(8)

    def test_a_section_above_the_maximum(self):
        self.pick("--section kind --max 2")
        self.press("M->", "M-s")
        self.wait_for("no more than 2 can be selected · 0 of at most 2 picked")
        self.press("M-<", "M-s")
        self.wait_for("^2 of at most 2 picked", gone=["no more than"])
        self.accept(6, 7)

    def test_the_picked_rows_alone(self):
        self.pick()
        self.press("M->", "Tab", "M-<", "Tab", "Tab")
        self.wait_for("^3 picked")
        self.type("lemon")
        self.wait_for("3 picked, 3 not shown")
        self.press("F5")
        shown = self.wait_for("❯● .*Quince", "● .*Apple", "● .*Pear", gone=["Lemon"])
        self.assertLess(shown.index("Quince"), shown.index("Apple"))
        self.press("Down", "Tab")
        self.wait_for("❯● .*Pear", "^2 picked", gone=["Apple"])
        self.press("Escape")
        self.wait_for("1/8", "Lemon", "2 picked, 2 not shown")
        self.press("M-p")
        self.wait_for("Quince")
        self.accept(8, 2)

    def test_the_picked_view_is_left_by_typing(self):
        self.pick()
        self.press("F5")
        self.wait_for("no row is picked", "Esc goes back")
        self.press("Enter")
        self.wait_for("^no row is picked")
        self.type("plum")
        self.wait_for("1/8", "❯ .*Plum")
        self.press("F5", "F5")
        self.wait_for("1/8", "❯ .*Plum")
        self.accept(4)

    def test_keys_are_listed(self):
        self.pick()
        self.type("?")
        self.wait_for("Alt-U", "Alt-S", "Alt-E", "F5 Alt-P", "Shift-Down")
        self.press("Escape")
        self.wait_for("Cherry")
        self.press("C-c")
        self.ended(130)


class Mouse(TerminalTest):
    def test_the_heading_of_a_section(self):
        shown = self.start(IDS + "--section kind > out", r"pome \(3\)")
        row = next(number for number, line in enumerate(shown.splitlines()) if "pome" in line) + 1
        self.type(f"\x1b[<0;1;{row}M\x1b[<0;1;{row}m")
        self.wait_for(r"^● pome \(3, 3 picked\)")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["1", "2", "8"])


class Rules(TerminalTest):
    RULE = "--rule 'stock:1.. :: it is sold out' "

    def test_a_refusal_stays_with_the_count_until_a_request_works(self):
        self.start(IDS + "--max 2 > out", "8/8")
        self.press("Tab", "Tab", "Tab")
        self.wait_for("^no more than 2 can be selected · 2 of at most 2 picked")
        self.press("Down", "Up", "Up")
        self.wait_for("^no more than 2 can be selected · 2 of at most 2 picked")
        self.press("M-<", "Tab")
        self.wait_for("^1 of at most 2 picked")
        self.press("M-a")
        self.wait_for("^no more than 2 can be selected · 1 of at most 2 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_below_the_minimum(self):
        self.start(IDS + "--min 2 --max 5 > out", "8/8")
        self.press("Tab", "Enter")
        self.wait_for("^at least 2 rows must be picked, only 1 is · 1 of 2–5 picked")
        self.press("Down")
        self.wait_for("^at least 2 rows must be picked")
        self.press("Tab")
        self.wait_for("^2 of 2–5 picked")
        self.press("Enter")
        self.ended(0)

    def test_a_rule_with_its_reason(self):
        self.start(IDS + self.RULE + "> out", "8/8")
        self.type("plum")
        self.wait_for("1/8")
        # With a mark and without: the rule is asked.
        self.press("Tab")
        self.wait_for("^it is sold out · none picked")
        self.press("C-u")
        self.wait_for("^none picked", "8/8")
        self.type("plum")
        self.wait_for("1/8")
        self.press("Enter")
        self.wait_for("^it is sold out · none picked")
        self.press("C-u")
        self.wait_for("8/8")
        self.press("M-a")
        self.wait_for("^2 rows: it is sold out · 6 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["1", "2", "3", "6", "7", "8"])

    def test_required_values(self):
        self.start(IDS + "--require stock --require name > out", "8/8")
        self.type("apri")
        self.wait_for("1/8")
        self.press("Tab")
        self.wait_for("^stock is missing · none picked")
        self.press("C-u")
        self.wait_for("8/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n")

    def test_one_row_under_a_rule(self):
        for option in ("--single", "--max 1"):
            with self.subTest(option):
                self.start(IDS + self.RULE + option + " > out", "8/8")
                self.type("plum")
                self.wait_for("1/8")
                self.press("Enter")
                self.wait_for("^it is sold out")
                self.press("C-u")
                self.wait_for("8/8")
                self.press("Down", "Enter")
                self.ended(0)
                self.assertEqual(self.content("out"), "2\n")

    def test_rules_of_a_source_that_is_followed(self):
        self.start(IDS + self.RULE + "--follow --select 1 > out", "8/8", "1 picked", "❯ .*Quince")
        with open(self.path("fruit.csv"), "a") as file:
            file.write("9,Fig,other,2.00,0\n")
        self.wait_for("9/9", "❯ .*Fig")
        self.press("Tab")
        self.wait_for("^it is sold out · 1 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n")


class WhileReading(TerminalTest):
    """The screen is shown while rows are read. Rules need all rows, so picking waits for the last one."""

    PRODUCER = "sh -c 'cat fruit.csv; while [ ! -e go ]; do sleep 0.1; done; echo 9,Fig,other,2,0' | "

    def begin(self, options, *patterns):
        self.start(self.PRODUCER + f"shortlist pick --format csv --id id --output ids {options} > out",
                   *patterns)

    def test_what_is_picked_waits_and_all_else_does_not(self):
        self.begin(Rules.RULE + "--select-where kind:stone", "❯ .*Apple")
        self.type("plum")
        self.wait_for("^> plum", "❯ .*Plum")
        self.press("C-u")
        self.type("fig")
        self.press("Tab", "C-u")
        self.wait_for("^> fig", "^waits until all is read; Esc leaves")
        self.file("go", "")
        self.wait_for("^> +9/9", "^1 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["3"])

    def test_leaving(self):
        self.begin(Rules.RULE, "❯ .*Apple")
        self.press("Enter")
        self.wait_for("^waits until all is read; Esc leaves")
        self.press("Escape")
        self.wait_for(gone=["waits until", "Apple"])
        self.file("go", "")
        self.ended(130)

    def test_a_choice_is_accepted_under_the_rules(self):
        self.begin("--rule 'stock:..0 :: it is in stock' --single -q plum", "❯ .*Plum")
        self.press("Enter")
        self.wait_for("^waits until all is read")
        self.file("go", "")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\n")

    def test_the_only_row(self):
        for keys, options in [("", "-1 -q fig"), ("x", "-1 -q fi")]:
            with self.subTest(keys):
                self.start(self.PRODUCER.replace("go", f"go{keys}")
                           + f"shortlist pick --format csv --id id --output ids {options} > out",
                           rf"^> {options.split()[-1]} ")
                if keys:
                    self.type("x")
                    self.wait_for("^> fix ")
                self.file(f"go{keys}", "")
                if keys:
                    self.wait_for("^> fix +0/9")
                    self.press("BSpace", "Enter")
                self.ended(0)
                self.assertEqual(self.content("out"), "9\n")


class Start(TerminalTest):
    """Rows that are picked at the start."""

    def test_by_id(self):
        self.start(IDS + "--select 7,2 --select 4 > out", "^3 picked", "● .*Pear", "● .*Lemon")
        self.press("M->", "Tab", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["7", "2", "4", "8"])

    def test_by_names_and_by_numbers_of_rows(self):
        self.start("shortlist pick fruit.csv --id name --select Plum,Pear --output ids > out",
                   "^2 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["Plum", "Pear"])
        self.file("lines.txt", "a\nb\nc\n")
        self.start("shortlist pick lines.txt --select 3 > out", "^1 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "c\n")

    def test_by_a_filter(self):
        self.start(IDS + "--select-where kind:stone --sort -price --search p "
                   "--rule 'stock:0.. :: nobody has counted it' > out",
                   "5/8", "● .*Plum", "2 picked, 1 not shown")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["3", "4"])

    def test_one_row_is_where_the_cursor_begins(self):
        self.start(IDS + "--single --select 5 > out", "❯ .*Apricot")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "6\n")


class Creating(TerminalTest):
    def test_a_new_row(self):
        self.start(PICK + "--create name --output csv > out", "8/8")
        self.type("plum")
        self.wait_for(r'^  \+ new "plum", similar to "Plum"', "❯ .*Plum")
        self.press("C-u")
        self.type("Plum")
        self.wait_for("❯ .*Plum", gone=[r"\+ new"])
        self.press("Tab", "C-u")
        self.wait_for("8/8")
        self.type("fig")
        self.wait_for(r'^❯ \+ new "fig"', "0/8")
        self.press("Enter")
        self.wait_for("1/9", "❯● .*fig", "no file is written", gone=[r"\+ new"])
        self.press("Enter")
        self.ended(0)
        rows = list(csv.DictReader(io.StringIO(self.content("out"))))
        self.assertEqual([(row["id"], row["name"], row["kind"]) for row in rows],
                         [("4", "Plum", "stone"), ("9", "fig", "")])
        self.assertNotIn("fig", self.content("fruit.csv"))

    def test_while_rows_are_read(self):
        """The screen is there before all rows are; what Enter creates waits for them."""
        self.start("mkfifo go; (cat fruit.csv; cat go; echo 9,Fig,other,9.9,1) | "
                   "shortlist --format csv --id id --create name --columns name > out", "Apple", "reading",
                   "new rows wait until all is read")
        self.type("date")
        self.wait_for("no rows match")
        self.press("Enter")
        self.wait_for("waits for a row")
        with open(self.path("go"), "w") as file:
            file.write("\n")
        self.wait_for("❯● date", "1/10")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "date\n")

    def test_above_the_rows_that_match(self):
        self.start(IDS + "--create name > out", "8/8")
        self.type("ap")
        self.wait_for(r'^  \+ new "ap"', "❯ .*Apple")
        self.press("Up")
        self.wait_for(r'^❯ \+ new "ap"')
        self.press("Down", "Up", "Tab")
        self.wait_for("❯● .*ap$|❯● +9 +ap ", "3/9")
        self.press("M-u")
        self.wait_for("^none picked", "3/9")
        self.press("M-r", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "9\n")

    def test_one_row_is_picked_at_once(self):
        self.start(PICK + "--create name --single --output json > out", "8/8")
        self.type("fig")
        self.wait_for(r'^❯ \+ new "fig"')
        self.press("Enter")
        self.ended(0)
        self.assertEqual(json.loads(self.content("out")), [
            {"id": 9, "name": "fig", "kind": None, "price": None, "stock": None}])

    def test_a_refusal_makes_nothing(self):
        self.start(IDS + "--create name --require kind > out", "8/8")
        self.type("fig")
        self.wait_for(r'^❯ \+ new "fig"')
        self.press("Enter")
        self.wait_for("^kind is missing · none picked", r'^❯ \+ new "fig"', "0/8")
        self.press("C-c")
        self.ended(130)

    def test_what_cannot_be_written(self):
        self.file("words.csv", "id,name\nx,one\ny,two\n")
        self.start("shortlist pick words.csv --create name > out", "2/2")
        self.type("fig")
        self.wait_for(r'^❯ \+ new "fig"')
        self.press("Enter")
        self.wait_for("^the row cannot be made: .*id")
        self.press("C-c")
        self.ended(130)


class Plain(TerminalTest):
    def line(self, text):
        self.type(text)
        self.press("Enter")

    def test_bindings(self):
        """Actions of the start are carried out if they need no screen; the others are named."""
        self.start(IDS + "--plain --bind 'start:select-all+change-query(stone),f2:up,load:toggle-preview' > out",
                   "^8 picked", "^--bind has no effect here for f2, load: there are no keys, only lines",
                   r"^\* 1 +\d, .*stone", "3 that match")
        self.line("2")
        self.wait_for(r"^Not marked: 2, .*stone.*\. 7 picked, 5 not shown\.\nNumbers")
        self.line("l")
        self.wait_for(r"^  2 +\d, .*stone", r"Rows 1 to 3.*7 picked, 5 not shown\.\nNumbers")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(len(self.content("out").split()), 7)
        self.start(IDS + "--plain --print-query --bind 'start:change-query(pome)+select-all+accept' > out")
        self.ended(0)
        self.assertEqual(self.content("out").splitlines()[0], "pome")

    def test_rules_undo_and_what_is_marked(self):
        self.start(IDS + "--plain --rule 'stock:1.. :: it is sold out' --select 8 > out",
                   r"^\* 8 .*Quince", "1 picked")
        # The refusal comes last, and the rows are not read out again.
        self.line("1 4")
        self.wait_for(r"^1 of these 2 rows are marked\. 2 picked\.\nIt is sold out\.\nNumbers.*q:$")
        self.line("u")
        self.wait_for("1 picked[^0-9]*$")
        self.line("y")
        self.wait_for("2 picked[^0-9]*$")
        self.line("plum")
        self.wait_for("2 picked, 2 not shown")
        self.line("m")
        self.wait_for(r"^\*  8, Quince.*\n\*  1, Apple.*\n2 picked\.\nNumbers.*q:$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out").split(), ["8", "1"])

    def test_one_row_under_a_rule(self):
        self.start(IDS + "--plain --single --rule 'stock:1.. :: it is sold out' > out", "or q:")
        self.line("4")
        self.wait_for("It is sold out.")
        self.line("3")
        self.ended(0)
        self.assertEqual(self.content("out"), "3\n")

    def test_a_new_row(self):
        self.start(IDS + "--plain --create name > out", "or q:")
        self.line("fig")
        self.wait_for("No rows match.*\\+fig makes a new row")
        self.line("+fig")
        self.wait_for(r"^\* 1 +9, fig", r"1 picked\.\nNumbers.*q:$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "9\n")


class Help(ProgramTest):
    def test_options_are_explained(self):
        text = self.run_program("pick", "--help").text
        for option in ("--require", "--rule", "--single", "--select", "--select-where", "--create"):
            self.assertIn(option, text)
