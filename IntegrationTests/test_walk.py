"""Directories as sources: what they list, beside git's own answer."""

import os
import random
import shutil
import subprocess

from support import ProgramTest, TerminalTest

NAMES = ["a", "b", "ab", "abc", "a.o", "b.o", "x.log", "foo", "bar", "a b", "foo.bar", "[x]", "#c", "!d", "*", " e ",
         "é", "build", "src", "\\q", "a*b", "two\nlines"]
# Not a**/b: there git takes ** for whole directories, against its documentation.
PATTERNS = ["*.o", "/a", "a/", "foo", "/foo/bar", "**/b", "a/**", "a/**/b", "!a.o", "!foo/", "*.log", "[ab]", "[!a]*",
            "?", "a?", "\\!d", "\\#c", "#c", "foo/*", "!/src/**/a", "build/", "/build", "**", "*b*", "a*b*c", "\\*",
            "src/*/a", "**/src/**", "a b", "\\ e\\ ", " e ", "x.log  ", "foo.bar\r", "[a-c].o", "*/b", "/*", "!/src",
            "!*/", "[]x]", "[", "[x", "ab**", "**ab", "\\\\q", ""]


def git(folder, *arguments):
    return subprocess.run(
        ["git", "-c", "core.excludesFile=", *arguments], cwd=folder, check=True, capture_output=True).stdout


class Walk(ProgramTest):
    def listed(self, *arguments, environment=None):
        result = self.run_program("filter", *arguments, "--print0", environment=environment)
        self.assertEqual(result.errors, "")
        return result.output.decode().split("\0")[:-1]

    def tree(self, *paths):
        for path in paths:
            os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
            self.file(path, "")

    def test_files_come_breadth_first_in_order_of_names(self):
        self.tree("tree/b/x", "tree/b/a/deep", "tree/a/z", "tree/c", "tree/.hidden", "tree/two\nlines")
        os.symlink("b", self.path("tree/link"))
        files = [".hidden", "c", "link", "two\nlines", "a/z", "b/x", "b/a/deep"]
        self.assertEqual(self.listed("tree"), [f"tree/{name}" for name in files])
        self.assertEqual(self.listed("./tree//"), [f"./tree//{name}" for name in files])
        self.assertEqual(self.listed("tree", "--walk", "directories"), ["tree/a/", "tree/b/", "tree/b/a/"])
        self.assertEqual(self.listed("tree/b", "--walk", "all"), ["tree/b/a/", "tree/b/x", "tree/b/a/deep"])
        self.assertEqual(self.listed("tree", "--search", "deep"), ["tree/b/a/deep"])

    def test_names_that_are_not_text_come_out_as_they_are(self):
        os.makedirs(self.path("odd"))
        for name in (b"\xff\xfe", b"a\xc3", "é".encode()):
            open(os.path.join(self.path("odd").encode(), name), "w").close()
        result = self.run_program("filter", "odd", "--print0")
        self.assertEqual(result.output, b"odd/a\xc3\0odd/\xc3\xa9\0odd/\xff\xfe\0")

    def test_what_git_ignores_is_not_listed(self):
        self.tree("r/keep", "r/a.o", "r/sub/b.o", "r/sub/c", "r/out/x", "r/node_modules/m", "r/mine~", "r/secret")
        # Without a repository, nothing is ignored but packages.
        self.file("r/.gitignore", "*.o\n/out\n")
        self.assertEqual(len(self.listed("r")), 8)
        git(self.path("r"), "init", "-q")
        self.file("r/.git/info/exclude", "secret\n")
        settings = self.path("settings")
        os.makedirs(settings + "/git")
        self.file("settings/git/ignore", "*~\n")
        own = {"XDG_CONFIG_HOME": settings}
        self.assertEqual(self.listed("r", environment=own), ["r/.gitignore", "r/keep", "r/sub/c"])
        # From within, the rules of the directories above hold.
        self.assertEqual(self.listed("r/sub", environment=own), ["r/sub/c"])
        # Another repository has rules of its own.
        self.tree("r/other/a.o")
        git(self.path("r/other"), "init", "-q")
        self.assertIn("r/other/a.o", self.listed("r"))
        everything = self.listed("r", "--no-ignore")
        for name in ("a.o", "out/x", "node_modules/m", "secret", ".git/HEAD"):
            self.assertIn(f"r/{name}", everything)

    def test_random_trees_are_listed_as_git_lists_them(self):
        seed = int(os.environ.get("SHORTLIST_TEST_SEED", random.randrange(10**9)))
        for index in range(12):
            with self.subTest(SHORTLIST_TEST_SEED=seed + index):
                self.compare(random.Random(seed + index))

    def compare(self, choice):
        root = self.path("random")
        shutil.rmtree(root, ignore_errors=True)
        os.makedirs(root)
        git(root, "init", "-q")

        def fill(folder, depth):
            for name in choice.sample(NAMES, choice.randint(1, 6)):
                path = os.path.join(folder, name)
                if depth < 4 and choice.random() < 0.45:
                    os.makedirs(path)
                    fill(path, depth + 1)
                else:
                    open(path, "w").close()
            if depth == 0 or choice.random() < 0.3:
                with open(os.path.join(folder, ".gitignore"), "w") as file:
                    file.write("\n".join(choice.choices(PATTERNS, k=choice.randint(0, 4))))

        fill(root, 0)
        expected = git(root, "ls-files", "-z", "-co", "--exclude-standard").decode().split("\0")[:-1]
        listed = [path.removeprefix("random/") for path in self.listed("random")]
        self.assertEqual(sorted(listed), sorted(expected))

    def test_what_cannot_be_listed_is_told(self):
        self.assertFails(self.run_program("filter", "nowhere"), "nowhere: no such file or directory")
        self.assertFails(self.run_program("filter", "fruit.csv", "--walk", "files"),
                         "--walk: fruit.csv is no directory")
        self.assertFails(self.run_program("filter", "fruit.csv", "--no-ignore"), "--no-ignore", "fruit.csv")
        self.assertFails(self.run_program("filter", ".", "--format", "tsv"), "tsv", "directory")
        self.assertFails(self.run_program("filter", ".", "--read0"), "--read0", "directory")
        self.assertFails(self.run_program("pick", ".", "--follow"), "--follow", "directory")


class Here(TerminalTest):
    def test_without_input_the_files_below_are_picked(self):
        os.makedirs(self.path("deep/er"))
        self.file("deep/er/treasure", "")
        self.start("shortlist", "fruit.csv", "treasure")
        self.type("treas")
        self.wait_for(r"^.*deep/er/treasure", gone=["fruit.csv"])
        self.press("Enter")
        self.assertIn("deep/er/treasure\nstatus 0", self.ended(0))
