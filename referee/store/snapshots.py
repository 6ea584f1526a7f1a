"""Snapshots: copies made automatically, each checked before it counts, and kept by a rule.

The rule keeps the last 24, the last of each of 30 evenings (from noon to noon, UTC) and the last of each of 12 months
(which begin and end at noon too). After a person was forgotten only copies without that person are kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.store.checks import Progress
from referee.store.errors import StoreError, name_errors
from referee.store.log import Store

LAST, EVENINGS, MONTHS = 24, 30, 12
NOON = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Taken:
    """The result of a snapshot: the copy, None where nothing had changed, and the copies the rule removed."""

    copy: Path | None
    removed: tuple[Path, ...] = ()


def folder_of(path: Path) -> Path:
    """The usual folder of the snapshots of a database."""
    return path.with_name(path.name + ".snapshots")


def take(path: Path, folder: Path, now: datetime, progress: Progress | None = None) -> Taken:
    """Copy a database, even in use, into `folder` unless its newest copy holds the same; then apply the rule.

    Raises StoreError where the copy could not be made or fails its check; then no other copy is removed.
    """
    with Store.open(path, read_only=True) as store:
        with name_errors(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = snapshots(path, folder)
        before = _contents(there[max(there)]) if there else None
        held = _Held.of(store)
        if before is not None and before.digest == held.digest:
            return Taken(None)
        now = max([now.astimezone(UTC).replace(microsecond=0), *(at + timedelta(seconds=1) for at in there)])
        copy = folder / f"{path.name}-{now:%Y%m%dT%H%M%SZ}.copy"
        store.backup(copy, progress)
    stays = times_kept([now] if before is not None and before.names_gone(held) else [*there, now])
    removed = tuple(file for at, file in sorted(there.items()) if at not in stays)
    with name_errors(folder):
        for file in removed:
            file.unlink()
    return Taken(copy, removed)


def snapshots(path: Path, folder: Path) -> dict[datetime, Path]:
    """The snapshots of a database, by their time."""
    name = re.compile(re.escape(path.name) + r"-([0-9]{8}T[0-9]{6}Z)\.copy")
    matches = ((name.fullmatch(file.name), file) for file in folder.iterdir())
    return {datetime.strptime(match[1], "%Y%m%dT%H%M%S%z"): file for match, file in matches if match}


def times_kept(times: Sequence[datetime]) -> set[datetime]:
    """The times of the copies that the rule keeps."""
    newest = sorted(times, reverse=True)
    evenings = _last_of(newest, lambda at: f"{at - NOON:%Y %m %d}")[:EVENINGS]
    months = _last_of(newest, lambda at: f"{at - NOON:%Y %m}")[:MONTHS]
    return {*newest[:LAST], *evenings, *months}


def _last_of(newest: Iterable[datetime], span: Callable[[datetime], str]) -> list[datetime]:
    """The last of each span of time, newest first."""
    last: dict[str, datetime] = {}
    for at in newest:
        last.setdefault(span(at), at)
    return list(last.values())


@dataclass(frozen=True, slots=True)
class _Held:
    """A digest of a store's contents, and what shows that a person was forgotten: the reseals and the players."""

    digest: bytes
    resealed: int
    players: frozenset[str]

    @classmethod
    def of(cls, store: Store) -> _Held:
        rows, resealed = store.state()
        players = store.people()
        text = repr((rows, resealed, players)).encode()
        return cls(hashlib.sha256(text).digest(), resealed, frozenset(player.name for player in players))

    def names_gone(self, after: _Held) -> bool:
        """Whether somebody was forgotten between this and `after`."""
        return after.resealed > self.resealed or not self.players <= after.players


def _contents(copy: Path) -> _Held | None:
    """The contents of a copy; None where it cannot be read."""
    try:
        with Store.open(copy, read_only=True) as store:
            return _Held.of(store)
    except StoreError:
        return None
