"""What is installed, and removed again."""

import os
import re
import subprocess

from support import PATIENCE, PROGRAM, ProgramTest

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Scripts")


class Installing(ProgramTest):
    def run_script(self, name, *arguments):
        return subprocess.run(
            [os.path.join(SCRIPTS, name), *arguments], check=True, capture_output=True, text=True,
            timeout=PATIENCE, env={**os.environ, "SHORTLIST": PROGRAM, "PREFIX": "/my own",
                                   "DESTDIR": self.path("root")}).stdout

    def installed(self):
        root = self.path("root")
        return sorted(os.path.relpath(os.path.join(folder, name), root)
                      for folder, _, names in os.walk(root) for name in names)

    def test_files_come_and_go(self):
        os.makedirs(self.path("root/my own/share/man/man1"))
        self.file("root/my own/share/man/man1/other.1", "")
        self.run_script("install")
        listed = [line[1:] for line in self.run_script("install", "list").splitlines()]
        self.assertEqual(self.installed(), sorted([*listed, "my own/share/man/man1/other.1"]))
        version = subprocess.run([self.path("root/my own/bin/shortlist"), "--version"], check=True,
                                 capture_output=True, timeout=PATIENCE).stdout
        self.assertRegex(version, rb"\A[0-9.]+\n\Z")
        self.run_script("install")
        self.run_script("install", "remove")
        self.assertEqual(self.installed(), ["my own/share/man/man1/other.1"])

    def test_the_manual_has_all_options(self):
        self.run_script("manual", PROGRAM, self.path("manual"))
        for command in (
                "pick", "filter", "facets", "serve", "rpc", "remove-journal", "prepare", "unprepare"):
            help_text = self.run_program(command, "--help").text
            options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", help_text, re.MULTILINE))
            page = self.content(f"manual/shortlist-{command}.1").replace("\\-", "-")
            few = ("rpc", "remove-journal", "prepare", "unprepare")
            self.assertGreater(len(options), 0 if command in few else 5)
            for option in options - {"--version", "--help"}:
                with self.subTest(command, option=option):
                    self.assertIn(f"\\fB{option}\\fR", page)
        self.assertIn("shortlist\\-pick\\fR(1)", self.content("manual/shortlist.1"))
