"""The command lines of Documentation/ComingFromFzf.md: each works as it stands there."""

import os
import re
import shlex
import subprocess

from support import TerminalTest

PAGE = os.path.join(os.path.dirname(__file__), "..", "Documentation", "ComingFromFzf.md")


# What the command lines run and need not be installed.
STANDING_IN = {
    "rg": "for last; do :; done\nexec grep -rn --include='*.py' -e \"$last\" .\n",
    "fd": "exec find . -maxdepth 1 -type \"$(echo \"$2\" | cut -c 1)\"\n",
    "bat": "exec cat \"$2\"\n", "file": "echo \"$2\" is text\n", "less": "exec cat\n",
    "vim": "echo vim \"$@\"\n", "pbcopy": "exec cat > /dev/null\n"}


def command_lines():
    """The pairs of command lines, of fzf and of this program."""
    with open(PAGE, encoding="utf-8") as file:
        blocks = re.findall(r"^```sh\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).splitlines()
    return list(zip(lines[::2], lines[1::2], strict=True))


class ComingFromFzf(TerminalTest):
    size = (100, 24)

    def test_command_lines(self):
        self.file("app.py", "import os\nprint(os.getcwd())\n")
        self.file("notes.txt", "one\ntwo\n")
        os.makedirs(self.path("src/parts"))
        self.file("src/parts/b.py", "import app\n")
        for command in [("init", "-q", "-b", "main"), ("add", "app.py", "notes.txt"),
                        ("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "Begin")]:
            subprocess.run(["git", *command], cwd=self.folder, check=True, capture_output=True)
        for name, script in STANDING_IN.items():
            os.chmod(self.path(self.file(name, "#!/bin/sh\n" + script)), 0o755)
        pairs = command_lines()
        self.assertGreaterEqual(len(pairs), 90)
        for theirs, ours in pairs:
            with self.subTest(ours):
                self.assertRegex(theirs, r"^# .*\bfzf\b")
                has_screen = not re.search(r"filter|select-1|--bash", ours)
                command = ours if re.search(r"> picked$|eval", ours) else f"{ours} > result"
                # A command is run by this shell.
                command = f"export SHELL=/bin/bash; {command}"
                if "eval" in ours:
                    command = f"bash -c {shlex.quote(ours)}"
                if not has_screen:
                    self.start(command, r"^status 0$")
                else:
                    counts = r"\b([1-9]\d*)/\1\b|\b[1-9]\d*/\d+\b"
                    self.start(command, "❯ +1$" if "--no-input" in ours else counts)
                    self.press("Enter")
                    self.wait_for(r"^status 0$")
                if "eval" not in ours:
                    name = "picked" if "picked" in ours else "result"
                    self.assertTrue(self.content(name).strip())

    def test_options_that_are_not_there(self):
        for option in ["--raw", "--freeze-left=1"]:
            with self.subTest(option):
                result = self.run_program(option, input="a\n")
                self.assertFails(result, option.split("=")[0] + ": ")
                self.assertNotIn("Unknown option", result.errors)
        self.assertFails(self.run_program("--match", "words", "--smart-case", input="a\n"), "only auto")

    def test_places_of_mistakes(self):
        """Each line of options, what is said of it, and what the caret is under."""
        for options, expected, mark in [
                ("--color dark,hl:rde", "--color: there is no color rde; did you mean red?", "rde"),
                ("--color lihgt", "--color: there is no theme lihgt; did you mean light?", "lihgt"),
                ("--bind ctrl-r:up,f2:relaod(ps)", "--bind: there is no action relaod; did you mean reload?", "relaod"),
                ("--bind enetr:up", "--bind: there is no key enetr; did you mean enter?", "enetr"),
                ("--bind f2:pos(x)", "--bind: pos: a number expected, not x", "x)"),
                ("--preview-window right,hiden --preview x", "--preview-window: there is no hiden; did you mean hidden?", "hiden"),
                ("--preview-window right,border-shrap --preview x", "--preview-window: there is no border shrap; did you mean sharp?", "shrap"),
                ("--preview-border=shrap", "--preview-border: there is no border shrap", "shrap"),
                ("--margin 1,2x", "--margin: a number of cells, as 2, or a part, as 10%, expected", "2x"),
                ("--border=shrap", "--border: there is no border shrap; did you mean sharp?", "shrap"),
                ("--info inlin", "--info: there is no style inlin; did you mean inline?", "inlin"),
                ("--expect f2,crtl-a", "--expect: there is no key crtl-a; did you mean ctrl-a?", "crtl-a"),
                ("--tiebreak lenght", "--tiebreak: there is no criterion lenght; did you mean length?", "lenght"),
                ("--scheme hsitory", "--scheme: there is no scheme hsitory; did you mean history?", "hsitory"),
                ("--window fixed:5,max=9", "--window: max: a fixed window has none", "max=9"),
                ("--window flexible:5,min=3,max=2", "--window: max: no less than min expected, but 2 < 3", "2"),
                ("--rule 'stock:1.. :: '", "--rule: a reason expected after the two colons", ""),
                ("--rule ':: why'", "--rule: a filter expected before the two colons", ":: why"),
                ("-d 'a(b)'", "--delimiter: no group, anchor or quantifier is possible here", "(b)"),
                ("--style ful", "--style: there is no style ful; did you mean full?", "ful"),
                ("--footer-border=shrap", "--footer-border: there is no border shrap", "shrap"),
                ("--widths a:3,b", "--widths: attribute:width expected, as in name:20, not b", "b"),
                ("--schema a:text,b:integr", "--schema: there is no type integr; did you mean integer?", "integr")]:
            for defaults in [False, True]:
                with self.subTest(options, defaults=defaults):
                    words = shlex.split(options)
                    if defaults:
                        quoted = " ".join(shlex.quote(word) for word in words)
                        result = self.run_program(input="a\n", environment={"SHORTLIST_OPTS": quoted})
                    else:
                        result = self.run_program(*words, input="a\n")
                    self.assertEqual(result.status, 2)
                    self.assertIn(expected, result.errors)
                    lines = result.errors.splitlines()
                    self.assertEqual(len(lines), 3, result.errors)
                    self.assertTrue(lines[1][lines[2].index("^"):].startswith(mark), result.errors)

    def test_borders(self):
        """A border, its label and its margin; the mouse, the looks of a small screen, and the defaults."""
        self.file("rows", "".join(f"row {number}\n" for number in range(1, 31)))
        self.start("SHORTLIST_OPTS='--border --margin 1,2' shortlist rows --border-label ' rows ' --info default > out",
                   "^  ╭─+ rows ─+╮$", r"^  │ >  +│$", r"^  │   30/30 ─+ │$", r"^  │ ❯  row 1 ", r"^  ╰─+╯$")
        # A click on the place of the mark of the fourth row.
        self.type("\x1b[<0;6;8M\x1b[<0;6;8m")
        self.wait_for("❯● row 4 ", "1 picked")
        self.resize(20, 6)
        self.wait_for("^> +30/30$", gone=["╭"])
        self.resize(60, 12)
        self.wait_for(r"^  ╭─+ rows ─+╮$", "1 picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "row 4\n")
        # Later options win.
        self.start("SHORTLIST_OPTS='--border --info=inline' LC_ALL=C shortlist rows --border=bottom", "^>   < 30/30$", "^-+$")
        self.assertNotRegex(self.screen(), "[|+│]")
        self.press("Escape")
        self.ended(130)

    def test_parts(self):
        """The borders and texts of the parts, in each layout, with the mouse, and on small screens."""
        self.file("rows", "".join(f"row {number}\n" for number in range(1, 31)))
        self.start("shortlist rows --style full --header Head --footer \"$(printf 'Fo\\033[31mot\\033[m\\nlast')\" "
                   "--list-label ' rows ' --ghost 'type here' > out",
                   r"\A╭─+╮\n│ > type here +30/30 │\n╰─+╯\n╭─+╮\n│ Head +│\n╰─+╯\n╭─+ rows ─+╮\n│ ❯  row 1 +│\n│    row 2 ",
                   r"╰─+╯\n╭─+╮\n│ Foot +│\n│ last +│\n╰─+╯\nnone picked")
        self.assertRegex(self.screen(attributes=True), "Fo.*31m.*ot")
        # A click on the mark of the third row.
        self.type("\x1b[<0;4;10M\x1b[<0;4;10m")
        self.wait_for("❯● row 3 ", "1 picked")
        self.type("row 30")
        self.wait_for("^│ > row 30 +1/30 │$", "❯  row 30", gone=["type here"])
        self.press("C-u", "F7")
        self.wait_for(r"^│ +line +row 1|^│ *row 1")
        self.press("End", "Home", "Right")
        self.wait_for(r"^│ +line +row 2|^│ *row 2")
        self.press("Escape")
        self.resize(20, 6)
        self.wait_for("^> .*30/30$", gone=["╭", "Foot"])
        self.resize(100, 24)
        self.wait_for("╭─+ rows ─+╮", "Foot")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "row 3\n")
        self.start("shortlist rows --layout default --list-border --footer Foot --footer-label F > out",
                   r"\A   Foot\n─+F─+\n╭─+╮\n", r"│ ❯  row 1 +│\n╰─+╯\n> +30/30\nnone picked")
        self.press("Escape")
        self.ended(130)
        self.start("shortlist rows --gap --gap-line=- --info default --separator = > out",
                   r"\A> *\n  30/30 =+\n❯  row 1\n   -+\n   row 2\n   -+\n   row 3")
        self.press("PageDown", "C-End")
        self.wait_for(r"❯  row 30\nnone picked|❯  row 30\n\nnone picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "row 30\n")

    def test_templates_and_dividers(self):
        self.file("users", "root: x; 0\nann:y;7\n")
        for options, shown, expected in [
                ("-d '[:;] *' --with-nth '{n} {3}={1}' -q ann", "❯  1 7=ann", "ann:y;7\n"),
                ("-d '[:;] *' --accept-nth '{1}/{3} {n}' -q root", "❯  root: x; 0", "root/0 0\n"),
                (r"-d ':\s?' --nth 1 -q ann", "❯  ann", "ann:y;7\n"),
                ("-d ':|;' --accept-nth 2,1 -q ann", "❯  ann", "y;ann\n")]:
            with self.subTest(options):
                self.start(f"shortlist {options} < users > result", re.escape(shown), r"\b1/2\b")
                self.press("Enter")
                self.ended(0)
                self.assertEqual(self.content("result").strip(), expected.strip())

    def test_case_and_accents(self):
        self.file("words", "cafe\ncafé\nCAFÉ\n")
        for options, count in [("-q cafe", 3), ("--literal -q cafe", 1), ("--literal -q café", 2),
                               ("--literal +i -q café", 1), ("--literal --no-literal -q café", 3),
                               ("--smart-case -q CAFÉ", 1), ("--smart-case -q café", 3), ("+i -q café", 1),
                               ("+i -i -q CAFÉ", 3)]:
            self.start(f"shortlist words {options} > out", f"{count}/3")
            self.press("Escape")
            self.ended(130)

    def test_filter(self):
        for arguments, expected in [
                (["-f", "app"], "1\tApple\tpome\t1.2\t40\n"), (["--filter=p !plum pome", "--columns", "name"], "Pear\nApple\nQuince\n"),
                (["-fle", "--print-query", "--columns", "name", "--limit", "1"], "le\nLemon\n")]:
            result = self.run_program("fruit.csv", *arguments)
            self.assertEqual((result.status, result.text), (0, expected), result.errors)
        self.assertEqual(self.run_program("fruit.csv", "-f", "zzz").status, 1)

    def test_defaults_of_every_day(self):
        """Options that people keep for all commands do no harm where they do not apply, and can be taken back."""
        defaults = ("--preview-window 'right,60%,hidden' --ansi --cycle --height 40% --walker-skip .git,target "
                    "--walker file,hidden --bind ctrl-/:toggle-preview --style full")
        os.makedirs(self.path("some/target"))
        self.file("some/kept", "")
        self.file("some/target/left", "")
        for command, shown in [("shortlist fruit.csv --no-height", r"Quince(.*\n)+.*╰"), ("ls | shortlist", "fruit.csv"),
                               ("shortlist some", r"\b1/1\b.*\n(.*\n)*.*some/kept")]:
            self.start(f"SHORTLIST_OPTS={shlex.quote(defaults)} {command} > out", shown)
            self.press("Escape")
            self.ended(130)

    def test_a_command_for_the_rows(self):
        """SHORTLIST_COMMAND gives the rows where there is no other source."""
        os.makedirs(self.path("below"))
        self.file("below/one", "")
        for command, shown in [("SHORTLIST_COMMAND='seq 1205' shortlist", "1,205/1,205"),
                               ("seq 7 | SHORTLIST_COMMAND='seq 5' shortlist", "7/7"),
                               ("SHORTLIST_COMMAND='seq 5' shortlist below", "below/one"),
                               ("SHORTLIST_COMMAND='seq 5' shortlist --bind start:last", "❯  5")]:
            with self.subTest(command):
                self.start(f"{command} > out", shown)
                self.press("Enter")
                self.ended(0)

    def test_columns_beyond_the_edge(self):
        self.file("wide.csv", ",".join(f"c{place}" for place in range(500)) + "\n"
                  + ",".join(str(1000 + place) for place in range(500)) + "\n")
        self.resize(60, 10)
        self.start("shortlist wide.csv > out", r"c0 +c1 +c2.* \+49\d$", "1000 +1001")
        self.press("S-Right", "S-Right")
        self.wait_for(r"^‹ +c0 +c3 +c4", "1000 +1003")
        self.press("F7")
        self.wait_for(r"c0 +1,?000", r"c5 +1,?005")
        self.press("Escape")
        self.wait_for(r"^‹ +c0 +c3 +c4", gone=["c5 +1,?005"])
        self.press("C-c")
        self.ended(130)

    def test_a_long_line(self):
        """It scrolls by half screens, also with the arrows at the ends of the search."""
        self.file("log", "".join(f"{number} {'path/' * 30} status={number}\n" for number in (200, 500)))
        self.start("shortlist log > out", "^❯  200 path/.*…$")
        for forth, back in [("S-Right", "S-Left"), ("Right", "Left")]:
            self.press(forth)
            self.wait_for("^❯  ….*path/.*…$")
            self.press(forth)
            self.wait_for("^❯  ….* status=200$", "^   ….* status=500$")
            self.press(back, back)
            self.wait_for("^❯  200 path/.*…$")
        self.press("Escape")
        self.ended(130)

    def test_rows_around_the_cursor(self):
        self.resize(60, 12)
        self.start("seq 99 | shortlist --scroll-off=3 > out", r"^❯ +1\n(.*\n)* +10\n")
        self.press(*["Down"] * 7)
        self.wait_for(r"\A.*\n +2\n(.*\n)*❯ +8\n +9\n +10\n +11\n")
        self.press("Escape")
        self.ended(130)

    def test_order_of_equals(self):
        self.file("rows", "a longer foo\nfoo\nfoo it is\n")
        for options, expected in [("", "foo"), ("--tiebreak=index", "a longer foo"),
                                  ("--scheme history", "a longer foo")]:
            self.start(f"shortlist rows {options} -q foo > out", "3/3")
            self.press("Enter")
            self.ended(0)
            self.assertEqual(self.content("out"), expected + "\n")
        self.file("rows", "say foo it\nfoo bar baz\nfoo\n")
        for options, expected in [("", "foo"), ("--tiebreak begin", "foo bar baz"), ("--tiebreak end,length", "foo")]:
            with self.subTest(options):
                self.start(f"shortlist rows {options} -q ^foo > out", "2/3")
                self.press("Enter")
                self.ended(0)
                self.assertEqual(self.content("out"), expected + "\n")

    def test_a_popup(self):
        """In tmux within tmux; the popup has the input, the output and the status of the command."""
        self.resize(100, 30)
        self.type("PATH=.:$PATH; tmux -S inner -f /dev/null new-session")
        self.press("Enter")
        self.wait_for(r"^\[0\]")
        for options, pattern in [("", r"╭─+╮"), ("left,50% --border=double", r"^╔═+╗"), ("--border-label x", "─x─")]:
            self.type(f"clear; seq 30 | SHORTLIST_OPTS='--prompt ask:' ./shortlist --tmux {options} -q '2 5' "
                      "> out; echo \"status $?\"")
            self.press("Enter")
            self.wait_for("ask:2 5", pattern)
            self.press("C-u")
            self.type("12")
            self.wait_for("1/30")
            self.press("Enter")
            self.wait_for("^status 0$", gone=["ask:"])
            self.assertEqual(self.content("out"), "12\n")
        self.type("clear; ./shortlist --tmux=top,90%,50% fruit.csv > out; echo \"status $?\"")
        self.press("Enter")
        self.wait_for("8/8", "Apple")
        self.press("Escape")
        self.wait_for("^status 130$")
        # Without tmux around it, the screen is the usual one.
        self.type("clear; TMUX= ./shortlist --tmux fruit.csv > out; echo \"status $?\"")
        self.press("Enter")
        self.wait_for("8/8", "^❯ +1 +Apple")
        self.press("Escape")
        self.wait_for("^status 130$")

    def test_heights(self):
        os.mkfifo(self.path("fifo"))
        self.start("echo before; cat fifo | shortlist --height ~50% > out")
        with open(self.path("fifo"), "w", encoding="utf-8") as fifo:
            fifo.write("one\ntwo\n")
            fifo.flush()
            self.wait_for(r"\Abefore\n> +2/2.*\n❯  one\n   two\nnone picked.*\Z")
            fifo.write("three\n")
            fifo.flush()
            self.wait_for(r"\Abefore\n> +3/3.*\n❯  one\n   two\n   three\nnone picked.*\Z")
            fifo.writelines(f"{number}\n" for number in range(50))
            fifo.flush()
            # Half of the screen is the most.
            self.wait_for(r"\Abefore\n> +53/53(.*\n){11}none picked.*\Z")
        self.type("two")
        # What is searched for changes no height.
        self.wait_for(r"\Abefore\n> two +1/53\n❯  two\n+none picked.*\Z")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "two\n")
        self.start("echo before; seq 50 | shortlist --height -4 --border > out", r"\Abefore\n╭─+╮\n(.*\n){18}╰─+╯\Z")
        self.press("Escape")
        self.ended(130)

    def test_jumps(self):
        self.start("seq 30 | shortlist --bind 'ctrl-j:jump,ctrl-k:jump-accept' > out", "30/30")
        self.press("C-j")
        self.wait_for("^a  1$", "^d  3$", "press a label, or Esc")
        self.press("d")
        self.wait_for("^❯  3$", "^> +30/30$")
        self.press("C-k")
        self.wait_for("^f  4$")
        self.press("f")
        self.ended(0)
        self.assertEqual(self.content("out"), "4\n")

    def test_same_rows_as_fzf_picks(self):
        """What a command line picks first."""
        self.file("users", "root:x:0:admin\nann:x:7:home-ann\n")
        for options, text in [("-d: -n1", "ann"), ("-d: --with-nth 4", "home"), ("-d: --nth=-1", "ann"),
                              ("--header-lines=1", ""), ("--tac", "")]:
            with self.subTest(options):
                self.start(f"shortlist {options} -q '{text}' < users > result", r"\b1/1\b|\b1/2\b|\b2/2\b")
                self.press("Enter")
                self.ended(0)
                self.assertEqual(self.content("result"), "ann:x:7:home-ann\n")
