"""The errors of the store: one class for each reason, all under `StoreError`."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from referee.words.text import RefereeError, T, Text

Reason = Literal["full", "read-only", "busy", "away", "exists", "io"]

_WHY: dict[Reason, Text] = {
    "full": T("the disk is full"),
    "read-only": T("writing there is not allowed"),
    "busy": T("another program is holding the file"),
    "away": T("the database cannot be reached"),
    "exists": T("a file of that name is already there"),
    "io": T("the disk or the system refused"),
}


class StoreError(RefereeError):
    """Base of the store's errors."""


class StoreLocked(StoreError):
    """Another process has this store open. `holder` is its process id, where it could be read."""

    def __init__(self, path: Path, holder: int | None) -> None:
        who = T("process {holder}", holder=holder) if holder else T("unknown process")
        text = T("{path} is already open in another Referee ({who}). Stop that one first.", path=str(path), who=who)
        super().__init__(text, path=str(path), holder=holder)
        self.path = path
        self.holder = holder


class StoreUnwritable(StoreError):
    """The file cannot be written now. Nothing of the write was kept; the same write may be tried again."""

    def __init__(self, path: Path, reason: Reason, detail: str = "") -> None:
        text = T("Nothing was saved to {path}: {why}.", path=str(path), why=_WHY[reason])
        if detail:
            text = T("Nothing was saved to {path}: {why} ({detail}).", path=str(path), why=_WHY[reason], detail=detail)
        super().__init__(text, path=str(path), reason=reason, detail=detail)
        self.path = path
        self.reason = reason
        self.detail = detail


class StoreDamaged(StoreError):
    """The file is no database of ours, or its contents contradict each other: a backup is needed."""

    def __init__(self, path: Path, detail: str) -> None:
        text = T("{path} is damaged or not a Referee database ({detail}).", path=str(path), detail=detail)
        super().__init__(text, path=str(path), detail=detail)
        self.path = path
        self.detail = detail


class StoreTooNew(StoreError):
    """A later version of the program has changed this file. `unknown` names its migrations not known here."""

    def __init__(self, path: Path, unknown: tuple[str, ...]) -> None:
        text = T("{path} was written by a later version of Referee ({unknown}).", path=str(path), unknown=unknown)
        super().__init__(text, path=str(path), unknown=unknown)
        self.path = path
        self.unknown = unknown


class StoreTooOld(StoreError):
    """An earlier version of the program wrote this file, and a reader changes nothing: a writer must open it first."""

    def __init__(self, path: Path) -> None:
        text = T(
            "{path} was written by an earlier version of Referee: start `referee serve` once. It brings the file up to "
            "date and keeps a copy of it.",
            path=str(path),
        )
        super().__init__(text, path=str(path))
        self.path = path


class StoreClosed(StoreError):
    """The store was closed, as when the program is stopping. The write was not made."""

    def __init__(self, path: Path) -> None:
        super().__init__(T("{path} has been closed; nothing was saved.", path=str(path)), path=str(path))
        self.path = path


class UnknownStream(StoreError):
    """No stream has this id."""

    def __init__(self, stream: str) -> None:
        super().__init__(T("There is no table and no tournament “{stream}”.", stream=stream), stream=stream)
        self.stream = stream


class StaleSequence(StoreError):
    """Another wrote first: the writer took event `expected` for the last, but it is `current`."""

    def __init__(self, stream: str, expected: int, current: int) -> None:
        numbers = {"expected": expected, "current": current}
        text = T("Somebody else wrote first: entry {current} is the last, not {expected}.", **numbers)
        super().__init__(text, stream=stream, **numbers)
        self.stream = stream
        self.expected = expected
        self.current = current


class StreamsDiffer(StoreError):
    """A stream here and its copy from another store differ from entry `seq` on."""

    def __init__(self, stream: str, seq: int) -> None:
        text = T("“{stream}” is here already and has gone on otherwise since entry {seq}.", stream=stream, seq=seq)
        super().__init__(text, stream=stream, seq=seq)
        self.stream = stream
        self.seq = seq


_REASONS: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_IOERR: "io",
    sqlite3.SQLITE_CANTOPEN: "io",
    sqlite3.SQLITE_NOMEM: "io",
}


def of_sqlite(error: sqlite3.Error, path: Path, target: Path | None = None) -> StoreError | None:
    """Our name for an error of SQLite, None for a fault of this program.

    The damaged file is the one read, `path`; the one that cannot be written is `target`, where it is another.
    """
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreDamaged(path, str(error))
    if code in _REASONS:
        return StoreUnwritable(target or path, _REASONS[code], str(error))
    return None


def of_system(error: OSError, path: Path) -> StoreUnwritable:
    """Our name for an error of the system."""
    reason: Reason = "io"
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        reason = "read-only"
    elif error.errno in (errno.ENOSPC, errno.EDQUOT):
        reason = "full"
    return StoreUnwritable(path, reason, error.strerror or str(error))


@contextmanager
def name_errors(path: Path, target: Path | None = None) -> Iterator[None]:
    """Raise the errors of SQLite and the system under our names."""
    try:
        yield
    except sqlite3.Error as error:
        known = of_sqlite(error, path, target)
        if known is None:
            raise
        raise known from error
    except OSError as error:
        raise of_system(error, target or path) from error
