"""The files that are compared on: a table, and beside it its paths, a line each."""

import pathlib
import subprocess
import sys

from comparison.peers import FOLDER, run, say
from comparison.report import Failure

SCRIPTS = FOLDER.parent / "data"
NAMES = ("files", "synthetic")
QUICK_ROWS = 20_000


def files(options, scratch):
    """The table: of the folder that is named; else the list of Debian's files where apt has it;
    else one of the same shape out of a seed."""
    if options.data:
        return in_folder(pathlib.Path(options.data))
    if options.quick:
        run([sys.executable, SCRIPTS / "make-synthetic", "--rows", QUICK_ROWS, scratch])
        return in_folder(pathlib.Path(scratch))
    made = SCRIPTS / "out"
    for name in NAMES[1:] if options.synthetic else NAMES:
        table = made / f"{name}.csv"
        if table.exists() and table.with_suffix(".txt").exists():
            return table
        say(f"making {table.name}")
        command = [sys.executable, SCRIPTS / f"make-{name}"]
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0:
            return table
    raise Failure("there is no data")


def in_folder(folder):
    """The table of a folder that a script of data/ wrote to."""
    for name in NAMES:
        table = folder / f"{name}.csv"
        if table.exists() and table.with_suffix(".txt").exists():
            return table
    raise Failure(f"{folder} has neither files.csv and files.txt nor synthetic.csv and .txt")
