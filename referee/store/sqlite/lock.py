"""The locks that let only one process open a store for writing, under whatever name of the file."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from referee.store.errors import StoreLocked, name_errors

# Far behind the process id at the start of the file: on Windows others cannot read a locked byte.
_BYTE = 1 << 20

_held: set[int] = set()

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        os.lseek(file, _BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _let_go() -> None:
        # A forked child shares the lock: if it outlived a killed parent, it would keep the next process out.
        for file in _held:
            os.close(file)
        _held.clear()

    os.register_at_fork(after_in_child=_let_go)


class Lock:
    """A lock held from its creation until `release` or the end of the process.

    `make` creates the database where there is none. Raises StoreLocked where another process holds the lock,
    StoreUnwritable where a file cannot be made. The lock file stays after `release`: removing it would let two in.
    """

    def __init__(self, path: Path, *, make: bool = False) -> None:
        path = path.resolve()
        name = path.with_name(path.name + ".lock")
        self._files: list[int] = []
        self._hold(name, os.O_RDWR | os.O_CREAT, path)
        os.lseek(self._files[0], 0, os.SEEK_SET)
        # Padded, so that a shorter number overwrites all of a longer one. On a full disk the write may fail.
        with suppress(OSError):
            os.write(self._files[0], b"%20d\n" % os.getpid())
        # A hard link has another lock file, so the database is locked too. Only on Linux: elsewhere flock may meet the
        # locks of SQLite. This file is closed after SQLite's own, since closing it would drop SQLite's locks.
        if sys.platform == "linux" and (make or path.exists()):
            try:
                self._hold(path, os.O_RDONLY | (os.O_CREAT if make else 0), path)
            except BaseException:
                self.release()
                raise

    def _hold(self, name: Path, flags: int, path: Path) -> None:
        with name_errors(name):
            file = os.open(name, flags, 0o600)
        try:
            _take(file)
        except OSError:
            holder = _holder(file) if name != path else None
            os.close(file)
            raise StoreLocked(path, holder) from None
        _held.add(file)
        self._files.append(file)

    def release(self) -> None:
        """Let the next process in. Safe to call twice."""
        for file in self._files:
            if file in _held:
                _held.discard(file)
                os.close(file)


def _holder(file: int) -> int | None:
    try:
        os.lseek(file, 0, os.SEEK_SET)
        return int(os.read(file, 21))
    except (OSError, ValueError):
        return None
