"""How much of its quota a club has used. Beyond it nothing new begins; what has begun goes on."""

from __future__ import annotations

import time
from collections.abc import Callable

from referee.club.tables import KIND
from referee.hosting.clubs import Quota
from referee.store import Store
from referee.words.text import RefereeError, T, Text

HOUR = 3600.0
MEGABYTE = 1_000_000
READ_AGAIN = 60.0
"""Seconds between two measurements of the logs' size, which reads them all."""

FULL: dict[str, Text] = {
    "tables": T(
        "The club has as many tables as it may on this server ({most}). What is begun goes on; for more ask who runs "
        "it."
    ),
    "entries": T(
        "The club’s logs have as many entries as they may on this server ({most}). What is begun goes on; for more ask "
        "who runs it."
    ),
    "megabytes": T(
        "The club’s logs take as much room as they may on this server ({most} MB). What is begun goes on; for more ask "
        "who runs it."
    ),
    "sheets": T(
        "The club has printed as many sheets within an hour as it may on this server ({most}). Wait, or ask who runs "
        "it."
    ),
}
"""Why nothing new may begin, by limit."""


class QuotaReached(RefereeError):
    """A club has reached a limit of its quota. Fields: kind, most."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(_full(kind, most), kind=kind, most=most)


class Usage:
    """What a club uses of its quota."""

    def __init__(self, store: Store, quota: Callable[[], Quota], clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self.quota = quota
        self._clock = clock
        self._measured = (-READ_AGAIN, 0)

    def now(self) -> Quota:
        """The present use; the megabytes may be a minute old."""
        at, size = self._measured
        if self._clock() - at >= READ_AGAIN:
            size = self._store.size()
            self._measured = self._clock(), size
        notes = self._store.notes
        printed = len(notes.within("printed", HOUR)) if notes else 0
        return Quota(self._store.count(KIND), self._store.entries(), -(-size // MEGABYTE), printed)

    def require(self) -> None:
        """Raise QuotaReached where nothing new may begin."""
        quota = self.quota()
        if not any((quota.tables, quota.entries, quota.megabytes)):
            return
        used = self.now()
        for kind in ("tables", "entries", "megabytes"):
            if 0 < (most := getattr(quota, kind)) <= getattr(used, kind):
                raise QuotaReached(kind, most)

    def print_one(self, mark: str) -> Text | None:
        """Note that a sheet is printed, each `mark` once; beyond the limit return why it may not be."""
        notes, most = self._store.notes, self.quota().sheets
        if notes is None:
            return None
        done = notes.within("printed", HOUR)
        if mark not in done and 0 < most <= len(done):
            return _full("sheets", most)
        notes.put("printed", mark)
        return None


def _full(kind: str, most: int) -> Text:
    return Text(FULL[kind].msgid, {"most": most})
