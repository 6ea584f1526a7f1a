"""Snapshots: copies that are made by themselves, each proved before it counts, and kept by a rule.

The rule: the last 24; the last of each of 30 evenings, an evening going from noon to noon (UTC); the last of each of
12 months, which begin and end at noon too. After a person was forgotten only copies that know nothing of them are kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.store.errors import StoreError, named
from referee.store.log import Store

LAST, EVENINGS, MONTHS = 24, 30, 12
NOON = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a snapshot: the copy, None where nothing had changed, and those the rule removed."""

    made: Path | None
    removed: tuple[Path, ...] = ()


def folder_of(path: Path) -> Path:
    """Where the snapshots of a database lie unless told otherwise."""
    return path.with_name(path.name + ".snapshots")


def take(path: Path, folder: Path, now: datetime) -> Taken:
    """Copy a database, in use or not, into `folder` unless the newest copy there holds the same; then apply the rule.

    Raises StoreError where no copy could be made or the one made could not be proved; then none is removed either.
    """
    with named(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = snapshots(path, folder)
    before = _held(there[max(there)]) if there else None
    with Store.open(path, read_only=True) as store:
        held = _Held.of(store)
        if before is not None and before.digest == held.digest:
            return Taken(None)
        now = max([now.astimezone(UTC).replace(microsecond=0), *(at + timedelta(seconds=1) for at in there)])
        made = folder / f"{path.name}-{now:%Y%m%dT%H%M%SZ}.copy"
        store.backup(made)
    stays = kept([now] if before is not None and before.names_gone(held) else [*there, now])
    removed = tuple(file for at, file in sorted(there.items()) if at not in stays)
    with named(folder):
        for file in removed:
            file.unlink()
    return Taken(made, removed)


def snapshots(path: Path, folder: Path) -> dict[datetime, Path]:
    """The snapshots of a database, by their time."""
    name = re.compile(re.escape(path.name) + r"-([0-9]{8}T[0-9]{6}Z)\.copy")
    found = ((name.fullmatch(file.name), file) for file in folder.iterdir())
    return {datetime.strptime(match[1], "%Y%m%dT%H%M%S%z"): file for match, file in found if match}


def kept(times: Sequence[datetime]) -> set[datetime]:
    """Which of some copies the rule keeps, by their times."""
    newest = sorted(times, reverse=True)
    evenings = _last_of(newest, lambda at: f"{at - NOON:%Y %m %d}")[:EVENINGS]
    months = _last_of(newest, lambda at: f"{at - NOON:%Y %m}")[:MONTHS]
    return {*newest[:LAST], *evenings, *months}


def _last_of(newest: Iterable[datetime], span: Callable[[datetime], str]) -> list[datetime]:
    """The last of each span of time, that of the last span first."""
    last: dict[str, datetime] = {}
    for at in newest:
        last.setdefault(span(at), at)
    return list(last.values())


@dataclass(frozen=True, slots=True)
class _Held:
    """What a file holds, in a digest; who was forgotten, by how often a log was sealed anew and by the players."""

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
        """Whether somebody was forgotten since."""
        return after.resealed > self.resealed or not self.players <= after.players


def _held(copy: Path) -> _Held | None:
    """What a copy holds; None where it cannot be read."""
    try:
        with Store.open(copy, read_only=True) as store:
            return _Held.of(store)
    except StoreError:
        return None
