"""Picking on a terminal: type, narrow, move, mark, refuse, accept."""

import csv
import io
import json
import os
import re

from support import TerminalTest

PICK = "shortlist pick fruit.csv --id id "


# Rows without end.
ENDLESS = "(i=0; while echo line $i; do i=$((i + 1)); done; echo $? > producer)"


class WhileReading(TerminalTest):
    """Enter takes effect while rows are still coming."""

    def test_enter_while_rows_come(self):
        for options, keys, picked in (
                ("", ["Down", "Enter"], "line 1\n"), ("--single", ["Enter"], "line 0\n"),
                ("--max 3", ["Tab", "Down", "Tab", "Enter"], "line 0\nline 2\n"),
                ("--match fuzzy", ["Enter"], "line 0\n")):
            with self.subTest(options):
                self.start(f"{ENDLESS} | shortlist {options} > out", "❯ .*line 0")
                self.press(*keys)
                # The producer gets the signal of a broken pipe or fails to write; both end it.
                self.ended(0)
                self.assertEqual(self.content("out"), picked)

    def test_enter_while_rows_of_json_lines_come(self):
        self.start("(i=0; while echo '{\"id\":'$i',\"name\":\"a'$i'\"}'; do i=$((i + 1)); done) "
                   "| shortlist --format jsonl > out", "❯ .*a0")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\ta1\n")

    def test_what_needs_all_rows_waits_and_can_be_left(self):
        for options in ("--output ids", "--where line:x", "--sort line"):
            with self.subTest(options):
                self.start(f"{ENDLESS} | shortlist {options} > out", "❯ .*line 0")
                self.press("Enter")
                self.wait_for("accepted when all is read")
                self.press("C-c")
                self.ended(130)
                self.assertEqual(self.content("out"), "")

    def test_names_that_are_no_text(self):
        self.start("printf 'a\\r\\n\\351t\\351.txt\\nz\\n' | shortlist > out",
                   r"❯ +a$", r"\\xE9t\\xE9.txt")
        self.type("txt")
        self.wait_for("1/3")
        self.press("Tab")
        self.press("C-u")
        self.wait_for("3/3")
        self.press("Tab", "Enter")
        self.ended(0)
        with open(self.path("out"), "rb") as file:
            self.assertEqual(file.read(), b"\xe9t\xe9.txt\na\r\n")

    def test_names_with_line_ends(self):
        self.start("printf 'a\\nb\\0c\\0' | shortlist --read0 --print0 > out", "a␊b|a⏎b", "2/2")
        self.press("Tab", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "a\nb\0")


class Habits(TerminalTest):
    """Short options, and defaults of one's own."""

    def test_one_row_or_none_needs_no_screen(self):
        for rows, options, status, out in (
                ("a\\nb", "-1 -q b", 0, "b\n"), ("a\\nb", "--select-1 --query b", 0, "b\n"),
                ("a", "-0 -q zzz", 1, ""), ("a", "-1 -0 -q zzz", 1, ""), ("a", "-m1", 0, "a\n")):
            with self.subTest(options):
                self.start(f"printf '{rows}\\n' | shortlist {options} > out")
                self.ended(status)
                self.assertEqual(self.content("out"), out)
        self.start("printf 'a\\nb\\n' | shortlist -1 > out", "2/2")
        self.press("Escape")
        self.ended(130)

    def test_defaults(self):
        os.makedirs(self.path("home/shortlist"))
        self.file("home/shortlist/config", "# my own\n--prompt 'what? '\n--single\n")
        command = f"export XDG_CONFIG_HOME={self.path('home')}; {PICK}"
        self.start(command + "> out", r"^what\? ")
        self.wait_for("8/8", gone=["picked"])
        self.press("Escape")
        self.ended(130)
        self.start(f"SHORTLIST_OPTS=\"--search ap --prompt '> '\" {PICK} -q pl > out", "^> pl")
        self.press("Escape")
        self.ended(130)
        self.start(f"SHORTLIST_OPTS=--nope {PICK} 2> errors > out")
        self.ended(2)
        self.assertIn("SHORTLIST_OPTS", self.content("errors"))
        self.assertIn("nope", self.content("errors"))
        # Each text is named by itself, and its quotes must be closed.
        for text, options, problem in [
                ("--header don't\n--border\n", "", "home/shortlist/config: a quote is not closed"),
                ("# caf\udce9\n--prompt 'ok'\n", "--prompt 'a", "SHORTLIST_OPTS: a quote is not closed"),
                ("--nope", "", "home/shortlist/config: unknown option")]:
            with self.subTest(text=text):
                with open(self.path("home/shortlist/config"), "w", errors="surrogateescape") as file:
                    file.write(text)
                self.start(f'export SHORTLIST_OPTS="{options}"; {command} 2> errors > out')
                self.ended(2)
                self.assertRegex(self.content("errors").lower(), problem.lower())
        # Other commands have no such defaults.
        self.start("SHORTLIST_OPTS=--nope shortlist filter fruit.csv --search plum", "Plum")
        self.ended(0)

    def test_signs_follow_the_locale(self):
        for setting, sign in (("LC_ALL=C", ">"), ("LANG=de_DE.ISO-8859-1", ">"), ("LC_ALL=", "❯"),
                              ("LC_ALL=de_DE.utf8", "❯")):
            with self.subTest(setting):
                self.start(f"{setting} {PICK} > out", f"^{sign}  +1", "8/8")
                self.press("Escape")
                self.ended(130)


class Picking(TerminalTest):
    def test_type_narrow_and_accept(self):
        self.start(PICK + "--output ids > out", "8/8", "Apple", "Quince")
        self.type("ap")
        shown = self.wait_for("2/8", "Apricot", gone=["Cherry", "Pear"])
        self.assertIn("> ap", shown.splitlines()[0])
        self.press("BSpace", "BSpace")
        self.wait_for("8/8", "Cherry")
        self.type("plum")
        self.wait_for("1/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\n")

    def test_ways_to_search(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("ea")
        self.wait_for("^> ea +1/8", "❯ .*Pear")
        self.press("M-m")
        self.wait_for("^fuzzy > ea +1/8")
        self.press("M-m", "C-u")
        self.type("chrery")
        self.wait_for("^typos > chrery +1/8", "❯ .*Cherry")
        self.press("C-u")
        self.type("ea")
        self.press("M-m")
        self.wait_for("^words > ea +0/8")
        self.press("M-m", "M-m", "M-m", "C-u")
        self.wait_for("^> +8/8")
        self.type("-KIND:stone 'on")
        self.wait_for("1/8", "❯ .*Lemon")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\n")

    def test_signs(self):
        """Each search, and the rows that it finds, the best first."""
        rows = ["foo bar", "barfoo", "foobar", "a b", "ab", "citrus", "C++ --norc"]
        self.file("rows", "".join(f"{row}\n" for row in rows))
        self.start("shortlist rows > out", "7/7")
        for search, found in [
                ("ctr", ["citrus"]), ("'ctr", []), ("oba", ["foobar", "foo bar"]), ("'oba", ["foobar"]),
                ("^foo", ["foobar", "foo bar"]), ("foo$", ["barfoo"]), ("^foobar$", ["foobar"]),
                ("!foo", ["a b", "ab", "citrus", "C++ --norc"]), ("-foo 'a", ["ab", "a b"]),
                ("^bar | bar$", ["barfoo", "foo bar", "foobar"]), ("citrus OR ^ab", ["citrus", "ab"]),
                ('"o b"', ["foo bar"]), ("a\\ b", ["a b"]), ("C++", ["C++ --norc"]), ("--norc", ["C++ --norc"])]:
            with self.subTest(search):
                self.type(search)
                # What is typed is shown before its rows are found: the number may still be of `c`.
                rows = "".join(rf"\n...{re.escape(row)}" for row in found or ["no rows match"])
                self.wait_for(rf"^> {re.escape(search)} +{len(found)}/7{rows}\n\s*none picked")
                self.press("C-u")
                self.wait_for("^> +7/7$")
        self.press("Escape")
        self.ended(130)

    def test_a_wrong_term_keeps_the_rows(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("price:0.6")
        self.wait_for("1/8", "❯ .*Lemon")
        self.type("x")
        self.wait_for("a number expected, not 0.6x", "1/8", "❯ .*Lemon")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\n")

    def test_a_first_search_that_is_wrong_can_be_corrected(self):
        self.start(PICK + "-q prize:0.6 --output ids > out",
                   "there is no attribute prize: did you mean price[?]", "^> prize:0.6 +8/8")
        self.press("C-u")
        self.type("price:0.6")
        self.wait_for("1/8", "❯ .*Lemon", gone=["did you mean"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\n")

    def test_keys_typed_at_once_are_taken_in_order(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.run_tmux("send-keys", "-l", "citrus", ";", "send-keys", "Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "6\n")

    def test_moving(self):
        self.start(PICK + "--output ids > out", "❯ .*Apple")
        self.press("Down", "Down")
        self.wait_for("❯ .*Cherry")
        self.press("Up")
        self.wait_for("❯ .*Pear")
        self.press("M->")
        self.wait_for("❯ .*Quince")
        self.press("M-<")
        self.wait_for("❯ .*Apple")
        self.press("C-n", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_marks_stay_over_searches_and_come_out_in_pick_order(self):
        self.start(PICK + "--output ids > out", "8/8", "none picked")
        self.press("M->", "Tab")
        self.wait_for("●.*Quince", "1 picked")
        self.type("lem")
        self.wait_for("1/8")
        self.press("Tab")
        self.wait_for("●.*Lemon", "2 picked")
        self.press("C-u")
        self.wait_for("8/8", "●.*Quince", "●.*Lemon")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "8\n7\n")

    def test_tab_marks_and_moves_down_and_unmarks(self):
        self.start(PICK + "--output ids > out", "❯ .*Apple")
        self.press("Tab", "Tab")
        self.wait_for("●.*Apple", "●.*Pear", "❯ .*Cherry", "2 picked")
        self.press("Up", "Up", "Tab")
        self.wait_for("1 picked", "●.*Pear", gone=["●.*Apple"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_refusal_at_the_maximum(self):
        self.start(PICK + "--max 2 --output ids > out", "8/8")
        self.press("Tab", "Tab")
        self.wait_for("2 of at most 2 picked")
        self.press("Tab")
        self.wait_for(r"(?i)at most 2|maximum", gone=["●.*Cherry"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n2\n")

    def test_refusal_below_the_minimum(self):
        self.start(PICK + "--min 2 --max 3 --output ids > out", "8/8")
        self.press("Tab", "Enter")
        self.wait_for("at least 2")
        self.press("Tab")
        self.wait_for("2 of 2–3 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n2\n")

    def test_mark_all_that_match(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("stone")
        self.wait_for("3/8")
        self.press("M-a")
        self.wait_for("3 picked")
        self.press("Enter")
        self.ended(0)
        # The shortest come first.
        self.assertEqual(self.content("out"), "4\n3\n5\n")

    def test_terms_in_the_search_line_filter(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("price:1..2 -kind:stone p")
        self.wait_for("2/8", "Apple", "Pear", gone=["Plum", "Quince"])
        self.press("C-u")
        self.type("price:abc")
        self.wait_for("a number expected, not abc")
        self.press("Escape")
        self.ended(130)
        self.assertEqual(self.content("out"), "")

    def test_sections_stick_and_are_skipped(self):
        self.resize(60, 9)
        self.start(PICK + "--section kind --sort -price --output ids > out", r"citrus \(2\)")
        shown = self.wait_for("❯ .*Orange")
        self.assertLess(shown.index("citrus (2)"), shown.index("Orange"))
        self.press("Down", "Down")
        self.wait_for("❯ .*Quince", r"pome \(3\)")
        self.press("Down", "Down")
        self.wait_for("❯ .*Apple", r"pome \(3\)")
        self.press("M->", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\n")

    def test_a_window(self):
        self.start(PICK + "--window fixed:2+1 --sort name --output ids > out", "2 of 8/8",
                   "❯ .*Apricot", "Cherry")
        self.assertNotIn("Apple", self.screen())
        self.press("M->")
        self.wait_for("❯ .*Cherry")
        self.type("p")
        self.wait_for("2 of 5/8", "❯ .*Pear", "Plum", gone=["Cherry", "Quince"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")

    def test_a_window_of_each_section(self):
        self.start(PICK + "--section kind --window flexible:1@end --output ids > out", "3 of 8/8",
                   r"citrus \(1 of 2\)", r"pome \(1 of 3\)", r"stone \(1 of 3\)",
                   "❯ .*Lemon", "Quince", "Apricot")
        self.press("Down", "Tab", "Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "8\n")

    def test_columns_and_their_alignment(self):
        shown = self.start(PICK + "--columns price,name", "8/8", "Cherry")
        lines = {line.split()[-1]: line for line in shown.splitlines() if line.strip()}
        self.assertIn("name", lines)
        self.assertNotIn("pome", shown)
        ends = {name: line.index(name) for name, line in lines.items() if name in ("Cherry", "Plum")}
        self.assertEqual(len(set(ends.values())), 1)
        self.press("Escape")
        self.ended(130)

    def test_list_of_keys(self):
        self.start(PICK, "lists the keys")
        self.type("?")
        self.wait_for("accept the marked rows", "any other key goes back", gone=["Cherry"])
        self.press("Escape")
        self.wait_for("Cherry", "8/8")
        self.press("Escape")
        self.ended(130)

    def test_nothing_matches(self):
        self.start(PICK + "--output ids > out", "8/8")
        self.type("zzz")
        self.wait_for("0/8", "no rows match")
        self.press("Enter")
        self.ended(1)
        self.assertEqual(self.content("out"), "")

    def test_mouse(self):
        shown = self.start(PICK + "--output ids > out", "8/8")
        row = next(number for number, line in enumerate(shown.splitlines()) if "Plum" in line)
        self.type(f"\x1b[<0;10;{row + 1}M\x1b[<0;10;{row + 1}m")
        self.wait_for("❯ .*Plum")
        self.type(f"\x1b[<0;1;{row + 2}M\x1b[<0;1;{row + 2}m")
        self.wait_for("●.*Apricot")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "5\n")

    def test_matches_are_highlighted(self):
        self.start(PICK, "8/8")
        plain = self.screen(attributes=True)
        self.type("apr")
        self.wait_for("1/8")
        line = next(line for line in self.screen(attributes=True).splitlines() if "cot" in line)
        self.assertRegex(line, "\x1b\\[[0-9;]*mApr\x1b\\[[0-9;]*m")
        self.assertNotEqual(plain, line)
        self.press("Escape")
        self.ended(130)

    def test_no_color(self):
        for command in (PICK + "--no-color", "NO_COLOR=1 " + PICK):
            with self.subTest(command):
                self.start(command, "8/8")
                self.type("ap")
                self.wait_for("2/8")
                self.assertNotRegex(self.screen(attributes=True), "\x1b\\[[0-9;]*[34][0-7][;m]")
                self.press("Escape")
                self.ended(130)

    def test_height(self):
        self.start("echo above; " + PICK + "--height 8", "^above$", "Apple")
        self.press("Escape")
        shown = self.ended(130)
        self.assertIn("above", shown)
        self.assertNotIn("Apple", shown)

    def test_pick_is_the_default_command(self):
        self.start("shortlist fruit.csv --id id --output ids > out", "8/8")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n")


class Results(TerminalTest):
    """The chosen rows come out in each format."""

    def pick_two(self, options):
        self.start(PICK + options + " > out", "8/8", "none picked")
        self.press("Down", "Down", "Tab", "Up", "Up", "Up", "Tab")
        self.wait_for("2 picked")
        self.press("Enter")
        self.ended(0)
        return self.content("out")

    def test_ids(self):
        self.assertEqual(self.pick_two("--output ids"), "3\n1\n")

    def test_lines(self):
        lines = self.pick_two("--output lines").splitlines()
        self.assertEqual(len(lines), 2)
        self.assertIn("Cherry", lines[0])
        self.assertIn("Apple", lines[1])

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.pick_two("--output csv"))))
        self.assertEqual([row["name"] for row in rows], ["Cherry", "Apple"])
        self.assertEqual(list(rows[0]), ["id", "name", "kind", "price", "stock"])
        self.assertEqual(rows[1]["kind"], "pome")

    def test_json(self):
        rows = json.loads(self.pick_two("--output json"))
        self.assertEqual(
            rows, [{"id": 3, "name": "Cherry", "kind": "stone", "price": 4.75, "stock": 7},
                   {"id": 1, "name": "Apple", "kind": "pome", "price": 1.2, "stock": 40}])

    def test_jsonl(self):
        rows = [json.loads(line) for line in self.pick_two("--output jsonl").splitlines()]
        self.assertEqual([row["id"] for row in rows], [3, 1])

    def test_print0(self):
        self.assertEqual(self.pick_two("--output ids --print0"), "3\0001\0")
