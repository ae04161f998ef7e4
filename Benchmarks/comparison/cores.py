"""Keeps the cores of the machine awake while something is measured."""

import contextlib
import os
import subprocess
import sys

# It gives way to everything else, and ends with the program that has started it.
SPIN = """
import os
parent = os.getppid()
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""


@contextlib.contextmanager
def awake():
    """Within it a process of the idle class runs on each core, where the system has such a class.

    Some virtual machines wake a sleeping core only after some milliseconds of work. Until then, the
    threads of a program take turns on one core, whichever program it is.
    """
    count = os.cpu_count() if hasattr(os, "SCHED_IDLE") else 0
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(count)]
    try:
        yield count
    finally:
        for process in spinning:
            process.kill()
            process.wait()
