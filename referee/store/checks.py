"""Count what a store holds and search it for damage, whatever the engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from referee.store.hashes import first_link, first_misfit, seal_of
from referee.store.records import Json
from referee.store.sql import ROWS, Connection

Progress = Callable[[int, int], None]
"""What is called with (done, all) while something long goes on."""

BODIES, LETTERS = 3_000, 200
"""How many parsed texts are kept, and how long each may be: short ones, such as a card played, repeat often."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a store holds."""

    streams: int
    events: int
    people: int


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found wrong: in the file, in the order or text of a stream, or when it was folded again."""

    kind: Literal["integrity", "reference", "trigger", "gap", "body", "seal", "fold"]
    stream: str | None
    seq: int | None
    text: str


def counts(db: Connection) -> Counts:
    """Count the rows, all in one state of the store."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM stream), (SELECT count(*) FROM event), (SELECT count(*) FROM person)"
    ).fetchone()
    return Counts(*row)


def gaps(db: Connection) -> Iterator[Problem]:
    """The first missing event of each stream that is not numbered 1, 2, 3 …"""
    last = None
    for stream, seq, n in db.execute(
        "SELECT stream, seq, row_number() OVER (PARTITION BY stream ORDER BY seq) FROM event ORDER BY stream, seq"
    ):
        if seq != n and stream != last:
            last = stream
            yield Problem("gap", stream, n, f"event {n} is missing")


Sealed = tuple[int, str, int, str, str, str, str, bytes]
"""An event as it is stored, then its hash."""


def rows_with_seals(db: Connection, stream: str) -> list[Sealed]:
    """The events of a stream with their hashes, in order."""
    rows: list[Sealed] = db.execute(ROWS.replace("by FROM", "by, seal FROM") + " ORDER BY seq", (stream,)).fetchall()
    return rows


def seal_problems(db: Connection, stream: str, sealed: Sequence[Sealed]) -> Iterator[Problem]:
    """Where a stream differs from its seal: the first event that does not fit, a tail cut off, its key or label."""
    key, label, *begun = db.execute(
        "SELECT key, label, id, kind, meta, created, by FROM stream WHERE id = ?", (stream,)
    ).fetchone()
    head = db.execute("SELECT seq, seal, sum FROM head WHERE stream = ?", (stream,)).fetchone()
    if head is None:
        yield Problem("seal", stream, None, "its head is missing")
        return
    seq, seal, total = head
    rows, seals = [row[:-1] for row in sealed], [row[-1] for row in sealed]
    first = first_link(*begun)
    misfit = first_misfit(first, rows, seals)
    if misfit is not None:
        yield Problem("seal", stream, misfit, f"event {misfit} is not as it was written, or not what came before it")
    elif len(rows) < seq:
        yield Problem("seal", stream, len(rows) + 1, f"cut off after event {len(rows)}: there were {seq}")
    elif len(rows) > seq or (seals[-1] if seals else first) != seal:
        yield Problem("seal", stream, seq, "its head is not that of its last event")
    if total != seal_of((key, label)):
        yield Problem("seal", stream, None, "its key or its label is not as it was written")


def person_problems(db: Connection) -> Iterator[Problem]:
    """The players whose entry was changed after it was written."""
    for name, seen, total in db.execute("SELECT name, last_seen, sum FROM person ORDER BY name"):
        if total != seal_of((name, seen)):
            yield Problem("seal", None, None, f"the player {name} is not as written")


@lru_cache(BODIES)
def _read(text: str) -> Any:
    return json.loads(text)


def bodies(db: Connection, stream: str, sealed: Sequence[Sealed]) -> tuple[list[Json], list[Problem]]:
    """The bodies of a stream's events, and a problem for each text that is not a JSON object.

    Events with the same text share one body, which nobody may change.
    """
    about = db.execute("SELECT meta, label FROM stream WHERE id = ?", (stream,)).fetchone()
    read, problems = [], []
    for seq, text in (*((None, text) for text in about), *((row[0], row[4]) for row in sealed)):
        try:
            body = _read(text) if len(text) <= LETTERS else json.loads(text)
        except (ValueError, TypeError) as error:
            problems.append(Problem("body", stream, seq, str(error)))
            continue
        read.append(body)
        if not isinstance(body, dict):
            problems.append(Problem("body", stream, seq, "not a JSON object"))
    return read[len(about) :], problems
