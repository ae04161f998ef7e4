"""A program on a terminal of its own, and the time until it shows what is waited for."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from comparison.report import Failure
from comparison.screen import Screen

SIZE = (80, 24)
# A frame is whole when for so long nothing more has come, in seconds.
QUIET = 0.1
PATIENCE = 60


class Terminal:
    """A program that runs on a terminal, from its start until it is left."""

    def __init__(self, command, source=None, size=SIZE):
        self.name = os.path.basename(str(command[0]))
        self.screen = Screen(*size)
        self.device, program_end = pty.openpty()
        fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
                       "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        reading = open(source, "rb") if source else program_end
        self.started = self.changed = time.perf_counter()
        # In a session of its own the program can take the terminal over.
        self.process = subprocess.Popen(
            [str(part) for part in command], stdin=reading, stdout=program_end, stderr=program_end,
            env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0))
        if source:
            reading.close()
        os.close(program_end)

    def until(self, is_shown):
        """Waits until the screen is as wanted and nothing more comes; returns the milliseconds from
        the last key, or from the start, to the last bytes that changed the screen."""
        end = time.perf_counter() + PATIENCE
        while True:
            wanted = is_shown(self.screen.text())
            if not self._read(QUIET if wanted else end - time.perf_counter()):
                if wanted:
                    return (self.changed - self.started) * 1000
                self._fail("does not show what is waited for")
            if time.perf_counter() > end:
                self._fail("does not come to rest")

    def type(self, keys, is_shown):
        """Presses keys, and then as `until`."""
        if is_shown(self.screen.text()):
            self._fail("shows already what is waited for")
        self.started = self.changed = time.perf_counter()
        os.write(self.device, keys.encode())
        return self.until(is_shown)

    def leave(self):
        """Lets the program end; returns the greatest memory that it had, in bytes."""
        os.write(self.device, b"\x03")
        end = time.perf_counter() + PATIENCE
        while self._read(end - time.perf_counter(), is_ending=True):
            pass
        os.close(self.device)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def _read(self, patience, is_ending=False):
        """Takes what the program wrote; returns whether there was anything in time."""
        if not select.select([self.device], [], [], max(0, patience))[0]:
            if is_ending:
                self._fail("does not end")
            return False
        try:
            data = os.read(self.device, 1 << 16)
        except OSError:  # On Linux a terminal that nobody has open any more fails so.
            data = b""
        now = time.perf_counter()
        if not data:
            if not is_ending:
                self._fail("ended")
            return False
        before = self.screen.text()
        answer = self.screen.feed(data)
        if answer:
            os.write(self.device, answer)
        if self.screen.text() != before:
            self.changed = now
        return True

    def _fail(self, text):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        raise Failure(f"{self.name} {text}; its screen:\n{self.screen.text()}")
