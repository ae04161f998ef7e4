"""Walking the files below a directory until all of them are searched."""

import os
import pathlib
import pty
import shutil
import subprocess
import time

from comparison.report import OURS, Failure, Row, faster

FILES, QUICK = 400_000, 4_000
IN_DIRECTORY = 47  # As many files as a directory of /usr has on average.
TIMES = 0.9  # As fast, but for noise.


def tree(folder, files):
    """Makes so many empty files, in directories three levels deep; returns how many there are."""
    made = 0
    while made < files:
        number = made // IN_DIRECTORY
        directory = folder / f"group-{number % 20}" / f"part-{number // 20 % 25}" / f"set-{number}"
        directory.mkdir(parents=True)
        for file in range(min(IN_DIRECTORY, files - made)):
            os.close(os.open(directory / f"file-{number}-{file}.txt", os.O_CREAT | os.O_WRONLY))
        made += IN_DIRECTORY
    return files


def timed(command, folder):
    """The milliseconds of a program, and what it printed."""
    # fzf lists files only where its standard input is a terminal.
    ours, terminal = pty.openpty()
    start = time.perf_counter()
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True,
                          stdin=terminal, check=False)
    elapsed = (time.perf_counter() - start) * 1000
    os.close(ours)
    os.close(terminal)
    if done.returncode not in (0, 1):
        raise Failure(f"{command[0]}: {done.stderr.decode(errors='replace')}")
    return elapsed, done.stdout


def walk(section, context):
    """Each one in a new process, by turns, when the directories are in the system's memory. One file
    is searched for; fd, which searches for nothing, lists all."""
    fd = shutil.which("fdfind") or shutil.which("fd")
    if not fd:
        raise Failure("there is no fd: apt-get install fd-find")
    section.rounds = context.rounds
    folder = pathlib.Path(context.scratch) / "walk"
    files = tree(folder, QUICK if context.is_quick else FILES)
    wanted = "set-7/file-7-11.txt"
    find = {
        OURS: [context.peers.shortlist, "filter", ".", "--search", wanted, "--match", "substring"],
        "fzf": [context.peers.fzf, "--exact", "--filter", wanted],
        "fd": [fd, "--type", "f"],
    }
    values = {name: [] for name in find}
    names = list(find)
    for number in range(context.rounds + 1):
        found = {}
        for name in names:
            elapsed, found[name] = timed(find[name], folder)
            if number > 0:
                values[name].append(elapsed)
        names.reverse()
        if (listed := found.pop("fd").count(b"\n")) != files:
            section.wrong.append(f"fd listed {listed} of {files} files")
        section.agree(wanted, {
            name: os.path.normpath(text.decode().strip() or "?") for name, text in found.items()})
    shutil.rmtree(folder)
    section.add(Row(f"{files:,} files", values, [faster("fzf", TIMES), faster("fd", TIMES)]))
