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
        self.assertGreaterEqual(len(pairs), 60)
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
                    self.start(command, r"\b([1-9]\d*)/\1\b|\b[1-9]\d*/\d+\b")
                    self.press("Enter")
                    self.wait_for(r"^status 0$")
                if "eval" not in ours:
                    name = "picked" if "picked" in ours else "result"
                    self.assertTrue(self.content(name).strip())

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
