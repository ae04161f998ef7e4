"""The tasks of a newcomer in Documentation/ComingFromFzf.md: what each key does, and how many there are."""

import os
import re
import subprocess

from support import PATIENCE, TerminalTest

PAGE = os.path.join(os.path.dirname(__file__), "..", "Documentation", "ComingFromFzf.md")
ROW = re.compile(r"^\| (?P<task>[^|]+) \| (?P<keys>`[^|]+) \| (?P<count>\d+) \| (?P<others>[^|]+) \| (?P<most>\d+) \|$", re.M)
# Keys by the names of tmux.
NAMES = {"Esc": "Escape", "Ctrl-R": "C-r", "Ctrl-S": "C-s"}


def tasks():
    """The rows of the table, by their tasks."""
    with open(PAGE, encoding="utf-8") as file:
        return {row["task"]: row for row in ROW.finditer(file.read())}


class Tasks(TerminalTest):
    size = (100, 24)

    def setUp(self):
        super().setUp()
        self.tasks = tasks()

    def keys(self, task):
        """The keys of a task, which are no more than elsewhere."""
        row = self.tasks.pop(task)
        keys = row["keys"].strip("`").split(" ")
        self.assertEqual(len(keys), int(row["count"]))
        self.assertLessEqual(len(keys), int(row["most"]))
        return [NAMES.get(key, key) for key in keys]

    def do(self, task):
        for key in self.keys(task):
            if len(key) == 1:
                self.type(key)
            else:
                self.press(key)

    def test_all(self):
        for name in ("a b", "new\nline", "z"):
            self.file(f"files/{name}" if os.path.isdir(self.path("files")) else self.first_file(name), name)
        self.start("find files -type f -print0 | sort -z | shortlist --read0 --print0 | xargs -0 cat > out", "3/3")
        self.do("three files to `xargs -0`, one with a line end in its name")
        self.ended(0)
        self.assertEqual(self.content("out"), "a bnew\nlinez")

        for words in (["init", "-q", "-b", "main"], ["commit", "-q", "--allow-empty", "-m", "Begin"],
                      ["branch", "topic"], ["branch", "other"]):
            subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
                           cwd=self.folder, check=True, capture_output=True, timeout=PATIENCE)
        self.start("git checkout -q $(git branch --format='%(refname:short)' | shortlist --single --height 40%)", "3/3")
        self.do("check out the branch `topic`")
        self.ended(0)
        self.assertIn("topic", subprocess.run(["git", "branch", "--show-current"], cwd=self.folder, check=True,
                                              capture_output=True, text=True, timeout=PATIENCE).stdout)

        process = subprocess.Popen(["sleep", "54321"])
        self.addCleanup(process.kill)
        self.start("ps -ef | shortlist --header-lines 1 --accept-nth 2 | xargs kill", "PID")
        self.do("kill `sleep 54321`")
        self.ended(0)
        self.assertEqual(process.wait(PATIENCE), -15)

        self.explore()
        self.search_the_history()
        self.assertEqual(list(self.tasks), [])

    def first_file(self, name):
        os.makedirs(self.path("files"))
        return f"files/{name}"

    def explore(self):
        """Facets, a range, an order, a row in full, and a file, each after the other."""
        self.start("shortlist fruit.csv", "8/8", r"id +name +kind +price +stock")
        self.do("CSV: only the most frequent value of `kind`")
        self.wait_for("3/8", "kind: pome ✕", "Quince", gone=["Plum"])
        self.press("Escape")
        self.wait_for("3/8", gone=[r"\[kind\]"])
        self.do("CSV: prices up to 2")
        self.wait_for("2/8", "price.*2 ✕", gone=["Quince"])
        self.press("Escape")
        self.wait_for("2/8", gone=[r"\[price\]"])
        self.do("CSV: the highest price first")
        self.wait_for("price ▼", r"Pear[^▼]*Apple")
        self.press("Escape")
        self.wait_for("price ▼", gone=[r"\[columns\]"])
        self.do("CSV: one row in full")
        self.wait_for(r"^ kind +pome$", r"^ stock +12$")
        self.press("Escape")
        self.wait_for("price ▼")
        self.do("CSV: the rows that are left to `out.csv`")
        self.wait_for(r"wrote 2 rows to out\.csv")
        self.assertEqual(self.content("out.csv"), "id,name,kind,price,stock\n2,Pear,pome,1.5,12\n1,Apple,pome,1.2,40\n")
        self.press("Escape")
        self.ended(130)

    def search_the_history(self):
        self.type("clear; PATH=.:$PATH PS1='@ ' HISTFILE= bash --norc --noprofile")
        self.press("Enter")
        self.wait_for(r"\A@ *$")
        self.type('eval "$(shortlist --bash)"; echo alpha; clear')
        self.press("Enter")
        self.wait_for(r"\A@ *$")
        self.type("echo beta; clear")
        self.press("Enter")
        self.wait_for(r"\A@ *$")
        first, *keys = self.keys("the command `echo alpha` of the history")
        self.press(first)
        self.wait_for("^history> ")
        for key in keys:
            self.press(key)
        self.wait_for(r"^@ .*echo alpha", gone=["history>"])
