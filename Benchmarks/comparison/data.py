"""The file that peers are compared on."""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data"


def make(name, made):
    """The file that a script of the data's folder makes, made already or now; None if it cannot."""
    file = FOLDER / "out" / made
    if not file.exists():
        print(f"compare: making {made}", file=sys.stderr)
        if subprocess.run([FOLDER / name], stdout=sys.stderr, check=False).returncode != 0:
            return None
    return file


def files(is_synthetic):
    """The list of Debian's files where apt has it, else one of the same shape out of a seed."""
    file = None if is_synthetic else make("make-files", "files.csv")
    file = file or make("make-synthetic", "synthetic.csv")
    if file is None:
        raise SystemExit("compare: there is no data")
    return file
