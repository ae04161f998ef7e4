"""Keys and events that run actions and commands (--bind)."""

import os
import signal
import subprocess
import threading
import time

from support import PATIENCE, TerminalTest, until
from test_preview import is_running


def has_child(process):
    """Whether a thread of a process has started a process."""
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as children:
                if children.read().strip():
                    return True
        except FileNotFoundError:
            pass  # The thread has ended.
    return False


def states(process):
    """The states of the processes that a process has started, as `ps` has them."""
    return subprocess.run(["ps", "-o", "stat=", "--ppid", str(process)], capture_output=True,
                          text=True, check=False).stdout.split()


class Bindings(TerminalTest):
    def test_actions_follow_each_other(self):
        self.start("seq 9 | shortlist --bind 'ctrl-t:toggle+down+toggle+last,x:accept' > out", "9/9")
        self.press("C-t")
        self.wait_for("2 picked")
        self.press("x")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n2\n")

    def test_search_is_changed(self):
        self.start("seq 99 | shortlist --bind 'f2:change-query(7)+put(1),f3:clear-query+change-prompt:number: ' > out",
                   "99/99")
        self.press("F2")
        self.wait_for("^> 71 .* 1/99")
        self.press("F3")
        self.wait_for(r"^number:  .*99/99")
        self.press("Enter")
        self.ended(0)

    def test_execute_has_the_terminal(self):
        """The command reads keys and writes; the screen and the state of the terminal come back."""
        self.start("seq 3 | shortlist --bind "
                   "'ctrl-e:execute(clear; echo at {} of {+}; read x; echo $x > read)+down' > out", "3/3")
        flags = self.flags()
        self.press("Tab", "Tab", "C-e")
        self.wait_for("^at 3 of 1 2$", gone=["3/3"])
        self.type("typed")
        self.press("Enter")
        self.wait_for("3/3", "2 picked")
        self.assertEqual(self.content("read"), "typed\n")
        self.assertEqual(self.flags(), flags)
        self.press("M-d", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "3\n")

    def test_keys_of_the_terminal_reach_the_command(self):
        """Ctrl-C ends the command alone; Ctrl-Z stops both, and fg goes on with both."""
        self.start("seq 3 | shortlist --bind "
                   "'ctrl-e:execute(clear; echo $$ > pid; echo begun; exec sleep 1000)' > out", "3/3")
        self.press("C-e")
        self.wait_for("^begun$")
        self.press("C-c")
        self.wait_for("3/3")
        self.press("C-e")
        self.wait_for("^begun$")
        self.press("C-z")
        self.wait_for(r"Stopped[\s\S]*^\$ *\Z")
        self.type("fg")
        self.press("Enter")
        # A key that comes before the shell has handed the terminal over is the shell's. Until the second command
        # has cleared the screen, the screen shows what the first one wrote, and the file has its number.
        until(lambda: "S+" in subprocess.run(["ps", "-o", "stat=", "-p", self.content("pid").strip()],
                                             capture_output=True, text=True, check=False).stdout,
              lambda: "the command is not in the foreground")
        self.press("C-c")
        self.wait_for("3/3")
        self.press("Enter")
        self.wait_for(r"\$ *$", gone=["3/3"])
        self.assertEqual(self.content("out"), "1\n")

    def test_a_command_that_is_stopped_before_it_runs(self):
        """The suspend key may come when the command's process is there and has not replaced its copy of the picker."""
        self.start("seq 3 | shortlist --bind 'f2:execute-silent(echo $PPID > picker)' "
                   "--bind 'ctrl-e:execute(echo $$ > pid; exec sleep 1000)'", "3/3")
        self.press("F2")
        until(lambda: os.path.exists(self.path("picker")) and self.content("picker").strip(), lambda: "no picker")
        picker = int(self.content("picker"))
        for _ in range(8):
            # The command before may have shown its result and not ended.
            until(lambda: not has_child(picker), lambda: "the command does not end")
            keys = threading.Thread(target=self.press, args=("C-e",))
            keys.start()
            end = time.monotonic() + PATIENCE
            while not has_child(picker):
                self.assertLess(time.monotonic(), end, "the command is not started")
            os.killpg(os.getpgid(picker), signal.SIGTSTP)
            keys.join()
            self.wait_for(r"Stopped[\s\S]*^\$ *\Z")
            self.type("clear; fg")
            self.press("Enter")
            until(lambda: any("S+" in state for state in states(picker)), lambda: "the command does not go on")
            self.press("C-c")
            self.wait_for("3/3")
        self.press("Escape")
        self.wait_for(r"\$ *$", gone=["3/3"])

    def test_execute_ends_with_the_program(self):
        self.start("seq 3 | shortlist --bind 'ctrl-e:execute(clear; echo $$ > pid; echo begun; exec sleep 1000)'",
                   "3/3")
        self.press("C-e")
        self.wait_for("^begun$")
        process = int(self.content("pid"))
        parent = int(subprocess.run(["ps", "-o", "ppid=", "-p", str(process)], capture_output=True,
                                    text=True, check=True).stdout)
        subprocess.run(["kill", str(parent)], check=True)
        self.ended(143)
        until(lambda: not is_running(process), lambda: "it still runs")

    def test_silent_commands(self):
        self.start("seq 3 | shortlist --bind 'f2:execute-silent(echo {} >> log)+down,f3:execute-silent:echo \"$SHORTLIST_QUERY\" {q} $SHORTLIST_MATCH_COUNT $SHORTLIST_POS >> log'",
                   "3/3")
        self.press("F2", "F2")
        self.type("1")
        self.wait_for("1/3")
        self.press("F3")
        until(lambda: os.path.exists(self.path("log")) and self.content("log").count("\n") == 3, lambda: "no log")
        self.assertEqual(self.content("log"), "1\n2\n1 1 1 1\n")
        self.press("Escape")
        self.ended(130)

    def test_become(self):
        self.start("printf 'a b\\nc\\n' | shortlist --bind 'enter:become(echo got {} {q}; read x; echo $x; exit 7)'", "2/2")
        self.press("Enter")
        self.wait_for("^got a b")
        self.type("typed")
        self.press("Enter")
        self.ended(7)

    def test_reload(self):
        """The rows are those of the command; the one before ends, and leaves nothing behind."""
        self.start("seq 3 | shortlist --bind "
                   "'ctrl-r:reload(echo $$ > pid; echo new {}; sleep 1000 & wait)+first,ctrl-x:reload(echo other)' > out",
                   "3/3")
        self.press("Down", "Tab", "C-r")
        self.wait_for("new 3", "1/1", gone=["picked.*picked", "^   2"])
        first = int(self.content("pid"))
        self.assertTrue(is_running(first))
        self.press("C-x")
        self.wait_for("other", gone=["new"])
        until(lambda: not is_running(first), lambda: "it still runs")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "other\n")

    def test_reload_says_what_is_wrong(self):
        self.start("seq 3 | shortlist --bind 'ctrl-r:reload(no-such-program {})'", "3/3")
        self.press("C-r")
        self.wait_for("no-such-program.*not found", "0/0")
        self.press("Escape")
        self.ended(130)

    def test_reload_of_what_cannot_be_read(self):
        """What cannot be read does not end the program."""
        for option, output, problem in [
                ("", "a,b\n1,2\n3,4,5\n", "output of the command:3: a row longer than the header"),
                ("--sort a", "x,y\n1,2\n", "there is no attribute a"),
                ("--columns b", "a\n7\n", 'there is no attribute b')]:
            with self.subTest(output=output):
                self.file("rows.csv", "a,b\n1,2\n")
                self.start(f"shortlist rows.csv {option} --bind 'ctrl-r:reload(cat rows.csv)' > out", "1/1")
                self.file("rows.csv", output)
                self.press("C-r")
                self.wait_for(problem)
                self.file("rows.csv", "a,b\n8,9\n")
                self.press("C-r")
                self.wait_for("1/1", "9$", gone=[problem])
                self.press("Enter")
                self.ended(0)
                self.assertRegex(self.content("out"), r"(8\t)?9\n$")

    def test_live_search(self):
        self.file("a.txt", "one\ntwo\n")
        self.file("b.txt", "two\nthree\n")
        self.start("shortlist --disabled --bind 'start:reload:grep -rn . *.txt' "
                   "--bind 'change:reload:grep -n {q} *.txt || true' > out", "4/4")
        self.type("two")
        self.wait_for("2/2", "^> two", "^❯ +a.txt:2:two", "b.txt:1:two")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "b.txt:1:two\n")

    def test_events(self):
        self.start("seq 20 | shortlist --bind 'focus:transform-header(echo at {}),load:last,one:accept,"
                   "zero:change-prompt(none> ),backward-eof:abort' > out", "at 20")
        self.press("Up")
        self.wait_for("at 19")
        self.type("x")
        self.wait_for("^none> x")
        self.press("BSpace")
        self.wait_for("20/20")
        self.type("17")
        self.ended(0)
        self.assertEqual(self.content("out"), "17\n")
        self.start("seq 20 | shortlist --bind backward-eof:abort", "20/20")
        self.press("BSpace")
        self.ended(130)

    def test_transform(self):
        self.start("seq 3 | shortlist --prompt 'a> ' --bind 'ctrl-t:transform:[ \"$SHORTLIST_PROMPT\" = \"a> \" ] "
                   "&& echo \"change-prompt(b> )+reload(seq 5)\" || echo \"change-prompt(a> )+reload(seq 3)\"'", "3/3")
        self.press("C-t")
        self.wait_for("^b> .* 5/5")
        self.press("C-t")
        self.wait_for("^a> .* 3/3")
        self.press("Escape")
        self.ended(130)

    def test_preview_actions(self):
        self.start("seq 3 | shortlist --preview 'echo one {}' --bind 'f2:preview(echo once {}),"
                   "f3:change-preview(echo two {}),f4:change-preview-window(down,3|right),f5:refresh-preview'",
                   "│one 1")
        self.press("F2")
        self.wait_for("│once 1")
        self.press("Down")
        self.wait_for("│one 2")
        self.press("F3")
        self.wait_for("│two 2")
        self.press("F4")
        self.wait_for("^two 2")
        self.press("F4")
        self.wait_for("│two 2")
        self.press("Escape")
        self.ended(130)

    def test_bindings_are_changed(self):
        self.start("seq 3 | shortlist --bind 'a:put(x),b:unbind(a),c:rebind(a),d:print(one)+print(two)+accept' > out", "3/3")
        self.type("ab")
        self.type("a")
        self.wait_for("^> xa")
        self.type("ca")
        self.wait_for("^> xax")
        self.press("C-u")
        self.wait_for("3/3")
        self.type("d")
        self.ended(0)
        self.assertEqual(self.content("out"), "one\ntwo\n1\n")

    def test_query_as_the_result(self):
        self.start("seq 3 | shortlist --bind enter:accept-or-print-query > out", "3/3")
        self.type("new")
        self.wait_for("0/3")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "new\n")

    def test_actions_without_an_end(self):
        self.start("seq 3 | shortlist --bind 'change:put(a)'", "3/3")
        self.type("x")
        self.wait_for("again and again")
        self.press("Escape")
        self.ended(130)

    def test_layouts(self):
        """The search at the bottom; keys move in the direction of the screen."""
        self.start("seq 3 | shortlist --layout=default --header top --preview 'echo at {}' "
                   "--preview-window up,3 > out", r"\A(.*\n)*at 1\n(.*\n)*.* 3\n.* 2\n.*❯.* 1\n +top\n> .*3/3\n.*none picked")
        self.press("Up")
        self.wait_for("^at 2$", "❯ +2")
        self.press("Tab", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")
        self.start("seq 3 | shortlist --layout=reverse-list > out", r"\A❯ +1\n +2\n +3\n(.*\n)*> .*3/3\n")
        self.press("Down", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "2\n")
        self.start("seq 3 | shortlist --header top --header-first --pointer '>' --no-mouse", r"\A +top\n> .*3/3\n> +1")
        self.press("Escape")
        self.ended(130)

    def test_headings_of_rows_that_go_up(self):
        """The heading of a section is above its rows."""
        self.start("shortlist fruit.csv --columns name --section kind --sort price --layout=default > out",
                   r"^ *stone \(3\)\n +Cherry\n +Apricot\n +Plum\n"
                   r" *pome \(3\)\n +Quince\n +Pear\n +Apple\n"
                   r" *citrus \(2\)\n +Orange\n❯ +Lemon\n> .*8/8")
        self.press("Up", "Up", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "Apple\n")

    def test_keys_where_nothing_is_typed(self):
        self.start("seq 3 | shortlist --bind 'x:put,space:put+put(y)'", "3/3")
        self.press("F5")
        self.wait_for("no row is picked", gone=["❯"])
        self.press("F5")
        self.wait_for("❯ +1")
        self.press("x", "Space")
        self.wait_for("^> x y ")
        self.press("C-u", "2", "Home", "C-d")
        self.wait_for("3/3")
        self.press("C-d")
        self.ended(130)

    def test_order_and_track(self):
        self.start("printf 'xab\\nab\\nb\\n' | shortlist --no-sort -q ab --bind 'f2:toggle-sort' --track", "^❯ +xab\n +ab$")
        self.press("F2")
        self.wait_for("^ +ab\n❯ +xab$|^❯ +ab\n +xab$")
        self.press("Escape")
        self.ended(130)

    def test_history(self):
        self.file("searches", "one\ntwo\n")
        self.start("printf 'one\\ntwo\\n3\\n' | shortlist --history searches --history-size 3 > out", "3/3")
        self.press("C-p")
        self.wait_for("^> two .*1/3")
        self.press("C-p")
        self.wait_for("^> one .*1/3")
        self.press("C-n", "C-n")
        self.wait_for("3/3")
        self.type("3")
        self.wait_for("1/3")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("searches"), "one\ntwo\n3\n")

    def test_fields_that_are_put_out(self):
        self.start("echo 'a b c' | shortlist --accept-nth 2.. > out", "1/1")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "b c\n")

    def test_line_of_the_preview(self):
        self.start("echo 50 | shortlist --preview 'seq 100' --preview-window '+{1}/2,~1'", "│1 .*\n.*│39\n", "│50")
        self.press("Escape")
        self.ended(130)

    def test_rows_are_excluded(self):
        """Rows leave the list; the rows that are marked stay marked."""
        self.start("seq 5 | shortlist --bind 'f2:exclude,f3:exclude-multi' > out", "5/5")
        self.press("Down", "F2")
        self.wait_for("4/4", "^ +1\n❯ +3$")
        self.type("4")
        self.wait_for("1/4")
        self.press("Tab", "C-u")
        self.wait_for("4/4", "1 picked")
        self.press("F3")
        self.wait_for("3/3", "^❯ +1\n +3\n +5$", "none picked")
        self.press("M-a", "Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "1\n3\n5\n")

    def test_number_of_marks_changes(self):
        self.start("seq 5 | shortlist --single --bind 'f2:change-multi,f3:change-multi(2),f4:change-multi(0)' > out", "5/5")
        self.press("F2", "Tab", "Tab", "Tab")
        self.wait_for("3 picked")
        self.press("F3")
        self.wait_for("0 of at most 2 picked")
        self.press("C-Home", "Tab", "Tab", "Tab")
        self.wait_for("at most 2 can be picked|2 of at most 2")
        self.press("F4")
        self.wait_for("5/5", gone=["picked"])
        self.press("Enter")
        self.ended(0)
        self.assertEqual(len(self.content("out").split()), 1)

    def test_view_moves_around_the_cursor(self):
        self.start("seq 99 | shortlist --bind 'f2:pos(50),f3:offset-middle,f4:offset-up,f5:offset-down+offset-down'", "99/99")
        self.press("F2", "F3")
        self.wait_for("^ +40\n", "❯ +50")
        first = int(self.wait_for("❯ +50").splitlines()[1])
        self.press("F4")
        self.wait_for(rf"\A.*\n +{first - 1}\n", "❯ +50")
        self.press("F5")
        self.wait_for(rf"\A.*\n +{first + 1}\n", "❯ +50")
        self.press("Escape")
        self.ended(130)

    def test_parts_of_words(self):
        self.start("seq 3 | shortlist --disabled --bind 'f2:backward-kill-subword,f3:backward-subword,f4:kill-subword,f5:forward-subword+put(_)'", "3/3")
        self.type("foo/barBaz-qux")
        self.press("F2")
        self.wait_for("^> foo/barBaz- ")
        self.press("F3", "F2")
        self.wait_for("^> foo/Baz- ")
        self.press("F4")
        self.wait_for("^> foo/- ")
        self.press("Home", "F5")
        self.wait_for("^> foo_/- ")
        self.press("C-c")
        self.ended(130)

    def test_commands_in_the_background(self):
        """Keys are handled while they run; `bg-cancel` ends them, and so does the end."""
        self.file("gate", "")
        os.unlink(self.path("gate"))
        os.mkfifo(self.path("gate"))
        self.start("seq 3 | shortlist --bind 'f2:bg-transform-header(cat gate),f3:bg-transform(cat gate),"
                   "f4:bg-transform(echo $$ > pid; sleep 1000; echo abort),f5:bg-cancel,f6:transform-ghost(echo gone),"
                   "f7:transform-footer(echo below)+transform-border-label(echo named)' --border", "3/3")
        self.press("F2", "Down")
        self.wait_for("❯ +2")
        with open(self.path("gate"), "w") as gate:
            gate.write("above\n")
        self.wait_for("above", "❯ +2")
        self.press("F3", "Down")
        self.wait_for("❯ +3")
        with open(self.path("gate"), "w") as gate:
            gate.write("change-prompt(new> )+up\n")
        self.wait_for("new> ", "❯ +2")
        self.press("F6")
        self.wait_for("new> gone")
        self.press("F7")
        self.wait_for("below", "─+ ?named")
        for key in ["F5", "Enter"]:
            self.press("F4")
            until(lambda: os.path.exists(self.path("pid")) and self.content("pid").strip(), lambda: "it does not run")
            process = int(self.content("pid"))
            self.press(key)
            until(lambda: not is_running(process), lambda: "it still runs")
            os.unlink(self.path("pid"))
        self.ended(0)

    def test_bindings_start_others(self):
        self.start("seq 3 | shortlist --bind 'f2:trigger(f3,down),f3:down,f4:trigger(f4)' > out", "3/3")
        self.press("F2")
        self.wait_for("❯ +3")
        self.press("F4")
        self.wait_for("again and again")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "3\n")

    def test_files_of_rows(self):
        """`{f}` is a file that is gone when the command and the program have ended."""
        os.mkdir(self.path("temporary"))
        self.start("export TMPDIR=$PWD/temporary; printf 'a b\\nc\\nd\\n' | shortlist --preview 'echo has; cat {+f}' "
                   "--bind 'f2:execute-silent(cat {+f2} {f} > log),f3:reload(cat {+f}),"
                   "f4:transform-prompt(echo {q:1}-{q:2..}\"> \"),enter:become(cat {+f}; ls temporary | wc -l; exit 3)'", "3/3", "│a b")
        self.press("Tab", "Tab")
        self.wait_for("2 picked", "│a b\n.*│c")
        self.press("F2")
        until(lambda: os.path.exists(self.path("log")) and self.content("log").count("\n") == 3, lambda: "no log")
        self.assertEqual(self.content("log"), "b\n\nd\n")
        self.press("F3")
        self.wait_for("2/2", "│a b")
        self.press("M-a")
        self.type(" x  y z")
        self.press("F4")
        self.wait_for("^x-y z> ")
        self.press("C-u")
        self.wait_for("2/2")
        self.press("Enter")
        self.wait_for("^a b\nc\n1$")
        self.ended(3)
        self.assertEqual(os.listdir(self.path("temporary")), [])

    def test_rows_that_match(self):
        """`{*}` and `{*f}` have all rows that match, in their order, however fast is typed."""
        self.start("seq 20000 | shortlist --preview \"awk '{ sum += \\$1 } END { print \\\"sum\\\", sum }' {*f}\" "
                   "--bind 'f2:execute-silent(echo {*} > log),f3:execute-silent(cat {*nf} > log)+change-prompt(ended> ),"
                   "f4:transform-prompt(wc -l < {*f})'", "20,000/20,000", "sum 200010000")
        self.press("F2")
        self.wait_for(r"\{\*\} has at most 10,000 rows, \{\*f\}")
        self.type("1999 !9")
        self.press("C-u")
        self.type("199 ^199")
        self.press("F2", "F4")
        self.wait_for("^111")
        numbers = [199, *range(1990, 2000), *range(19900, 20000)]
        self.wait_for(f"sum {sum(numbers)}")
        # Those that are found in the same way are in their order.
        self.assertEqual(sorted(map(int, self.content("log").split())), sorted(numbers))
        self.press("F3")
        self.wait_for("^ended>")
        self.assertEqual(sorted(map(int, self.content("log").split())), sorted(number - 1 for number in numbers))
        self.press("Tab")
        self.wait_for("1 picked", f"sum {sum(numbers)}")
        self.type("zz")
        self.wait_for("0/20,000", gone=["sum"])
        self.press("Escape")
        self.ended(130)

    def test_fields_change(self):
        """What is searched and shown of lines rotates, with colors, and after a reload."""
        self.file("lines", "alpha:12:x y\nbeta:7:alpha\n\x1b[31mgam\x1b[mma:9:beta\n")
        self.start("cat lines | shortlist -d: -n1 -q alpha --bind 'f2:change-nth(3|2..|)+transform-prompt(echo \"$SHORTLIST_NTH> \")'",
                   "❯  alpha:12:x y", r"\b1/3\b")
        for prompt, shown in [("3", "beta:7:alpha"), (r"2\.\.", "beta:7:alpha"), ("1", "alpha:12:x y"), ("3", "beta:7:alpha")]:
            self.press("F2")
            self.wait_for(f"^{prompt}> alpha", f"^❯  {shown}$", r"\b1/3\b")
        self.press("Escape")
        self.ended(130)
        self.start("cat lines | shortlist --ansi -d: --with-nth 1 -q beta --accept-nth 2 --bind 'f2:change-with-nth(3|{2} = {1}|..|),"
                   "f3:change-nth(2|),f4:reload(cat lines),f5:transform-with-nth(echo 7)' > out", "^❯  beta$", r"\b1/3\b")
        self.press("F2")
        self.wait_for("^❯  beta$", r"\b1/3\b")
        self.press("F2")
        self.wait_for("^❯  7 = beta$")
        self.press("C-u")
        self.wait_for("^   9 = gamma$")
        self.assertRegex(self.screen(attributes=True), "9 = \x1b\\[(0;)?31mgam")
        self.type("beta")
        # The second field of what is shown.
        self.press("F2", "F3")
        self.wait_for("0/3", gone=["gamma"])
        self.press("F3")
        self.wait_for("2/3", "^❯  beta:7:alpha$", "^   gamma:9:beta$")
        self.press("F4")
        self.wait_for("2/3", "^   gamma:9:beta$", "none picked")
        self.press("F5")
        self.wait_for(r"change-with-nth: 7 is in no change-with-nth\(…\) of --bind")
        self.press("F2")
        self.wait_for("1/3", "^❯  beta$")
        self.press("F4")
        self.wait_for("1/3", "^❯  beta$", "none picked")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "7\n")
        # Where there are no lines, it does nothing.
        for source in ["fruit.csv", "some", "fruit.csv -f Apple"]:
            os.makedirs(self.path("some"), exist_ok=True)
            self.file("some/Apple", "")
            self.start(f"SHORTLIST_OPTS='--bind f2:change-nth(1|)' shortlist {source} > out", "Apple|status 0")
            if "-f" not in source:
                self.press("F2")
                self.wait_for("change-nth: this is for lines")
                self.press("Escape")
                self.ended(130)

    def test_reloads_with_fields(self):
        """A search in fields is there again after a reload."""
        self.file("lines", "alpha:beta\nbeta:x\n")
        self.start("cat lines | shortlist -d: --with-nth 1 -q beta --bind 'f4:reload(cat lines; echo beta:y)' > out", "1/2", "^❯  beta$")
        self.press("F4")
        self.wait_for("2/3", "^❯  beta\n   beta$", "none picked", gone=["alpha"])
        self.press("Escape")
        self.ended(130)

    def test_rows_are_the_same_after_a_reload(self):
        """Marks and the cursor stay with the fields that identify a line, wherever it is then."""
        self.file("one", "PID CMD\n7 vi\n8 ls\n9 ps\n9 again\nlast\n")
        self.file("two", "PID CMD\n3 new\n9 ps\n8 ls -l\n9 again\n7 vi x\n")
        for action in ["reload", "reload-sync"]:
            with self.subTest(action):
                self.start("cat one | shortlist -m --track --id-nth 1 --header-lines 1 --accept-nth '{n}:{2}' --bind "
                           f"'f4:{action}(cat two),f5:{action}(cat one),f6:execute-silent(echo {{n}} {{+n}} > place)' > out",
                           "5/5", "❯  7 vi$")
                self.press("Tab", "Down", "Tab")
                self.wait_for("2 picked", "❯  9 again$")
                self.press("F4")
                self.wait_for("5/5", "2 picked", "^   3 new$", "^ ● 9 ps$", "^❯  9 again$", "^ ● 7 vi x$")
                self.press("F6")
                until(lambda: os.path.exists(self.path("place")), lambda: "no place")
                self.press("F5")
                self.wait_for("2 picked", "^ ● 7 vi$", "^ ● 9 ps$", "^❯  9 again$", gone=["new"])
                self.press("F4")
                self.wait_for("2 picked", "^ ● 7 vi x$")
                self.press("Enter")
                self.ended(0)
                self.assertEqual(self.content("out"), "4:vi\n1:ps\n")

    def test_marks_that_a_reload_leaves_out(self):
        """Without fields, or if the line is gone, nothing is marked afterwards."""
        self.file("two", "5\n1\n")
        for options, marked in [("", "none picked"), ("--id-nth 1 ", "1 picked")]:
            self.start(f"seq 3 | shortlist -m {options}--bind 'f4:reload(cat two)' > out", "3/3")
            self.press("Tab", "Tab")
            self.wait_for("2 picked")
            self.press("F4")
            self.wait_for("2/2", marked, gone=["2 picked"])
            self.press("Escape")
            self.ended(130)
        self.assertFails(self.run_program("Examples/aircraft.csv", "--id-nth", "1", "-f", "x"), "--id-nth: this is for lines")

    def test_shell_and_values_without_quotes(self):
        self.start("echo '-n 7' | shortlist --with-shell 'sh -u -c' --preview 'echo {r} {r2}; echo $unset'", "│7 7|│-n 7 7", "unset.*not set")
        self.press("Escape")
        self.ended(130)
        self.assertFails(self.run_program("--with-shell", " ", input="a\n"), "--with-shell: a command expected")

    def test_no_search_line(self):
        """Nothing is typed then, and keys without a modifier can be bound."""
        for layout in ["reverse", "default", "reverse-list"]:
            self.start(f"seq 3 | shortlist --layout {layout} --header above --no-input --bind 'j:down,k:up,/:show-input,"
                       "f2:hide-input+hide-header,f3:toggle-input+toggle-header' > out", "❯ +1", "above")
            self.wait_for("❯ +1", gone=["^>", "3/3"])
            self.type("xj" if layout != "default" else "xk")
            self.wait_for("❯ +2")
            self.type("/")
            self.wait_for("^> .*3/3")
            self.type("3")
            self.wait_for("^> 3 .*1/3")
            self.press("F2")
            self.wait_for("❯ +3", gone=["^> 3", "above"])
            self.press("F3")
            self.wait_for("^> 3", "above")
            self.press("Enter")
            self.ended(0)
            self.assertEqual(self.content("out"), "3\n")

    def test_errors(self):
        for text, expected in [
                ("enter:acept", ("there is no action acept", "did you mean accept?")),
                ("ctrl-r", ("an action expected after ctrl-r",)),
                ("ctr-r:accept", ("there is no key ctr-r", "did you mean ctrl-r?")),
                ("x:execute", ("execute needs an argument",)),
                ("x:up(3)", ("up takes no argument",)),
                ("x:reload(ps", (") expected at the end of reload(",)),
                ("x:pos(a)", ("pos: a number expected",))]:
            with self.subTest(text):
                self.assertFails(self.run_program("fruit.csv", "--bind", text), "--bind", *expected)
