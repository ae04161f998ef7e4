"""What the tests of the built program share: running it through pipes, and on a terminal in tmux.

A test never sleeps for a guess: it waits until the screen or the process is as expected, and fails
with the screen's text when that does not happen in time.
"""

import errno
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

PROGRAM = os.environ.get("SHORTLIST", "")
PATIENCE = float(os.environ.get("SHORTLIST_TEST_PATIENCE", "240"))

# What an error looks like: one line, and, about a text, the text and a caret below the mistake.
ERROR = r"\A[^\n\x1b]+\n(  [^\n\x1b]+\n  +\^\n)?\Z"

FRUIT = """\
id,name,kind,price,stock
1,Apple,pome,1.20,40
2,Pear,pome,1.50,12
3,Cherry,stone,4.75,7
4,Plum,stone,2.10,0
5,Apricot,stone,3.00,
6,Orange,citrus,0.90,55
7,Lemon,citrus,0.60,31
8,Quince,pome,2.80,3
"""

# A shell starts what runs in the background with this signal ignored, and children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def until(condition, explain):
    """Waits until `condition()` is true, and returns it."""
    end = time.monotonic() + PATIENCE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(explain())
        time.sleep(0.01)


class Listener:
    """Listens on a port of its own, and calls `serve` with each connection, in a thread."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def close(self):
        self.listener.close()


class Result:
    """What a finished program left."""

    def __init__(self, process):
        self.status = process.returncode
        self.output = process.stdout
        self.errors = process.stderr.decode("utf-8", "replace")
        self.text = process.stdout.decode("utf-8", "replace")


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = None

    def setUp(self):
        if not os.access(PROGRAM, os.X_OK):
            self.fail("SHORTLIST must name the built program (use Scripts/integration)")
        self.folder = tempfile.mkdtemp(prefix="shortlist-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.file("fruit.csv", FRUIT)

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, content):
        """Writes a file, text or bytes, and returns its name."""
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def content(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode()

    def need_checks(self):
        """Skips a test of what only a program with checks does: tiny sizes, and calls that fail on purpose.

        With SHORTLIST_TEST_CHECKS, the program must be one with checks.
        """
        full = {"SHORTLIST_FAULTS": f"write 0 {errno.ENOSPC}"}
        if self.run_program("filter", "fruit.csv", environment=full).status == 0:
            self.assertNotIn("SHORTLIST_TEST_CHECKS", os.environ, "the program is a release")
            self.skipTest("the program is a release")

    def run_program(self, *arguments, input=b"", environment=None):
        """Runs the program through pipes, without any terminal, to its end."""
        process = subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, capture_output=True, timeout=PATIENCE,
            input=input if isinstance(input, bytes) else input.encode(),
            env={**clean_environment(), **(environment or {})}, start_new_session=True)
        return Result(process)

    def assertFails(self, result, *expected):
        """Asserts exit status 2, nothing on standard output, and on standard error all of `expected`
        in one line, which a text and a caret below its mistake may follow."""
        self.assertEqual(result.status, 2, result.errors)
        self.assertEqual(result.output, b"")
        self.assertRegex(result.errors, ERROR)
        for text in expected:
            self.assertIn(text, result.errors)


def clean_environment():
    """An environment in which nothing of the tester's habits counts."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "LANG": "C.UTF-8",
            # A debug build checks the invariants of its data structures.
            "SHORTLIST_CHECKS": "1"}


class Tmux:
    """A connection to a tmux server: commands without a process for each.

    A test asks for the screen until it is as expected; with a process for each answer, most of the time of the
    processors went into these.
    """

    def __init__(self, socket):
        self.process = subprocess.Popen(
            ["tmux", "-u", "-S", socket, "-C", "attach-session", "-f", "no-output,ignore-size"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "LANG": "C.UTF-8"})
        self.answer()

    def run(self, *arguments):
        """The output of a command, whose arguments have no line ends."""
        self.process.stdin.write(shlex.join(arguments).encode() + b"\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self):
        """The lines between the next `%begin` and its end; other lines are notices."""
        begin, lines = None, []
        for line in self.process.stdout:
            if begin is None:
                if line.startswith(b"%begin "):
                    begin = line.split()[1:]
            elif line.split()[1:] == begin and line.startswith((b"%end ", b"%error ")):
                output = b"".join(lines).decode("utf-8", "replace")
                if line.startswith(b"%error "):
                    raise AssertionError(f"tmux: {output}")
                return output
            else:
                lines.append(line)
        raise AssertionError("the tmux server has ended")

    def close(self):
        self.process.kill()
        self.process.communicate()


class TerminalTest(ProgramTest):
    """A test on a terminal: a shell in a tmux server of its own."""

    size = (80, 24)

    def setUp(self):
        super().setUp()
        if not shutil.which("tmux"):
            self.fail("the tests on a terminal need tmux (Scripts/setup installs it)")
        os.symlink(PROGRAM, self.path("shortlist"))
        self.socket = self.path("tmux")
        shell = ["env", "-i", *(f"{name}={value}" for name, value in clean_environment().items()),
                 "TERM=screen-256color", "PS1=$ ", "sh"]
        self.run_tmux("-f", os.devnull, "new-session", "-d", "-x", str(self.size[0]),
                      "-y", str(self.size[1]), "-c", self.folder, shlex.join(shell))
        self.addCleanup(self.run_tmux, "kill-server", check=False)
        self.server = Tmux(self.socket)
        self.addCleanup(self.server.close)
        self.wait_for(r"^\$")

    def run_tmux(self, *arguments, check=True):
        return subprocess.run(
            ["tmux", "-u", "-S", self.socket, *arguments], check=check, capture_output=True,
            text=True, timeout=PATIENCE).stdout

    def tmux(self, *arguments):
        """The output of a command of tmux."""
        return self.server.run(*arguments)

    def screen(self, attributes=False):
        """What the terminal shows, a line each, with escape sequences for colours if asked for."""
        arguments = ["capture-pane", "-p"] + (["-e"] if attributes else [])
        return self.tmux(*arguments).rstrip("\n")

    def wait_for(self, *patterns, gone=()):
        """Waits until the screen matches all patterns, and none of `gone`; returns its text.

        A frame may be seen while it is drawn: what is returned has been seen twice.
        """
        shown = ""

        def matches():
            nonlocal shown
            shown = self.screen()
            return all(re.search(pattern, shown, re.MULTILINE) for pattern in patterns) and not any(
                re.search(pattern, shown, re.MULTILINE) for pattern in gone) and (
                    shown == self.screen())

        until(matches, lambda: f"expected {patterns}, without {gone}, on the screen:\n{shown}")
        return shown

    def type(self, text):
        self.tmux("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by tmux's names: Enter, Tab, Escape, Up, C-c, M-a."""
        self.tmux("send-keys", *keys)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def start(self, command, *patterns):
        """Starts a command line of the shell and waits for what it shows.

        `shortlist` stands for the program; its exit status is shown when it is done.
        """
        # What the last command showed must not be taken for what this one shows.
        self.type("clear")
        self.press("Enter")
        self.wait_for(r"\A\$ *\Z")
        self.type(f"PATH=.:$PATH; clear; {command}; echo \"status $?\"")
        self.press("Enter")
        return self.wait_for(*patterns)

    def ended(self, status):
        """Waits for the end of the started command and asserts its exit status."""
        shown = self.wait_for(r"^status \d+$")
        self.assertIn(f"\nstatus {status}\n", f"\n{shown}\n")
        return shown

    def record(self, name):
        """From now on keeps all that is sent to the terminal in a file."""
        self.tmux("pipe-pane", "-O", "cat > " + shlex.quote(self.path(name)))

    def recorded(self, name):
        """What was sent between `from here` and the exit status of the last command."""
        def between():
            text = self.content(name) if os.path.exists(self.path(name)) else ""
            start, _, rest = text.rpartition("from here\r\n")
            sent, end, _ = rest.partition("\nstatus ")
            return sent if start and end else None

        return until(between, lambda: f"the end of the command is not in {name}")

    def flags(self):
        """The state of the terminal that a program must give back."""
        return self.tmux("display-message", "-p",
                         "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_cursor_flag} "
                         "#{wrap_flag} #{origin_flag} #{scroll_region_upper}").strip()

    def modes(self):
        """The line settings of the terminal."""
        device = self.tmux("display-message", "-p", "#{pane_tty}").strip()
        return subprocess.run(["stty", "-F", device, "-g"], check=True, capture_output=True,
                              text=True).stdout
