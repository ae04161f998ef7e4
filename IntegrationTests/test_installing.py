"""What is installed, and removed again."""

import glob
import os
import re
import shutil
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
        self.assertRegex(version, rb"\A\d+\.\d+\.\d+(-[0-9a-z.]+)?\n\Z")
        self.run_script("install")
        self.run_script("install", "remove")
        self.assertEqual(self.installed(), ["my own/share/man/man1/other.1"])

    def test_a_debian_package(self):
        """It has what is installed, where Debian looks for it, and runs."""
        checkouts = os.path.join(SCRIPTS, "../.build/checkouts/*/LICENSE*")
        if not shutil.which("dpkg-deb") or not shutil.which("objdump") or not glob.glob(checkouts):
            self.skipTest("a package takes dpkg-deb, objdump and the licenses of what the program is built from")
        package = self.path("package.deb")
        environment = {**os.environ, "SHORTLIST": PROGRAM, "PACKAGE": package, "DPKG_DEB_COMPRESSOR_TYPE": "none"}

        def run(*command):
            return subprocess.run(command, check=True, capture_output=True, text=True, timeout=2 * PATIENCE,
                                  env=environment, cwd=self.folder).stdout

        self.assertEqual(run(os.path.join(SCRIPTS, "debian")), package + "\n")
        run("dpkg-deb", "--raw-extract", package, "root")
        listed = run("env", "PREFIX=usr", os.path.join(SCRIPTS, "install"), "list")
        listed = listed.replace("site-functions", "vendor-completions").replace(".1\n", ".1.gz\n").splitlines()
        listed += [f"usr/share/doc/shortlist/{name}" for name in ("changelog.gz", "copyright")]
        self.assertEqual(self.installed(), sorted([*listed, "DEBIAN/control", "DEBIAN/md5sums"]))
        run("sh", "-c", "cd root && md5sum --check --quiet DEBIAN/md5sums")
        version = run("root/usr/bin/shortlist", "--version")
        self.assertEqual(run("dpkg-deb", "--field", package, "Version"), version.replace("-", "~"))

    def test_the_manual_has_all_options(self):
        self.run_script("manual", PROGRAM, self.path("manual"))
        for command in (
                "pick", "filter", "facets", "index", "serve", "rpc", "remove-journal", "prepare",
                "unprepare"):
            help_text = self.run_program(command, "--help").text
            options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", help_text, re.MULTILINE))
            page = self.content(f"manual/shortlist-{command}.1").replace("\\-", "-")
            few = ("rpc", "remove-journal", "prepare", "unprepare")
            self.assertGreater(len(options), 0 if command in few else 5)
            for option in options - {"--version", "--help"}:
                with self.subTest(command, option=option):
                    self.assertIn(f"\\fB{option}\\fR", page)
        self.assertIn("shortlist\\-pick\\fR(1)", self.content("manual/shortlist.1"))
        # No option is said to do what its opposite does. Several files can be named.
        self.assertIn("\\fB\\-\\-wrap\\fR, \\fB\\-\\-no\\-wrap\\fR\n", self.content("manual/shortlist-pick.1"))
        self.assertIn("[\\fIsource\\fR ...]\n", self.content("manual/shortlist-pick.1"))
