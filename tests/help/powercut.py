"""A simulated power cut: any sectors written but not yet synced may be lost, in any order.

A library loaded before libc (`powercut.c`) notes what each write to the database and its WAL replaces, and drops the
notes when the file is synced. After the program was killed, `lose` undoes a random part of the rest. Whether a new name
in the folder reached the disk is not simulated.
"""

from __future__ import annotations

import random
import shutil
import struct
import subprocess
import sys
from pathlib import Path

SECTOR = 512
HEAD = struct.Struct("=QQQQ")  # offset, bytes written, bytes replaced, size of the file before
SHORTER = 2**64 - 1
COMPILER = shutil.which("cc") if sys.platform == "linux" else None
"""The compiler of the library; without one there is no simulation."""


class PowerCut:
    """The notes about one database; `environment` is what a program needs to keep them."""

    def __init__(self, database: Path, folder: Path, lies: bool = False, slow: int = 0) -> None:
        """`lies`: the disk claims to have synced, but has not; `slow`: milliseconds that a sync takes at least."""
        self.files = {name: database.with_name(database.name + end) for name, end in (("db", ""), ("wal", "-wal"))}
        self.notes = folder
        library = folder / "powercut.so"
        source = Path(__file__).with_suffix(".c")
        subprocess.run([str(COMPILER), "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.environment = {
            "LD_PRELOAD": str(library),
            "POWERCUT_FILE": str(database.resolve()),
            "POWERCUT_NOTES": str(folder),
            "POWERCUT_SLOW": str(slow),
            **({"POWERCUT_LIES": "yes"} if lies else {}),
        }

    def lose(self, rng: random.Random) -> int:
        """Undo a random part of what was not synced. Return how many sectors were lost."""
        lost = 0
        for name, file in self.files.items():
            noted = self.notes / name
            if file.exists() and noted.exists():
                lost += _lose(file, noted.read_bytes(), rng.choice([0, 0.5, 0.9]), rng)
            noted.unlink(missing_ok=True)
        shm = self.files["db"].with_name(self.files["db"].name + "-shm")
        shm.unlink(missing_ok=True)
        return lost


def _lose(path: Path, noted: bytes, kept: float, rng: random.Random) -> int:
    """Undo every write from the last to the first, then redo each of its sectors with probability `kept`."""
    steps, at, lost = [], 0, 0
    while at + HEAD.size <= len(noted):
        where, length, old, size = HEAD.unpack_from(noted, at)
        steps.append((where, length, noted[at + HEAD.size : at + HEAD.size + old], size))
        at += HEAD.size + old
    with path.open("r+b") as file:
        again = []
        for where, length, old, size in reversed(steps):
            file.seek(where)
            again.append((where, length, file.read(length) if length != SHORTER else b""))
            file.seek(where)
            file.write(old)
            file.truncate(size)
        for where, length, new in reversed(again):
            if length == SHORTER:
                if rng.random() < kept:
                    file.truncate(where)
                continue
            first = where // SECTOR * SECTOR
            for begin in range(first, where + len(new), SECTOR):
                if rng.random() < kept:
                    low, high = max(begin, where), min(begin + SECTOR, where + len(new))
                    file.seek(low)
                    file.write(new[low - where : high - where])
                else:
                    lost += 1
    return lost
