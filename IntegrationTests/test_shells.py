"""The key bindings in the shells themselves."""

import os
import re
import shutil
import subprocess

from support import PATIENCE, PROGRAM, ProgramTest, TerminalTest, clean_environment


class Bindings:
    """What holds in each shell."""

    shell = None
    start_command = None

    def setUp(self):
        super().setUp()
        if not shutil.which(self.shell):
            self.fail(f"this test needs {self.shell} (Scripts/setup installs it)")
        os.makedirs(self.path("deep/two words"))
        self.file("deep/two words/treasure", "")
        self.environment()
        self.others()
        self.type("clear; " + self.start_command)
        self.press("Enter")
        self.wait_for(r"\A@ *$")

    def environment(self):
        """Writes what the shell reads when it starts."""

    def others(self):
        """Writes what else can be completed: a host and a ref."""
        os.makedirs(self.path("home/.ssh"), exist_ok=True)
        self.file("home/.ssh/config", "Host elsewhere *.org\nHost treasury.example\n")
        for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "Begin"],
                      ["branch", "side-branch"]):
            subprocess.run(
                ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
                cwd=self.folder, check=True, capture_output=True, timeout=PATIENCE)

    def line(self, text):
        self.type(text)
        self.wait_for(rf"^@ {text.rstrip()}")

    def test_paths_are_inserted(self):
        self.line("echo got: ")
        self.press("C-t")
        self.wait_for("^paths> ", "fruit.csv")
        self.type("treas")
        self.wait_for("treasure", gone=["fruit.csv"])
        self.press("Enter")
        self.wait_for(r"^@ echo got: .*treasure", gone=["paths>"])
        self.press("Enter")
        self.wait_for("^got: deep/two words/treasure")

    def test_leaving_changes_nothing(self):
        for key, prompt in (("C-t", "paths> "), ("C-r", "history> "), ("M-c", "cd> ")):
            self.line("echo kept")
            self.press(key)
            self.wait_for(f"^{prompt}")
            self.press("Escape")
            self.wait_for("^@ echo kept", gone=[prompt])
            self.press("Enter")
            self.wait_for(r"^kept\n+@ *$")
            self.press("C-l")
            self.wait_for(r"\A@ *$")

    def test_the_history_is_searched(self):
        for text in ("echo alpha one", "echo beta", "echo 'two", "lines'", "echo alpha one"):
            self.type(text)
            self.press("Enter")
        self.wait_for("^lines\n(.*\n)*alpha one\n+@ *$")
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.type("alpha")
        self.press("C-r")
        # The newest first, each once, and those that match what was typed.
        self.wait_for("^history> alpha", "echo alpha one", "1/", gone=["echo beta"])
        self.press("Enter")
        self.wait_for("^@ echo alpha one", gone=["history>"])
        self.press("C-u")
        self.type("two")
        self.press("C-r")
        self.wait_for("^history> two", "echo 'two")
        self.press("Enter")
        self.wait_for("lines'", gone=["history>"])
        self.press("Enter")
        self.wait_for(r"^two\nlines\n+@ *$")

    def complete(self, text, prompt):
        """Types a word with ** and presses Tab."""
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.type(text)
        self.wait_for(rf"^@ {re.escape(text)}")
        self.press("Tab")
        self.wait_for(f"^{prompt}> ")

    def test_paths_are_completed(self):
        self.complete("echo got: de**", "paths")
        self.wait_for("^paths> de", "treasure")
        self.press("Enter")
        self.wait_for(r"^@ echo got: '?deep/two", gone=["paths>"])
        self.press("Enter")
        self.wait_for("^got: deep/two words/treasure")
        # Below a directory that is typed, and what is typed stays after Escape.
        self.complete("echo got: deep/**", "paths")
        self.wait_for("treasure", gone=["fruit.csv"])
        self.press("Escape")
        self.wait_for(r"^@ echo got: deep/\*\*", gone=["paths>"])
        self.press("C-u")
        self.complete("cd **", "paths")
        self.wait_for("deep/two words/", gone=["treasure", "fruit.csv"])
        self.press("Escape")
        self.wait_for(r"^@ cd \*\*", gone=["paths>"])
        self.press("C-u")
        # The directory may have variables and quotes in it; commands in it do not run.
        for word in ["$PWD/deep/**", r"deep/two\ words/**", '"$PWD"/deep/**', "~/../deep/**"]:
            self.complete(f"echo got: {word}", "paths")
            self.wait_for("treasure", gone=["fruit.csv"])
            self.press("Escape")
            self.wait_for("^@ echo got: ", gone=["paths>"])
            self.press("C-u")
        # Any other word is completed as without the keys.
        self.type("cat fruit.c")
        self.press("Tab")
        self.wait_for("^@ cat fruit.csv")

    def test_processes_hosts_and_refs_are_completed(self):
        self.complete("kill **", "processes")
        self.wait_for("PID +USER")
        self.press("Escape")
        self.wait_for(r"^@ kill \*\*", gone=["processes>"])
        self.press("C-u")
        self.complete("ssh **", "hosts")
        self.type("example")
        self.wait_for("treasury.example", gone=["elsewhere"])
        self.press("Enter")
        self.wait_for("^@ ssh treasury.example", gone=["hosts>"])
        self.press("C-u")
        self.complete("git log **", "refs")
        self.type("side")
        self.wait_for("side-branch.*Begin")
        self.press("Enter")
        self.wait_for("^@ git log side-branch", gone=["refs>"])
        self.press("C-u")

    def test_a_user_stays_before_the_host(self):
        self.complete("ssh me@treas**", "hosts")
        self.wait_for("^hosts> treas", "treasury.example", gone=["elsewhere"])
        self.press("Enter")
        self.wait_for("^@ ssh me@treasury.example", gone=["hosts>"])

    def test_the_command_after_a_separator_decides(self):
        self.complete("echo one; cd **", "paths")
        self.wait_for("deep/two words/", gone=["treasure", "fruit.csv"])
        self.press("Escape")
        self.wait_for(r"^@ echo one; cd \*\*", gone=["paths>"])

    def read_history(self, name, commands):
        """Lets the shell have these commands in its history."""
        self.file(name, b"".join(command + b"\n" for command in commands))
        self.type({"bash": "history -r ", "zsh": "fc -R "}[self.shell] + name)
        self.press("Enter")

    def test_odd_bytes_in_the_history(self):
        """A byte that is not UTF-8 harms no other command, and comes back as it was."""
        self.read_history("old", [b"echo plain", b"echo caf\xe9 | od -An -tx1"])
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.press("C-r")
        self.wait_for("^history> ", "echo plain", "echo caf")
        self.type("caf")
        self.wait_for("^history> caf", "echo caf", gone=["echo plain"])
        self.press("Enter")
        self.wait_for("^@ echo caf.*tx1", gone=["history>"])
        self.press("Enter")
        self.wait_for("^ 63 61 66 e9 0a")

    def test_the_directory_is_changed(self):
        self.press("M-c")
        self.wait_for("^cd> ", "deep/two words/")
        self.type("words")
        self.wait_for(r" 1/\d+$")
        self.press("Enter")
        self.wait_for(r"^@ *$", gone=["cd> "])
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.line("pwd; ls")
        self.press("Enter")
        self.wait_for("deep/two words\n+treasure")


class Bash(Bindings, TerminalTest):
    shell = "bash"
    start_command = "env PATH=.:$PWD:$PATH HOME=$PWD/home HISTFILE= bash --rcfile rc -i"

    def environment(self):
        self.file("rc", "PS1='@ '\neval \"$(shortlist --bash)\"\n")

    def test_the_line_survives_a_change_of_the_directory(self):
        self.line("echo half")
        self.press("M-c")
        self.wait_for("^cd> ")
        self.type("words")
        self.wait_for(r" 1/\d+$")
        self.press("Enter")
        self.wait_for(r"^@ echo half", gone=["cd> "])
        self.press("Enter")
        self.wait_for(r"^half\n+@ *$")


    def test_the_history_has_directories_and_statuses(self):
        for text in ("cd deep", "(exit 7)", "cd ..", "true"):
            self.type(text)
            self.press("Enter")
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.press("C-r")
        self.wait_for(
            r"command +when +directory +status", r"^.. ?true .* 0$", r"\(exit 7\) .*/deep +7$",
            r"cd deep .*\d 0$|cd deep .* 0$")
        self.press("Escape")
        self.wait_for("^@ *$", gone=["history>"])


class Zsh(Bindings, TerminalTest):
    shell = "zsh"
    start_command = "env PATH=.:$PWD:$PATH HOME=$PWD/home ZDOTDIR=$PWD/zsh zsh -i"

    def environment(self):
        os.makedirs(self.path("zsh"))
        self.file("zsh/.zshrc", "PS1='@ '\nHISTSIZE=1000\nbindkey -e\neval \"$(shortlist --zsh)\"\n")

    test_the_line_survives_a_change_of_the_directory = Bash.test_the_line_survives_a_change_of_the_directory
    test_the_history_has_directories_and_statuses = Bash.test_the_history_has_directories_and_statuses

    def test_options_of_ksh(self):
        """The keys are bound whatever the options are, and Tab does what it did, also when the file is read again."""
        self.file("zsh/.zshrc", "PS1='@ '\nHISTSIZE=1000\nsetopt ksharrays nounset shglob shwordsplit\nbindkey -e\n"
                                "mine() { LBUFFER+=mine; }\nzle -N mine\nbindkey '^I' mine\n"
                                "eval \"$(shortlist --zsh)\"\neval \"$(shortlist --zsh)\"\n")
        self.type("clear; exec zsh -i")
        self.press("Enter")
        self.wait_for(r"\A@ *$")
        self.line("echo got: ")
        self.press("Tab")
        self.wait_for("^@ echo got: mine")
        self.press("Enter")
        self.wait_for("^got: mine")
        self.press("C-r")
        self.wait_for("^history> ", "echo got: mine +.* 0$")
        self.press("Enter")
        self.wait_for("^@ echo got: mine$", gone=["history>"])
        self.press("C-t")
        self.wait_for("^paths> ")
        self.type("treas")
        self.wait_for("treasure", gone=["fruit.csv"])
        self.press("Enter")
        self.wait_for(r"^@ echo got: mine ?deep.*treasure", gone=["paths>"])
        self.press("Enter")
        self.wait_for("^got: mine ?deep/two words/treasure")


class Fish(Bindings, TerminalTest):
    shell = "fish"
    start_command = "env PATH=.:$PWD:$PATH HOME=$PWD/home XDG_CONFIG_HOME=$PWD/settings fish -i"

    def environment(self):
        os.makedirs(self.path("settings/fish"))
        self.file("settings/fish/config.fish",
                  "function fish_prompt; echo '@ '; end\nset fish_greeting\nshortlist --fish | source\n")

    test_the_line_survives_a_change_of_the_directory = Bash.test_the_line_survives_a_change_of_the_directory

    def read_history(self, name, commands):
        os.makedirs(self.path("home/.local/share/fish"), exist_ok=True)
        self.file("home/.local/share/fish/fish_history", b"".join(
            b"- cmd: " + command + b"\n  when: 1700000000\n" for command in commands))
        self.type("exec fish -i")
        self.press("Enter")
        self.wait_for(r"@ exec fish -i(\n.*)*\n+@ *$")

    def test_the_history_has_directories_and_statuses(self):
        for text in ("cd deep", "bash -c 'exit 7'", "cd ..", 'echo "two  \\\\" words'):
            self.type(text)
            self.press("Enter")
        self.wait_for(r"two +\\ words")
        self.press("C-l")
        self.wait_for(r"\A@ *$")
        self.press("C-r")
        self.wait_for(
            r"command +when +directory +status", r'echo "two  .*words .* 0$', r"'exit 7' .* 7$",
            r"cd deep .* 0$")
        self.type("words")
        self.wait_for("^history> words", gone=["cd deep"])
        self.press("Enter")
        self.wait_for(r'^@ echo "two  \\\\" words', gone=["history>"])


class WithoutATerminal(ProgramTest):
    def test_a_shell_that_nobody_types_into_goes_on(self):
        """The file that runs the script is read to its end, without a word."""
        self.file("rc.bash", 'eval "$(\"$P\" --bash)"\necho rest\n')
        self.file("rc.zsh", 'eval "$(\"$P\" --zsh)"\necho rest\n')
        self.file("rc.fish", '"$P" --fish | source\necho rest\n')
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                process = subprocess.run(
                    [shell, "-c", f"source ./rc.{shell}; echo end"], cwd=self.folder, capture_output=True,
                    stdin=subprocess.DEVNULL, timeout=PATIENCE, env={**clean_environment(), "P": PROGRAM})
                self.assertEqual((process.stdout, process.stderr), (b"rest\nend\n", b""))
