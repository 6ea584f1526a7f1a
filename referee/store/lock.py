"""The lock file: one process at a time has a store open for writing."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from referee.store.errors import StoreLocked, named

# Far behind the process id written at the start: Windows refuses others the reading of a locked byte.
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
        # A forked child shares the lock: outliving a killed parent it would keep the next one out.
        for file in _held:
            os.close(file)
        _held.clear()

    os.register_at_fork(after_in_child=_let_go)


class Lock:
    """Held from its making until `release`, or until the process ends in whatever way.

    Raises StoreLocked where another holds it, StoreUnwritable where the lock file cannot be made.
    The file stays when the lock goes: removing it would let two in.
    """

    def __init__(self, path: Path) -> None:
        name = path.with_name(path.name + ".lock")
        with named(name):
            self._file = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            _take(self._file)
        except OSError:
            holder = _holder(self._file)
            os.close(self._file)
            raise StoreLocked(path, holder) from None
        _held.add(self._file)
        os.lseek(self._file, 0, os.SEEK_SET)
        # Always as long, so that a shorter number leaves nothing of a longer one; on a full disk it may fail.
        with suppress(OSError):
            os.write(self._file, b"%20d\n" % os.getpid())

    def release(self) -> None:
        """Let the next one in. Safe to call twice."""
        if self._file in _held:
            _held.discard(self._file)
            os.close(self._file)


def _holder(file: int) -> int | None:
    try:
        os.lseek(file, 0, os.SEEK_SET)
        return int(os.read(file, 21))
    except (OSError, ValueError):
        return None
