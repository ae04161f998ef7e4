"""The preview of the row at the cursor: what runs, when it ends, and what it may draw."""

import subprocess

from support import TerminalTest, until


def is_running(process):
    """Whether a process runs; one that has ended may still be listed."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
    return state.stdout.strip()[:1] not in ("", "Z")


class Preview(TerminalTest):
    def test_beside_the_list(self):
        self.file("it's.txt", "first\n\x1b[31mred\x1b[0m\n\x1b[2Jhostile \x07 tab\there\n")
        self.file("b.txt", "other\n")
        self.start("printf \"it's.txt\\nb.txt\\n\" | shortlist --preview 'cat {}' > out",
                   r"it's\.txt.*│first", "│red", r"│␛\[2Jhostile ␇ tab +here")
        self.assertRegex(self.screen(attributes=True), "\x1b\\[31m(\x1b\\[49m)?red")
        self.press("Down")
        self.wait_for("│other", gone=["hostile"])
        self.press("M-/")
        self.wait_for(r"it's\.txt", gone=["│"])
        self.press("M-/")
        self.wait_for("│other")
        self.resize(20, 6)
        self.wait_for(r"b\.txt", gone=["other"])
        self.resize(80, 24)
        self.wait_for("│other")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "b.txt\n")

    def test_columns_and_size(self):
        self.start("shortlist fruit.csv --id id --preview-window down,5 --preview "
                   "'echo {name}/{4}/{n} $SHORTLIST_PREVIEW_LINES $SHORTLIST_PREVIEW_COLUMNS'",
                   "^Apple/1.2/1 5 80$")
        self.press("Escape")
        self.ended(130)

    def test_a_moved_cursor_ends_the_command(self):
        """The processes that it has started end, too, even if they ignore signals to end."""
        self.start("printf '1\\n2\\n' | shortlist --preview "
                   "'trap \"\" TERM INT HUP; sleep 1000 & echo $$ $! > pids{}; echo run {}; wait'",
                   "run 1")
        first = [int(text) for text in self.content("pids1").split()]
        self.assertTrue(all(map(is_running, first)))
        self.press("Down")
        self.wait_for("run 2")
        until(lambda: not any(map(is_running, first)), lambda: f"{first} still run")
        second = [int(text) for text in self.content("pids2").split()]
        self.press("Escape")
        self.ended(130)
        until(lambda: not any(map(is_running, second)), lambda: f"{second} still run")

    def test_what_a_command_leaves(self):
        """A process that goes on without output ends with the command."""
        self.start("printf '1\\n' | shortlist --preview "
                   "'sleep 1000 >/dev/null 2>&1 & echo $! > pid; echo done'", "│done")
        process = int(self.content("pid"))
        until(lambda: not is_running(process), lambda: f"{process} still runs")
        self.press("Escape")
        self.ended(130)

    def test_output_without_an_end(self):
        self.start("printf '1\\n2\\n' | shortlist --preview 'echo $$ > pid; yes line {}'", "line 1",
                   r"1/10000\+")
        process = int(self.content("pid"))
        until(lambda: not is_running(process), lambda: "it still runs")
        self.press("Down")
        self.wait_for("line 2")
        self.press("Enter")
        self.ended(0)

    def test_borders(self):
        """Borders and labels: toggled, resized and moved, with wide letters, and the mouse on the border."""
        for name in ["one", "two"]:
            self.file(name, "".join(f"{name} {number}\n" for number in range(1, 60)))
        self.start("printf 'one\\ntwo\\n' | shortlist --preview 'cat {}' --preview-label ' 見本 ' --style full:double "
                   "--bind 'focus:transform-preview-label(echo [ {} 語 ]),"
                   "f2:change-preview-window(down,border-left|left,20,border-sharp|)' > out",
                   r"╗╔═+\[ one 語 \]═+╗$", r"║ ❯  one +║║ one 1 +1/59 ║$", r"╝╚═+╝$")
        # The wheel on the border.
        self.type("\x1b[<65;41;8M")
        self.wait_for(r"║║ one 4 +4/59 ║$")
        self.press("Down")
        self.wait_for(r"╗╔═+\[ two 語 \]═+╗$", r"║ ❯  two +║║ two 2 +║$")
        self.press("M-/")
        self.wait_for("^║ ❯  two +║$", gone=["two 1", "語"])
        self.press("M-/", "F2")
        self.wait_for("^│ two 1 +1/59$", "^║ ❯  two +║$", gone=["語"])
        self.press("F2")
        self.wait_for(r"^┌─+\[ two 語 \]─+┐╔═+╗$", r"^│ two 1 +1/59 │║ +one +║$", r"^└─{22}┘╚═+╝$")
        self.resize(40, 12)
        self.wait_for(r"^│ two 1 +1/59 │║ +one +║$|^┌─+\[ two 語 \]─+┐")
        self.resize(20, 6)
        self.wait_for("^❯  two$", gone=["─", "═", "語"])
        self.resize(80, 24)
        self.wait_for(r"^┌─+\[ two 語 \]─+┐╔═+╗$")
        self.press("F2")
        self.wait_for(r"╗╔═+\[ two 語 \]═+╗$")
        self.press("Enter")
        self.ended(0)
        self.assertEqual(self.content("out"), "two\n")
        for options, *shown in [
                ("--preview-label ' L '", "╭─+ L ─+╮$", "^   two +│ one 1 .*│$"),
                ("--preview-label ' L ' --preview-window down,2,border-line --preview-label-pos -2", "^─+ L ─$", "^one 2$"),
                ("--preview-window left,10 --preview-window border-bottom --preview-label L --preview-label-pos 2:bottom",
                 "^one 1 1/59 ❯  one$", "^─L─{8}$"),
                ("--height 40% --preview-border --preview-label L --layout default", "╭─+L─+╮$", "^❯  one +╰─+╯$"),
                ("--no-preview-border", "^❯  one +one 1 +1/59$"), ("--preview-border=left --ascii", r"^>  one +\| one 1 "),
                ("--preview-border=sharp --preview-window border-none", "^❯  one +one 1 +1/59$")]:
            with self.subTest(options):
                self.start(f"printf 'one\\ntwo\\n' | shortlist --preview 'cat {{}}' {options} > out", *shown)
                self.press("Escape")
                self.ended(130)

    def test_wrong_options(self):
        self.assertFails(
            self.run_program("pick", "fruit.csv", "--preview-window", "middle", "--preview", "cat"),
            "--preview-window", "middle", "right")
        # Without a preview, as in defaults of every command, the window has no effect.
        self.assertFails(self.run_program("pick", "fruit.csv", "--preview-window", "up"), "no terminal")

