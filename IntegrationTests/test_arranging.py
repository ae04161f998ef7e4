"""The order, the sections and the columns as they are changed on the screen, and what is kept of it."""

import json
import re

from support import TerminalTest


class Arranging(TerminalTest):
    def test_the_panel_of_columns(self):
        self.start("shortlist fruit.csv --id id", r"id +name +kind +price +stock", "8/8")
        self.press("F8")
        self.wait_for(r"\[columns\].*5 of 5 shown", r"❯ ● id")
        self.type("pri")
        self.wait_for("search: pri", "❯ ● price")
        self.press("Tab")
        self.wait_for(r"price ▲", r"Orange +citrus +0\.9[^▲]*Lemon|Lemon +citrus +0\.6")
        self.press("Tab")
        self.wait_for(r"price ▼", r"\A.*\n.*\n.*Cherry")
        self.press("C-u")
        self.press("Down", "Down", "Tab")
        self.wait_for("kind ▲2", "price ▼1")
        # The panel closes; what it did stays.
        self.press("Escape")
        self.wait_for("kind ▲2", gone=[r"\[columns\]"])
        self.press("Escape")
        self.ended(130)

    def test_sections_collapse(self):
        self.start("shortlist fruit.csv --id id", "8/8")
        self.press("C-o")
        self.wait_for(r"\[columns\]")
        self.press("Down", "Down", "F6")
        self.wait_for(r"citrus \(2\)", r"pome \(3\)", r"kind +sections", gone=[r"id +name +kind +price"])
        self.press("Escape")
        self.wait_for(r"stone \(3\)", gone=[r"\[columns\]"])
        self.press("M-Down")
        self.wait_for(r"❯ +1 +Apple")
        self.press("M-z")
        self.wait_for(r"❯ ▸ pome \(3\)", "8/8", gone=["Apple", "Pear"])
        self.press("Tab")
        self.wait_for(r"^● ▸ pome \(3, 3 picked\)", "^3 picked", "❯ +3 +Cherry")
        self.press("Up")
        self.wait_for(r"^❯●▸ pome \(3, 3 picked\)")
        self.press("M-Z")
        self.wait_for(r"▸ citrus \(2\)", r"▸ stone \(3\)", gone=["Lemon"])
        self.type("le")
        self.wait_for("▸ citrus", "1/8|2/8|3/8")
        self.press("C-u")
        self.press("M-Z")
        self.wait_for("Lemon", "Apple", "Plum", gone=["▸"])
        self.press("C-PgDn", "C-PgUp", "C-PgUp")
        self.wait_for(r"❯ +6 +Orange")
        self.press("Enter")
        self.ended(0)

    def test_the_mouse(self):
        shown = self.start("shortlist fruit.csv --id id --section kind", r"citrus \(2\)")
        header = shown.splitlines()[1]
        column = header.index("price") + 2

        def click(column, row, button=0):
            self.type(f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m")

        click(column, 2)
        self.wait_for("price ▲")
        click(column, 2)
        shown = self.wait_for("price ▼")
        row = [place for place, line in enumerate(shown.splitlines(), 1) if "pome (3)" in line][0]
        click(5, row)
        self.wait_for(r"▸ pome \(3\)", gone=["Quince"])
        click(5, row)
        self.wait_for("Quince", gone=["▸"])
        self.press("Escape")
        self.ended(130)

    def test_the_command_line(self):
        self.start("shortlist fruit.csv --id id --print-command > out", "8/8")
        self.type("it's kind:pome")
        self.press("C-u")
        self.type("kind:pome")
        self.wait_for("3/8")
        self.press("F8")
        self.wait_for("❯ ● id")
        self.type("stock")
        self.press("Space", "C-u")
        self.press("Down", "Down", "Down", "BTab", "BTab")
        self.wait_for("price ▼", gone=["● stock"])
        self.press("Escape")
        self.wait_for("price ▼", gone=[r"\[columns\]"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(
            self.content("out"),
            "shortlist fruit.csv --id id --search=kind:pome --sort=-price "
            "--columns=id,name,kind,price\n")
        self.start(self.content("out").strip(), r"id +name +kind +price ▼$", "3/8")
        self.press("Enter")
        self.ended(0)

    def test_the_command_line_again(self):
        """What is put out shows the same, and puts itself out."""
        with open(self.path("fruit.csv"), encoding="utf-8") as file:
            rows = file.read()
        self.file("defaults.csv", rows)
        for defaults, options, keys in [
                ("", "--section kind --smart-case --border=double", ["F8", "Down", "Down", "F6", "Escape"]),
                ("", "--columns name,kind,price --sort=-price", ["F8", "Right", "Right", "Right", "Escape", "M-w"]),
                ("", "+i --section=-kind --widths name:12 --where 'price:0.5..'", ["M-m"]),
                ("--sort=-name --smart-case --wrap", "--margin 1 --info inline -q p",
                 ["F8", "Down", "BTab", "Escape", "M-w", "M-m", "M-m"]),
                ("--match fuzzy --where stock:1..", "--layout reverse-list --tiebreak index --columns id,name", ["M-m", "M-m"])]:
            with self.subTest(options):
                pictures = []
                command = f"shortlist fruit.csv --id id {options} --print-command"
                for again in [False, True]:
                    self.start(f"SHORTLIST_OPTS='{defaults}' {command} > out", r"\b\d+/8\b")
                    if not again:
                        for key in keys:
                            self.press(key)
                    # The last key is done when the next one is.
                    self.press("F1")
                    self.wait_for("any other key goes back")
                    self.press("Escape")
                    pictures.append(self.wait_for(r"\b\d+/8\b", gone=["any other key goes back"]))
                    self.press("Enter")
                    self.ended(0)
                    if again:
                        self.assertEqual(self.content("out").strip(), command.replace(" --print-command", ""))
                    else:
                        command = self.content("out").strip() + " --print-command"
                # The prompt shows a way to search that was chosen on the screen.
                self.assertEqual(*(re.sub(r" +", " ", re.sub(r"\w+ >", ">", shown)) for shown in pictures))

    def test_natural_order(self):
        self.file("files.csv", "name,size\nfile10,1\nfile9,2\nFile2,3\n")
        self.start("shortlist files.csv --sort name:natural --print-command > out", r"File2.*\n.*file9.*\n.*file10")
        self.press("F8")
        self.wait_for("name +natural ▲")
        self.press("M-n")
        self.wait_for(r"file10.*\n.*File2.*\n.*file9", gone=["natural"])
        self.press("Tab", "M-n")
        self.wait_for(r"file10.*\n.*file9.*\n.*File2", "name +natural ▼")
        self.press("Escape")
        self.wait_for("name ▼", gone=[r"\[columns\]"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "shortlist files.csv --sort=-name:natural\n")

    def test_orders_of_languages(self):
        self.file("names.csv", "name,size\nÖrjan,1\nZora,2\nOla,3\nÅsa,4\n")
        self.start("shortlist names.csv --sort -name:language=sv --print-command > out",
                   r"Örjan.*\n.*Åsa.*\n.*Zora.*\n.*Ola")
        self.press("F8")
        self.wait_for("name +sv ▼")
        self.press("Escape")
        self.wait_for("name ▼", gone=[r"\[columns\]"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "shortlist names.csv --sort=-name:language=sv\n")

    def test_collapsed_at_the_start(self):
        for options, shown, keys, expected in [
                ("--collapse pome", r"citrus \(2\)(.*\n){3}.*▸ pome \(3\)\n  stone \(3\)", [], "--collapse=pome"),
                ("--expand pome", r"▸ citrus \(2\)\n  pome \(3\)(.*\n){4}.*▸ stone", [], "--expand=pome"),
                ("--collapse-all", r"▸ citrus \(2\)\n +▸ pome \(3\)\n +▸ stone", [], "--collapse-all"),
                ("--collapse pome", "▸ pome", ["M-Z"], "--collapse-all"),
                ("", r"stone \(3\)", ["M-z"], "--collapse=citrus")]:
            with self.subTest(options, keys=keys):
                self.start(f"shortlist fruit.csv --id id --section kind {options} --print-command > out", shown)
                if keys:
                    self.press(*keys)
                    self.wait_for(r"▸ citrus \(2\)")
                self.press("Tab")
                self.wait_for("[123] picked")
                self.press("Enter")
                self.ended(0)
                self.assertEqual(self.content("out"), f"shortlist fruit.csv --id id --section=kind {expected}\n")

    def test_files(self):
        self.start("shortlist fruit.csv --id id", "8/8")
        self.type("pome")
        self.wait_for("3/8")
        self.press("C-s")
        self.wait_for(r"write 3 rows to: ")
        self.type("out.csv")
        self.press("Enter")
        self.wait_for(r"wrote 3 rows to out\.csv")
        self.assertEqual(
            self.content("out.csv"),
            "id,name,kind,price,stock\n2,Pear,pome,1.5,12\n1,Apple,pome,1.2,40\n8,Quince,pome,2.8,3\n")
        self.press("Tab", "C-s")
        self.wait_for("write 1 picked row to: ")
        self.type("out.jsonl")
        self.press("Enter")
        self.wait_for(r"wrote 1 row to out\.jsonl")
        self.assertEqual(json.loads(self.content("out.jsonl"))["name"], "Pear")
        # A file that exists is replaced by a second Enter only.
        self.press("C-s")
        self.type("out.csv")
        self.press("Enter")
        self.wait_for(r"Enter replaces out\.csv")
        self.press("Escape")
        self.wait_for("1 picked", gone=["replaces"])
        self.assertIn("Quince", self.content("out.csv"))
        self.press("C-s")
        self.type("out.csv")
        self.press("Enter")
        self.wait_for("Enter replaces")
        self.press("Enter")
        self.wait_for(r"wrote 1 row to out\.csv")
        self.press("C-s")
        self.type("no/where.sh")
        self.press("Enter")
        # What was typed stays there until it can be written.
        self.wait_for(r"not written \(it cannot be written: no such file or directory\): no/where\.sh")
        self.press("C-u")
        self.type("out.xls")
        self.wait_for(r"write 1 picked row to: out\.xls", gone=["not written"])
        self.press("Enter")
        self.wait_for(r"not written \(.*ends with \.csv, \.json")
        self.press("C-u")
        self.type("view.sh")
        self.press("Enter")
        self.wait_for("wrote the command line to view.sh")
        self.assertEqual(
            self.content("view.sh"), "#!/bin/sh\nshortlist fruit.csv --id id --search=pome\n")
        self.press("Escape")
        self.ended(130)

    def test_the_clipboard(self):
        self.tmux("set-option", "-s", "set-clipboard", "on")
        self.start("shortlist fruit.csv --id id", "8/8")
        self.press("Down", "M-c")
        self.wait_for("copied the row")
        self.assertEqual(self.run_tmux("show-buffer"), "2\tPear\tpome\t1.5\t12")
        self.press("F8")
        self.wait_for("❯ ● id")
        self.press("Down", "M-c")
        self.wait_for("copied name")
        self.assertEqual(self.run_tmux("show-buffer"), "Pear")
        self.press("Escape")
        self.wait_for("8/8", gone=[r"\[columns\]"])
        self.press("Escape")
        self.ended(130)

    def test_while_rows_are_read(self):
        """What is arranged before all rows are read holds when they are."""
        self.start("mkfifo go; (cat fruit.csv; cat go; echo 9,Fig,other,9.9,1) | "
                   "shortlist --format csv --id id > out", "Apple", "reading")
        self.press("F8")
        self.wait_for(r"❯ ● id")
        self.type("price")
        self.press("BTab", "BTab")
        self.wait_for("price ▼", "sort waits until all is read")
        with open(self.path("go"), "w") as file:
            file.write("\n")
        self.wait_for(r"Fig +other.*\n.*Cherry", "9/9", gone=["waits"])
        self.press("Escape")
        self.wait_for("price ▼", gone=[r"\[columns\]"])
        self.press("Enter")
        self.ended(0)
        self.assertIn("Fig", self.content("out"))
